import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listNotComing, newPerson } from './people.ts'
import { newCar, type Rider, ridersNotComing, ridersWithSeat } from './rides.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ana, ben, kim, lou] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const red = (driver: string, seats: number) => ({ ...newCar(idOf(101), driver), seats })
const inRed = (...people: string[]) => ({ riders: people.map((id): Rider => ({ id, car: idOf(101) })) })
const idsOf = (riders: readonly Rider[]) => riders.map(({ id }) => id)

describe('people who are not coming', () => {
  it('are those who said so', () => {
    const persons = (['open', 'coming', 'unsure', 'not_coming'] as const).map((coming, index) => ({
      ...newPerson(idOf(index), ''),
      coming,
    }))
    expect(listNotComing([{ id: idOf(9), name: '', persons }])).toEqual(new Set([idOf(3)]))
  })

  it('leave their seat to who waits, and are still shown', () => {
    const [all, notComing] = [inRed(ana, ben, kim), new Set([ana])]
    expect(idsOf(ridersWithSeat(all, red('', 2)))).toEqual([ana, ben])
    expect(idsOf(ridersWithSeat(all, red('', 2), notComing))).toEqual([ben, kim])
    expect(idsOf(ridersNotComing(all, red('', 2), notComing))).toEqual([ana])
    expect(ridersNotComing(all, { id: idOf(102) }, notComing)).toEqual([])
  })

  it('need no seat as the driver', () => {
    expect(idsOf(ridersWithSeat(inRed(ana, ben), red(lou, 2)))).toEqual([ana])
    expect(idsOf(ridersWithSeat(inRed(ana, ben), red(lou, 2), new Set([lou])))).toEqual([ana, ben])
  })

  it('take no seat from anybody, and have their place again if they come after all', () => {
    const people = [ana, ben, kim, lou]
    fc.assert(
      fc.property(fc.shuffledSubarray(people), fc.subarray(people), fc.nat(4), (queue, away, seats) => {
        const [rides, car, notComing] = [inRed(...queue), red('', seats), new Set(away)]
        const seated = idsOf(ridersWithSeat(rides, car, notComing))
        const coming = queue.filter((id) => !notComing.has(id))
        expect(seated).toEqual(coming.slice(0, seats))
        for (const id of idsOf(ridersWithSeat(rides, car))) if (!notComing.has(id)) expect(seated).toContain(id)
        expect(idsOf(ridersWithSeat(rides, car, new Set()))).toEqual(queue.slice(0, seats))
      }),
    )
  })
})
