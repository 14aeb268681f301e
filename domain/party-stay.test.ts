import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withAnswer, withSkip } from './change-stay.ts'
import type { LocalDate } from './local-date.ts'
import { findSharedDays, isSameStay, listWithStay } from './party-stay.ts'
import { mealTypes } from './plan/day-parts.ts'
import { mealTimeOf, type Person } from './plan/people.ts'
import { attendsMeal, stayIn } from './stay.ts'
import { buildComing, buildParty, buildPerson } from './testing/people.ts'
import type { TripDates } from './trip-days.ts'

const JUL_2 = '2027-07-02' as LocalDate
const dates: TripDates = { departure_date: JUL_2, return_date: '2027-07-04' as LocalDate }
const noDates: TripDates = { departure_date: '', return_date: '' }
const lunch = mealTimeOf(1, 'lunch', JUL_2)
const dinner = mealTimeOf(1, 'dinner', JUL_2)
const answered = (name: string, change: Partial<Person>) => withAnswer(buildComing(name), change, JUL_2)

describe('isSameStay', () => {
  it.each<[string, Partial<Person>, Partial<Person>]>([
    ['the trip’s own first meal', { from: mealTimeOf(1, 'breakfast', JUL_2) }, {}],
    ['the trip’s own last meal', { until: mealTimeOf(3, 'dinner', JUL_2) }, {}],
    ['a first meal that is skipped', { skips: withSkip([], mealTimeOf(1, 'breakfast', JUL_2)) }, { from: lunch }],
    ['a day that was given for another departure', { from: '3 lunch 2027-06-30' }, { from: lunch }],
    ['days before and after the trip', { from: '1 lunch 2027-06-30', until: '9 lunch 2027-07-02' }, {}],
    [
      'skipped meals in another order',
      { skips: withSkip(withSkip([], mealTimeOf(2, 'lunch', JUL_2)), dinner) },
      { skips: withSkip(withSkip([], dinner), mealTimeOf(2, 'lunch', JUL_2)) },
    ],
  ])('takes as the same: %s', (_, one, other) => {
    expect(isSameStay(answered('Ana', one), answered('Ben', other), dates)).toBe(true)
  })

  it('tells apart what is not', () => {
    expect(isSameStay(answered('Ana', { from: lunch }), answered('Ben', {}), dates)).toBe(false)
    expect(isSameStay(answered('Ana', { from: '9 lunch' }), answered('Ben', { from: '8 lunch' }), dates)).toBe(false)
    expect(isSameStay(buildComing('Ana', { until: '3 dinner' }), buildComing('Ben'), noDates)).toBe(false)
  })

  it('is about the meals that somebody attends', () => {
    const meals = [1, 2, 3].flatMap((day) => mealTypes.map((meal) => ({ day, meal })))
    const anyTime = fc.constantFrom(...meals).map(({ day, meal }) => mealTimeOf(day, meal, JUL_2))
    const anyAnswer = fc
      .record({
        from: fc.option(anyTime, { nil: '' }),
        until: fc.option(anyTime, { nil: '' }),
        times: fc.uniqueArray(anyTime, { maxLength: 3 }),
      })
      .map(({ times, ...rest }) => ({ ...rest, skips: times.reduce<Person['skips']>(withSkip, []) }))
    const attended = (answer: Parameters<typeof stayIn>[0]) =>
      meals.map(({ day, meal }) => attendsMeal(stayIn(answer, dates), day, meal))
    fc.assert(
      fc.property(anyAnswer, anyAnswer, (one, other) => {
        const [mine, theirs] = [attended(one), attended(other)]
        // Somebody who attends nothing may have said so in many ways.
        fc.pre(mine.some(Boolean) && theirs.some(Boolean))
        expect(isSameStay(one, other, dates)).toBe(mine.join() === theirs.join())
      }),
    )
  })
})

describe('listWithStay', () => {
  it('lists the others of the party who may come on the same days', () => {
    const [ana, ben] = [buildComing('Ana'), buildPerson('Ben')]
    const party = buildParty(ana, ben, buildComing('Cleo', { coming: 'not_coming' }), answered('Dan', { from: dinner }))
    expect(listWithStay(party, ana.id, ana, dates)).toEqual([ben])
  })
})

describe('findSharedDays', () => {
  it('are the days of all', () => {
    const [ana, ben] = [answered('Ana', { from: lunch }), answered('Ben', { from: '3 lunch 2027-06-30' })]
    expect(findSharedDays(buildParty(ana, ben, buildPerson('Cleo')), dates)).toEqual({
      from: lunch,
      until: '',
      skips: [],
      answered_for: JUL_2,
      settled_for: JUL_2,
    })
  })

  it.each<[string, Person[]]>([
    ['different days', [answered('Ana', { from: lunch }), answered('Ben', { from: dinner })]],
    ['one who is there all the time', [answered('Ana', { from: lunch }), buildComing('Ben')]],
    ['the whole trip', [buildComing('Ana'), buildComing('Ben')]],
    ['nobody who comes', [answered('Ana', { from: lunch, coming: 'not_coming' })]],
    ['days outside the trip', [answered('Ana', { from: '9 lunch' })]],
  ])('are none of: %s', (_, persons) => {
    expect(findSharedDays(buildParty(...persons), dates)).toBeUndefined()
  })
})
