import { describe, expect, it } from 'vitest'
import { FairExecutor } from './fair-executor.ts'

/** Work that ends on demand, and the names of what has started. */
function createWork() {
  const executor = new FairExecutor()
  const started: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const run = (personId: string, name: string) =>
    executor.run(personId, () => {
      started.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
      )
    })
  /** Resolves once everything that may start has started. */
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure)
    await settle()
  }
  return { started, run, end, settled: settle }
}

describe('long work', () => {
  it('runs two at a time, one per person, in the order they arrive', async () => {
    const { started, run, end, settled: settle } = createWork()
    const all = [
      run('ana', 'ana 1'),
      run('ana', 'ana 2'),
      run('ben', 'ben 1'),
      run('cleo', 'cleo 1'),
      run('ben', 'ben 2'),
    ]
    await settle()
    expect(started).toEqual(['ana 1', 'ben 1'])
    await end('ben 1')
    expect(started).toEqual(['ana 1', 'ben 1', 'cleo 1'])
    await end('ana 1')
    expect(started.at(-1)).toBe('ana 2')
    for (const name of ['cleo 1', 'ana 2', 'ben 2']) await end(name)
    expect(await Promise.all(all)).toEqual(['ana 1', 'ana 2', 'ben 1', 'cleo 1', 'ben 2'])
  })

  it('frees its slot when it fails', async () => {
    const { started, run, end, settled: settle } = createWork()
    const failing = run('ana', 'ana 1')
    const next = run('ana', 'ana 2')
    await settle()
    const failed = expect(failing).rejects.toThrow('broken')
    await end('ana 1', new Error('broken'))
    await failed
    expect(started).toEqual(['ana 1', 'ana 2'])
    await end('ana 2')
    expect(await next).toBe('ana 2')
  })

  it('is refused once too much of one person waits, without affecting others', async () => {
    const { started, run, settled: settle } = createWork()
    for (let count = 0; count <= 20; count++) void run('ana', `ana ${count}`)
    await expect(run('ana', 'one more')).rejects.toMatchObject({ code: 'too_many_requests' })
    void run('ben', 'ben')
    await settle()
    expect(started).toEqual(['ana 0', 'ben'])
  })
})
