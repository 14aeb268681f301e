import { describe, expect, it } from 'vitest'
import { ReadQueue } from './read-queue.ts'

/** Reads that end when they are told to, and a record of those that have started. */
function controlled() {
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
  /** Until all have started that may. */
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const end = async (name: string, failure?: Error) => {
    ends.get(name)?.(failure)
    await settled()
  }
  return { started, read, end, settled }
}

describe('reads of long histories', () => {
  it('go on two at a time, one for each person, in the order in which they came', async () => {
    const { started, read, end, settled } = controlled()
    const reads = [
      read('ana', 'ana 1'),
      read('ana', 'ana 2'),
      read('ben', 'ben 1'),
      read('cleo', 'cleo 1'),
      read('ben', 'ben 2'),
    ]
    await settled()
    expect(started).toEqual(['ana 1', 'ben 1'])
    await end('ben 1')
    expect(started).toEqual(['ana 1', 'ben 1', 'cleo 1'])
    await end('ana 1')
    expect(started.at(-1)).toBe('ana 2')
    for (const name of ['cleo 1', 'ana 2', 'ben 2']) await end(name)
    expect(await Promise.all(reads)).toEqual(['ana 1', 'ana 2', 'ben 1', 'cleo 1', 'ben 2'])
  })

  it('give their turn back when they fail', async () => {
    const { started, read, end, settled } = controlled()
    const failing = read('ana', 'ana 1')
    const next = read('ana', 'ana 2')
    await settled()
    const failed = expect(failing).rejects.toThrow('broken')
    await end('ana 1', new Error('broken'))
    await failed
    expect(started).toEqual(['ana 1', 'ana 2'])
    await end('ana 2')
    expect(await next).toBe('ana 2')
  })

  it('are refused where too many of one person wait, and nobody else is', async () => {
    const { started, read, settled } = controlled()
    for (let count = 0; count <= 20; count++) void read('ana', `ana ${count}`)
    await expect(read('ana', 'one more')).rejects.toMatchObject({ code: 'too_many_requests' })
    void read('ben', 'ben')
    await settled()
    expect(started).toEqual(['ana 0', 'ben'])
  })
})
