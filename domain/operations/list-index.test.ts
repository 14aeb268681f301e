import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { indexOf } from './list-index.ts'

/** A list whose entries count how often an id is read. */
function countingList(length: number) {
  let reads = 0
  const entry = (number: number) => ({
    get id() {
      reads += 1
      return `entry ${number}`
    },
  })
  return { list: Array.from({ length }, (_, number) => entry(number)), entry, reads: () => reads }
}

describe('looking up entries of long lists', () => {
  it('reads few ids, although each operation makes another list', () => {
    const { list, entry, reads } = countingList(10_000)
    let now = list
    for (let number = 0; number < 200; number++) {
      expect(indexOf(now, `entry ${10_000 + number}`)).toBe(-1)
      now = now.toSpliced(number * 7, 0, entry(10_000 + number))
      expect(now[indexOf(now, `entry ${9000 + number}`)]).toBe(list[9000 + number])
      const moved = now[5000] as (typeof now)[number]
      now = now.toSpliced(5000, 1).toSpliced(20, 0, moved)
      expect(now[indexOf(now, moved.id)]).toBe(moved)
    }
    // Each search alone would read 10,000.
    expect(reads()).toBeLessThan(300_000)
  })

  it('finds what a search entry by entry finds, after any changes', () => {
    const change = fc.record({
      do: fc.constantFrom('insert', 'remove', 'replace', 'move', 'shuffle', 'back'),
      at: fc.nat(999),
      to: fc.nat(999),
    })
    const anyId = fc.nat(1100)
    fc.assert(
      fc.property(fc.array(fc.tuple(change, fc.array(anyId, { maxLength: 12 })), { maxLength: 40 }), (steps) => {
        const first = Array.from({ length: 300 }, (_, number) => ({ id: String(number) }))
        const lists = [first]
        let next = 300
        for (const [{ do: kind, at, to }, ids] of steps) {
          const list = lists.at(-1) as typeof first
          const [from, target] = [at % list.length, to % list.length]
          const one = list[from] as { id: string }
          if (kind === 'insert') lists.push(list.toSpliced(from, 0, { id: String(next++) }))
          if (kind === 'remove' && list.length > 250) lists.push(list.toSpliced(from, 1))
          if (kind === 'replace') lists.push(list.with(from, { ...one }))
          if (kind === 'move') lists.push(list.toSpliced(from, 1).toSpliced(target, 0, one))
          if (kind === 'shuffle') lists.push(list.toReversed())
          if (kind === 'back') lists.push(lists[from % lists.length] as typeof first)
          const now = lists.at(-1) as typeof first
          for (const id of ids) {
            const wanted = String(id)
            expect(indexOf(now, wanted)).toBe(now.findIndex((entry) => entry.id === wanted))
          }
        }
      }),
    )
  })
})
