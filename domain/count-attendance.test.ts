import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countAlsoEating, countAnswers, countAttendance, daysOfTrip } from './count-attendance.ts'
import { mealTypes } from './plan/day-parts.ts'
import { comingAnswers, mealTimeOf, newPerson, newSkip, type Person } from './plan/people.ts'
import { attendsMeal, mealIndex, stayIn } from './stay.ts'

const person = (more: Partial<Person> = {}): Person => ({
  ...newPerson(crypto.randomUUID(), 'Ana'),
  coming: 'coming',
  ...more,
})
const party = (...persons: Person[]) => ({ id: crypto.randomUUID(), name: '', persons })
const anyTime = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom(...mealTypes))
  .map(([day, meal]) => mealTimeOf(day, meal, ''))
const optional = fc.option(anyTime, { nil: '' })
const anyPerson = fc
  .record({
    coming: fc.constantFrom(...comingAnswers),
    from: optional,
    until: optional,
    skips: fc.uniqueArray(anyTime),
  })
  .map(({ skips, ...more }) => person({ ...more, skips: skips.map(newSkip) }))
const days = [1, 2, 3, 4, 5]
const noDates = { departure_date: '', return_date: '' } as const
const stayOf = (one: Person) => stayIn(one, noDates)

it('who has not said yes or no also eats, if the meals count them', () => {
  const parties = [party(...comingAnswers.map((coming) => person({ coming })), person({ coming: 'open' }))]
  expect(countAlsoEating(parties, 'all')).toBe(3)
  expect(countAlsoEating(parties, 'coming')).toBe(0)
  expect(countAlsoEating(parties, 'nobody')).toBe(0)
  expect(countAlsoEating(parties, undefined)).toBe(0)
})

describe('somebody who is coming', () => {
  it('attends every meal unless they say otherwise', () => {
    for (const day of days) for (const meal of mealTypes) expect(attendsMeal(stayOf(person()), day, meal)).toBe(true)
  })

  it('attends from their first meal to their last, except the skipped ones', () => {
    const ana = person({ from: '1 dinner', until: '3 lunch', skips: [newSkip('2 lunch')] })
    const there = days.flatMap((day) =>
      mealTypes.filter((meal) => attendsMeal(stayOf(ana), day, meal)).map((meal) => mealTimeOf(day, meal, '')),
    )
    expect(there).toEqual(['1 dinner', '2 breakfast', '2 dinner', '3 breakfast', '3 lunch'])
  })

  it('has meals in the order of the days', () => {
    const all = [...days, 10, 100, 999].flatMap((day) => mealTypes.map((meal) => mealIndex({ day, meal })))
    expect(all).toEqual(all.toSorted((a, b) => a - b))
    expect(new Set(all).size).toBe(all.length)
  })

  it('skips a meal once, even if two people say so independently', () =>
    expect(newSkip('2 lunch')).toEqual(newSkip('2 lunch')))
})

describe('headcount', () => {
  it('counts at each meal only the people who are coming', () => {
    fc.assert(
      fc.property(fc.array(fc.array(anyPerson)), (groups) => {
        const parties = groups.map((persons) => party(...persons))
        const coming = groups.flat().filter((each) => each.coming === 'coming')
        const headcount = countAttendance(parties, days, noDates)
        expect(headcount.coming).toBe(coming.length)
        for (const day of days)
          for (const meal of mealTypes)
            expect(headcount.days[day]?.[meal]).toBe(
              coming.filter((each) => attendsMeal(stayOf(each), day, meal)).length,
            )
      }),
    )
  })

  it('counts the children among those who are coming', () => {
    const headcount = countAttendance(
      [party(person(), person({ kind: 'child' }), person({ kind: 'child', coming: 'unsure' }))],
      [1],
      noDates,
    )
    expect(headcount).toMatchObject({ coming: 2, children: 1, unsure: 1 })
  })

  it('counts each person under one answer', () => {
    const parties = [party(...comingAnswers.map((coming) => person({ coming }))), party(person())]
    expect(countAnswers(parties)).toEqual({ coming: 2, unsure: 1, open: 1, not_coming: 1 })
  })
})

describe('the days of a trip', () => {
  it('are those of its dates, whatever days the plan has', () =>
    expect(daysOfTrip(3, { 1: {}, 9: {} })).toEqual([1, 2, 3]))
  it('are those of the plan if there are no dates', () =>
    expect(daysOfTrip(null, { 1: {}, 2: {} }, { 2: {}, 10: {} })).toEqual([1, 2, 10]))
  it('are at most a month', () =>
    expect([365, Number.MAX_SAFE_INTEGER].map((dated) => daysOfTrip(dated).length)).toEqual([31, 31]))
})
