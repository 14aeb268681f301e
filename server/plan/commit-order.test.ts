import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CommitOrder } from './commit-order.ts'

const places = ['checklist', 'details', 'notes']

it('at each place what is done first is told first, whatever takes longer and whatever fails', async () => {
  const work = fc.record({ at: fc.subarray(places, { minLength: 1 }), ms: fc.nat(3), isFailing: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (all) => {
      const turns = new CommitOrder()
      const told: number[] = []
      await Promise.all(
        all.map(async ({ at, ms, isFailing }, number) => {
          const turn = turns.begin()
          for (const place of at) turn.take(place)
          try {
            await pause(ms)
            if (isFailing) return
            await turn.come()
            told.push(number)
          } finally {
            void turn.end()
          }
        }),
      )
      for (const place of places) {
        const here = told.filter((number) => all[number]?.at.includes(place))
        expect(here).toEqual(here.toSorted((one, other) => one - other))
      }
      expect(told).toHaveLength(all.filter(({ isFailing }) => !isFailing).length)
    }),
    { numRuns: 50 },
  )
})

it('who is alone at a place waits for nobody', async () => {
  const turns = new CommitOrder()
  turns.begin().take('notes')
  const turn = turns.begin()
  turn.take('details')
  await turn.come()
})
