import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { CommitOrder } from './commit-order.ts'

const places = ['checklist', 'details', 'notes']

it('publishes the changes of each place in order, whatever takes longer and whatever fails', async () => {
  const work = fc.record({ at: fc.subarray(places, { minLength: 1 }), ms: fc.nat(3), isFailing: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(work, { maxLength: 12 }), async (all) => {
      const commitOrder = new CommitOrder()
      const published: number[] = []
      await Promise.all(
        all.map(async ({ at, ms, isFailing }, number) => {
          const turn = commitOrder.begin()
          for (const place of at) turn.take(place)
          try {
            await pause(ms)
            if (isFailing) return
            await turn.waitForEarlier()
            published.push(number)
          } finally {
            void turn.end()
          }
        }),
      )
      for (const place of places) {
        const here = published.filter((number) => all[number]?.at.includes(place))
        expect(here).toEqual(here.toSorted((one, other) => one - other))
      }
      expect(published).toHaveLength(all.filter(({ isFailing }) => !isFailing).length)
    }),
    { numRuns: 50 },
  )
})

it('does not wait for turns at other places', async () => {
  const commitOrder = new CommitOrder()
  commitOrder.begin().take('notes')
  const turn = commitOrder.begin()
  turn.take('details')
  await turn.waitForEarlier()
})
