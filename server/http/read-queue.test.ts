import { describe, expect, it } from 'vitest'
import { ReadQueue } from './read-queue.ts'

/** Reads that end on demand, and the names of those that have started. */
function createReads() {
  const queue = new ReadQueue()
  const started: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const read = (personId: string, name: string) =>
    queue.run(personId, () => {
      started.push(name)
      return new Promise<string>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve(name))),
      )
    })
  /** Resolves once all reads that may start have started. */
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure)
    await settle()
  }
  return { started, read, end, settled: settle }
}

describe('reads of long histories', () => {
  it('run two at a time, one per person, in the order they arrive', async () => {
    const { started, read, end, settled: settle } = createReads()
    const reads = [
      read('ana', 'ana 1'),
      read('ana', 'ana 2'),
      read('ben', 'ben 1'),
      read('cleo', 'cleo 1'),
      read('ben', 'ben 2'),
    ]
    await settle()
    expect(started).toEqual(['ana 1', 'ben 1'])
    await end('ben 1')
    expect(started).toEqual(['ana 1', 'ben 1', 'cleo 1'])
    await end('ana 1')
    expect(started.at(-1)).toBe('ana 2')
    for (const name of ['cleo 1', 'ana 2', 'ben 2']) await end(name)
    expect(await Promise.all(reads)).toEqual(['ana 1', 'ana 2', 'ben 1', 'cleo 1', 'ben 2'])
  })

  it('free their slot when they fail', async () => {
    const { started, read, end, settled: settle } = createReads()
    const failing = read('ana', 'ana 1')
    const next = read('ana', 'ana 2')
    await settle()
    const failed = expect(failing).rejects.toThrow('broken')
    await end('ana 1', new Error('broken'))
    await failed
    expect(started).toEqual(['ana 1', 'ana 2'])
    await end('ana 2')
    expect(await next).toBe('ana 2')
  })

  it('are refused once too many of one person are queued, without affecting others', async () => {
    const { started, read, settled: settle } = createReads()
    for (let count = 0; count <= 20; count++) void read('ana', `ana ${count}`)
    await expect(read('ana', 'one more')).rejects.toMatchObject({ code: 'too_many_requests' })
    void read('ben', 'ben')
    await settle()
    expect(started).toEqual(['ana 0', 'ben'])
  })
})
