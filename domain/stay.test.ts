import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confirmationFor, isUnsettled, keepDates, moveWithTrip, withAnswer, withSkip } from './change-stay.ts'
import { countAttendance } from './count-attendance.ts'
import { addDays, type LocalDate } from './local-date.ts'
import { type MealType, mealTypes } from './plan/day-parts.ts'
import { mealTimeOf, newPerson, newSkip, type Person, people } from './plan/people.ts'
import { attendsMeal, findUnconfirmed, type Stay, shortenStay, stayIn } from './stay.ts'
import { dateOfDay, type TripDates } from './trip-days.ts'

const AUG_12 = '2026-08-12' as LocalDate
const [AUG_11, AUG_13, AUG_14] = [-1, 1, 2].map((days) => addDays(AUG_12, days)) as [LocalDate, LocalDate, LocalDate]
/** A trip of five days. */
const tripFrom = (departure_date: LocalDate): TripDates => ({ departure_date, return_date: addDays(departure_date, 4) })
const noDates: TripDates = { departure_date: '', return_date: '' }

const ana = { ...newPerson('9d7e2f0a-1111-4222-8333-444455556666', 'Ana'), coming: 'coming' as const }
/** Ana's answer while the trip departs on Aug 12. */
const answered = (change: Partial<Person>) => withAnswer(ana, change, AUG_12)
const isValid = (person: Person) =>
  people.schema.safeParse([{ id: crypto.randomUUID(), name: '', persons: [person] }]).success

/** The calendar dates and meals at which somebody is there. */
function attendedDates(person: Person, dates: TripDates): string[] {
  const stay = stayIn(person, dates)
  return [1, 2, 3, 4, 5].flatMap((day) =>
    mealTypes.filter((meal) => attendsMeal(stay, day, meal)).map((meal) => `${dateOfDay(dates, day)} ${meal}`),
  )
}

const allMeals = [1, 2, 3, 4, 5].flatMap((day) => mealTypes.map((meal) => ({ day, meal })))
const anyDeparture = fc.integer({ min: -12, max: 12 }).map((days) => addDays(AUG_12, days))
const anyTime = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.constantFrom<MealType>(...mealTypes))
  .map(([day, meal]) => mealTimeOf(day, meal, AUG_12))
const anyResponse = fc
  .record({
    from: fc.option(anyTime, { nil: '' }),
    until: fc.option(anyTime, { nil: '' }),
    skips: fc.uniqueArray(anyTime, { maxLength: 3 }).map((times) => times.map(newSkip)),
  })
  .map(answered)

describe('an answer while the departure changes', () => {
  it('names the same calendar dates, as far as they are in the trip', () => {
    const before = attendedDates(answered({ from: mealTimeOf(2, 'dinner', AUG_12) }), tripFrom(AUG_12))
    expect(before[0]).toBe('2026-08-13 dinner')
    fc.assert(
      fc.property(anyResponse, fc.array(anyDeparture, { minLength: 1 }), (person, departures) => {
        const original = attendedDates(person, tripFrom(AUG_12))
        for (const departure of departures) {
          const dates = tripFrom(departure)
          const inBoth = (date: string) => {
            const [lastStart, firstEnd] = [AUG_12, departure].toSorted() as [LocalDate, LocalDate]
            return date >= firstEnd && date.slice(0, 10) <= addDays(lastStart, 4)
          }
          expect(attendedDates(person, dates).filter(inBoth)).toEqual(original.filter(inBoth))
        }
      }),
    )
  })

  it('is as before once the trip has moved there and back', () => {
    fc.assert(
      fc.property(anyResponse, fc.array(anyDeparture), (person, departures) => {
        const original = stayIn(person, tripFrom(AUG_12))
        const decided = [...departures, AUG_12].reduce((current, departure) => keepDates(current, departure), person)
        expect(stayIn(decided, tripFrom(AUG_12))).toEqual(original)
        expect(original).toMatchObject({ from: person.from ? {} : undefined, until: person.until ? {} : undefined })
      }),
    )
  })

  it.each([
    ['before the trip', AUG_13, { from: '1 dinner 2026-08-12' }, { from: undefined, isOutside: false }],
    ['after the return', AUG_11, { until: '5 lunch 2026-08-12' }, { until: undefined, isOutside: false }],
    ['only after the return', AUG_11, { from: '5 lunch 2026-08-12' }, { isOutside: true }],
    ['only before the trip', AUG_13, { until: '1 lunch 2026-08-12' }, { isOutside: true }],
    ['with skipped meals before the trip', AUG_13, { skips: [newSkip('1 lunch 2026-08-12')] }, { skips: [] }],
  ])('is limited to the trip if its days are %s', (_when, departure, answer, stay) => {
    const dates = { departure_date: departure, return_date: addDays(departure, departure === AUG_11 ? 4 : 3) }
    expect(stayIn(answered(answer), dates)).toMatchObject(stay)
    const count = countAttendance([{ id: 'x', name: '', persons: [answered(answer)] }], [1], dates).days[1]
    if ('isOutside' in stay && stay.isOutside) expect(count).toEqual({ breakfast: 0, lunch: 0, dinner: 0 })
  })

  it('counts days as they are where either side has no date', () => {
    const undated = { ...ana, from: '2 dinner' }
    for (const dates of [noDates, tripFrom(AUG_12), tripFrom(AUG_14)])
      expect(stayIn(undated, dates).from).toEqual({ day: 2, meal: 'dinner' })
    expect(stayIn(answered({ from: '2 dinner 2026-08-12' }), noDates).from).toEqual({ day: 2, meal: 'dinner' })
  })

  it('never mixes the days of two departures', () => {
    const late = { ...answered({ from: '2 dinner 2026-08-12' }), until: '3 lunch 2026-08-13' }
    expect(attendedDates(late, tripFrom(AUG_13)).at(0)).toBe('2026-08-13 dinner')
    expect(attendedDates(late, tripFrom(AUG_13)).at(-1)).toBe('2026-08-15 lunch')
  })
})

describe('a shortened stay', () => {
  it('begins and ends with a meal that the person attends, and has the same meals', () => {
    fc.assert(
      fc.property(anyResponse, (person) => {
        const dates = tripFrom(AUG_12)
        const stay = stayIn(person, dates)
        const shortened = shortenStay(stay, dates)
        const meals = (of: Stay) => allMeals.filter(({ day, meal }) => attendsMeal(of, day, meal))
        expect(meals(shortened)).toEqual(meals(stay))
        for (const end of [shortened.from, shortened.until])
          if (end && meals(stay).length > 0) expect(attendsMeal(stay, end.day, end.meal)).toBe(true)
      }),
    )
  })

  it('is the same where every meal is skipped', () => {
    const stay = stayIn({ from: '2 lunch', until: '2 lunch', skips: [newSkip('2 lunch')] }, noDates)
    expect(shortenStay(stay, noDates)).toEqual(stay)
  })
})

describe('an answer', () => {
  it('says for which departure it was given, with all of its days', () => {
    const old = { ...ana, from: '2 dinner', skips: [newSkip('3 lunch')] }
    expect(withAnswer(old, { coming: 'unsure' }, AUG_12)).toMatchObject({
      ...{ coming: 'unsure', answered_for: AUG_12, settled_for: AUG_12, from: '2 dinner 2026-08-12' },
      skips: [{ id: newSkip('3 lunch').id, at: '3 lunch 2026-08-12' }],
    })
    expect(withAnswer(old, { food_note: 'No kiwi' }, AUG_12)).toEqual({ ...old, food_note: 'No kiwi' })
    expect(withAnswer(old, { until: '3 lunch' }, '')).toMatchObject({ from: '2 dinner', answered_for: '' })
  })

  it('accepts real dates only', () => {
    for (const from of ['', '2 dinner', '2 dinner 2026-08-12']) expect(isValid({ ...ana, from })).toBe(true)
    for (const from of ['2 dinner 2026-02-30', '2 dinner ', '2 dinner 12', '0 dinner 2026-08-12'])
      expect(isValid({ ...ana, from })).toBe(false)
  })

  it('can skip a meal under whose id another one has moved with the trip', () => {
    const moved = moveWithTrip(answered({ skips: [newSkip('2 lunch 2026-08-12')] }), AUG_13).skips
    const skips = withSkip(moved, '2 lunch 2026-08-12')
    expect(skips.map(({ at }) => at)).toEqual(['2 lunch 2026-08-13', '2 lunch 2026-08-12'])
    expect(isValid({ ...ana, skips })).toBe(true)
  })
})

describe('once the departure has changed', () => {
  const partly = answered({ from: '2 dinner 2026-08-12', skips: [newSkip('3 lunch 2026-08-12')] })

  it('people confirm their days, or that they come at all', () => {
    expect(findUnconfirmed(partly, AUG_12)).toBeUndefined()
    expect(findUnconfirmed(partly, AUG_13)).toBe('days')
    expect(findUnconfirmed(partly, '')).toBeUndefined()
    expect(findUnconfirmed(answered({ coming: 'unsure' }), AUG_13)).toBe('coming')
    for (const coming of ['open', 'not_coming'] as const)
      expect(findUnconfirmed(answered({ coming }), AUG_13)).toBeUndefined()
    expect(findUnconfirmed({ ...ana, from: '2 dinner' }, AUG_13)).toBeUndefined()
    expect(findUnconfirmed({ ...partly, ...confirmationFor(AUG_13) }, AUG_13)).toBeUndefined()
  })

  it('one decides about answers for part of the trip', () => {
    expect([AUG_12, AUG_13].map((departure) => isUnsettled(partly, departure))).toEqual([false, true])
    expect(isUnsettled(answered({ coming: 'coming' }), AUG_13)).toBe(false)
    expect(isUnsettled({ ...partly, coming: 'not_coming' }, AUG_13)).toBe(false)
  })

  it.each([
    ['keeps its dates', keepDates, '2026-08-13 dinner'],
    ['moves with the trip', moveWithTrip, '2026-08-14 dinner'],
  ])('an answer that %s is decided and still unconfirmed', (_how, settle, first) => {
    const settled = settle(partly, AUG_13)
    expect(attendedDates(settled, tripFrom(AUG_13))[0]).toBe(first)
    expect([isUnsettled(settled, AUG_13), findUnconfirmed(settled, AUG_13)]).toEqual([false, 'days'])
    expect(isValid(settled)).toBe(true)
  })

  it('moving with the trip keeps the days that counted before', () => {
    fc.assert(
      fc.property(anyResponse, fc.array(fc.tuple(anyDeparture, fc.boolean())), (person, moves) => {
        let [current, departure] = [person, AUG_12]
        for (const [next, isMoved] of moves) {
          const before = stayIn(current, tripFrom(departure))
          const settled = (isMoved ? moveWithTrip : keepDates)(current, next)
          expect(isUnsettled(settled, next)).toBe(false)
          expect(isValid(settled)).toBe(true)
          // A stay outside of the trip has no days in it to keep.
          if (isMoved && isUnsettled(current, next) && !before.isOutside)
            expect(stayIn(settled, tripFrom(next))).toEqual(before)
          ;[current, departure] = [settled, next]
        }
      }),
    )
  })
})
