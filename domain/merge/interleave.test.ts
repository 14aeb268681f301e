import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { interleave } from './interleave.ts'

const RUNS = { numRuns: Number(process.env['MERGE_RUNS'] ?? 300) }

/** The same in the words of its definition, which takes time by the square of the length. */
function interleaveSlowly(first: string[], second: string[]): string[] {
  const order = [...first]
  const known = new Set(first)
  let previous: string | undefined
  for (const id of second) {
    if (!known.has(id)) order.splice(previous === undefined ? 0 : order.indexOf(previous) + 1, 0, id)
    known.add(id)
    previous = id
  }
  return order
}

describe('two orders', () => {
  it('are one: the first, with what only the second has behind what stands before it there', () => {
    expect(interleave(['a', 'b', 'c'], ['new', 'a', 'x', 'c', 'y', 'b', 'z'])).toEqual(['new', 'a', 'x', 'b', 'z', 'c', 'y'])
    expect(interleave([], ['a', 'b'])).toEqual(['a', 'b'])
    expect(interleave(['a'], [])).toEqual(['a'])
  })

  it('are one as their definition has it, also where an entry stands twice', () => {
    const order = fc.array(fc.constantFrom(...'abcdefghij'), { maxLength: 14 })
    fc.assert(
      fc.property(order, order, (first, second) => {
        expect(interleave(first, second)).toEqual(interleaveSlowly(first, second))
      }),
      RUNS,
    )
  })

  it('are one quickly, however long they are', { timeout: 60_000 }, () => {
    // Put in one by one, each after a search, they would take minutes.
    const ids = Array.from({ length: 400_000 }, (_, n) => `id ${n}`)
    const [first, second] = [ids.filter((_, n) => n % 2 === 0), ids.filter((_, n) => n % 2 === 1)]
    expect(interleave(first, [...first, ...second]).join()).toBe([...first, ...second].join())
  })
})
