import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listEntries } from '../day/list-days.ts'
import { derivedId } from '../derived-id.ts'
import { addDays, type LocalDate } from '../local-date.ts'
import type { Activity, Itinerary } from '../plan/itinerary.ts'
import { newActivity } from '../plan/itinerary.ts'
import { buildDayPlan } from '../testing/day-plan.ts'
import { type NowAndNext, nowAndNext } from './now-and-next.ts'

const activity = (time: string, name: string, duration = ''): Activity => ({
  ...newActivity(derivedId(`${time} ${name}`)),
  time,
  activity: name,
  duration,
})
const day = (light: Activity[], hard: Activity[] = []) => ({ title: '', light, hard })
const at = (hour: number, minute = 0) => hour * 60 + minute
const names = ({ now, next, untimed }: NowAndNext) => ({
  now: now.map((one) => one.thing.activity.activity),
  next: next.map((one) => one.thing.activity.activity),
  untimed: untimed.map((one) => one.thing.activity.activity),
})

const plan: Itinerary = {
  1: day([activity('10:00 PM', 'Fire', '3 hours')]),
  2: day(
    [activity('4:00 PM', 'Swim', '1 hour'), activity('9:00 AM', 'Canoe', '2 hours'), activity('after lunch', 'Nap')],
    [activity('9:00 AM', 'Climb', '5 hours')],
  ),
  3: day([activity('8:00 AM', 'Pack', '1 hour')]),
}
/** The trip's days up to `lastDay`; without it they have no dates. */
const entriesOf = (itinerary: Itinerary, lastDay?: number) => {
  const departure_date = '2026-06-01' as LocalDate
  const dates = lastDay ? { departure_date, return_date: addDays(departure_date, lastDay - 1) } : undefined
  return listEntries(buildDayPlan({ itinerary, ...(dates && { dates }) }))
}
const on = (minute: number, lastDay?: number, itinerary = plan) =>
  nowAndNext(entriesOf(itinerary, lastDay), { day: 2, minute })

describe('nowAndNext', () => {
  it('is what goes on and what begins next, in both levels', () => {
    expect(names(on(at(9)))).toMatchObject({ now: ['Canoe', 'Climb'], next: ['Swim'] })
    expect(names(on(at(10, 59)))).toMatchObject({ now: ['Canoe', 'Climb'], next: ['Swim'] })
    expect(names(on(at(11)))).toMatchObject({ now: ['Climb'], next: ['Swim'] })
    expect(names(on(at(15)))).toMatchObject({ now: [], next: ['Swim'] })
  })

  it('knows what began yesterday and ends after midnight', () => {
    expect(names(on(at(0, 30)))).toMatchObject({ now: ['Fire'], next: ['Canoe', 'Climb'] })
    expect(on(at(0, 30)).now[0]).toMatchObject({ start: -120, end: 60, day: 1 })
    expect(names(on(at(1))).now).toEqual([])
  })

  it('is tomorrow once the day is over, but not after the last day', () => {
    expect(on(at(16), 3).next.map(({ day: number, start }) => [number, start])).toEqual([[3, at(32)]])
    expect(on(at(20), 2).next).toEqual([])
    expect(names(on(at(20))).next).toEqual(['Pack'])
  })

  it('lists what has no time that can be read by itself', () => {
    expect(names(on(at(13)))).toMatchObject({ untimed: ['Nap'] })
    expect(names(nowAndNext(entriesOf(plan), { day: 1, minute: 0 })).untimed).toEqual([])
  })

  it('leaves out activities without a name', () => {
    expect(names(on(at(8), 3, { 2: day([activity('9:00 AM', ' '), activity('later', '')]) }))).toEqual({
      now: [],
      next: [],
      untimed: [],
    })
  })

  it('takes something without an end as over when the next begins, or after two hours', () => {
    const open = { 2: day([activity('2 PM', 'Games'), activity('3 PM', 'Cake'), activity('8 PM', 'Songs')]) }
    expect(names(on(at(14, 59), 2, open)).now).toEqual(['Games'])
    expect(names(on(at(15), 2, open)).now).toEqual(['Cake'])
    expect(names(on(at(16, 59), 2, open)).now).toEqual(['Cake'])
    expect(names(on(at(17), 2, open)).now).toEqual([])
  })

  it('says when it changes', () => {
    const changes = []
    for (let minute = 0; ; ) {
      const { changesAt } = on(minute, 3)
      if (changesAt === undefined) break
      changes.push(changesAt)
      minute = changesAt
    }
    expect(changes).toEqual([at(1), at(9), at(11), at(14), at(16), at(17)])
    expect(nowAndNext([], { day: 1, minute: 0 }).changesAt).toBeUndefined()
  })

  const someActivities = fc.array(
    fc
      .record({
        hour: fc.integer({ min: 0, max: 23 }),
        minute: fc.integer({ min: 0, max: 59 }),
        duration: fc.constantFrom('', 'a while', '20 minutes', '2 hours', '7 hours'),
      })
      .map(({ hour, minute, duration }) => {
        const time = [hour, minute].map((number) => String(number).padStart(2, '0')).join(':')
        return activity(time, `at ${time} ${duration}`, duration)
      }),
    { maxLength: 6 },
  )
  const someDay = fc.record({ title: fc.constant(''), light: someActivities, hard: someActivities })

  it('stays as it is until it says that it changes, in any order of entry', () => {
    const itineraries = fc.record({ 1: someDay, 2: someDay, 3: someDay })
    const shown = ({ now, next }: NowAndNext) => ({ now, next })
    const starts = (of: NowAndNext) => [of.now, of.next].map((list) => list.map(({ start }) => start))
    const isSteady = fc.property(itineraries, fc.nat(1439), (itinerary, minute) => {
      const found = on(minute, 3, itinerary)
      expect(shown(on((found.changesAt ?? 1440) - 1, 3, itinerary))).toEqual(shown(found))
      for (const one of found.now) expect(one.start).toBeLessThanOrEqual(minute)
      for (const one of found.next) expect(one.start).toBeGreaterThan(minute)
      const reversed = Object.entries(itinerary).map(([number, { light, hard }]) => {
        return [number, day(light.toReversed(), hard.toReversed())]
      })
      expect(starts(on(minute, 3, Object.fromEntries(reversed)))).toEqual(starts(found))
    })
    fc.assert(isSteady)
  })
})
