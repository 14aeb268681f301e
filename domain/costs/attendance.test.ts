import { describe, expect, it } from 'vitest'
import { type Expense, expense as expenseSchema, newExpense, newPayer, newShare } from '../plan/costs.ts'
import { defaultEating } from '../plan/details.ts'
import { diffSection } from '../plan/diff-section.ts'
import { newPerson, newSkip, type Person } from '../plan/people.ts'
import type { TripDates } from '../trip-days.ts'
import { type Attending, attendedShare, countTimes, hasChanged, listSharers, proposeShares } from './attendance.ts'
import { expenseAmounts } from './expense-amounts.ts'
import { idOf } from './testing/any-costs.ts'

const [ana, ben, kim, tom] = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
/** Was removed; and plans the trip without being on its list. */
const [gone, planner] = [idOf(5), idOf(6)]
const person = (id: string, change: Partial<Person> = {}): Person => ({
  ...newPerson(id, ''),
  coming: 'coming',
  ...change,
})
/** Four days, so three nights. Ben arrives on day 2; Kim is seven and leaves after breakfast of day 3. */
const persons = [
  person(ana),
  person(ben, { from: '2 lunch' }),
  person(kim, { kind: 'child', age: '7', until: '3 breakfast' }),
  person(tom, { coming: 'not_coming' }),
]
const tripWith = (all: Person[], change: Partial<Attending> = {}): Attending => ({
  people: [{ id: idOf(50), name: '', persons: all }],
  dates: { departure_date: '', return_date: '' } as TripDates,
  days: [1, 2, 3, 4],
  settings: defaultEating,
  isKnown: (id) => id !== gone,
  ...change,
})
const trip = tripWith(persons)
const expenseWith = (change: Partial<Expense>): Expense => ({ ...newExpense(idOf(100), 'EUR', ana), ...change })
const attended = (id: string, change: Partial<Expense>) => {
  const found = persons.find((one) => one.id === id) as Person
  const share = attendedShare(found, expenseWith(change), trip)
  return [share.attended, share.of, share.childShare, share.weight]
}

describe('a share by attendance', () => {
  it('counts nights: a dinner and the breakfast after it', () => {
    expect(attended(ana, { split: 'nights' })).toEqual([3, 3, 1, 3000])
    expect(attended(ben, { split: 'nights' })).toEqual([2, 3, 1, 2000])
    expect(attended(kim, { split: 'nights' })).toEqual([2, 3, 0.7, 1400])
  })

  it('counts the night of a day; the last day has none', () => {
    expect(attended(ben, { split: 'nights', day: 1 })).toEqual([0, 1, 1, 0])
    expect(attended(ben, { split: 'nights', day: 2 })).toEqual([1, 1, 1, 1000])
    expect(attended(ana, { split: 'nights', day: 4 })).toEqual([0, 0, 1, 0])
    expect(countTimes(expenseWith({ split: 'nights', day: 4 }), trip.days)).toBe(0)
    expect(countTimes(expenseWith({ split: 'nights', day: 9 }), trip.days)).toBe(0)
  })

  it('counts meals of the trip, of a day, or one', () => {
    expect(attended(ana, { split: 'meals' })).toEqual([12, 12, 1, 12_000])
    expect(attended(ben, { split: 'meals' })).toEqual([8, 12, 1, 8000])
    expect(attended(kim, { split: 'meals', day: 3 })).toEqual([1, 3, 0.7, 700])
    expect(attended(kim, { split: 'meals', day: 3, meal: 'lunch' })).toEqual([0, 1, 0.7, 0])
    expect(countTimes(expenseWith({ split: 'meals' }), trip.days)).toBe(12)
    expect(countTimes(expenseWith({ split: 'equally' }), trip.days)).toBe(0)
  })

  it('needs the dinner and the breakfast to be within the stay', () => {
    const nights = (change: Partial<Person>) =>
      attendedShare(person(ben, change), expenseWith({ split: 'nights' }), trip)
    expect(nights({ until: '3 dinner' }).attended).toBe(2)
    expect(nights({ until: '4 breakfast' }).attended).toBe(3)
    expect(nights({ from: '2 dinner' }).attended).toBe(2)
    expect(nights({ from: '2 breakfast' }).attended).toBe(2)
    expect(nights({ from: '3 lunch', until: '2 lunch' }).attended).toBe(0)
  })

  it('leaves out a night only if somebody skips both meals around it', () => {
    const nights = (...skips: string[]) =>
      attendedShare(person(ben, { skips: skips.map(newSkip) }), expenseWith({ split: 'nights' }), trip).attended
    expect(nights('2 dinner')).toBe(3)
    expect(nights('3 breakfast')).toBe(3)
    expect(nights('2 dinner', '3 breakfast')).toBe(2)
  })

  it('is none of somebody who has declined', () => {
    expect(attended(tom, { split: 'nights' })).toEqual([0, 3, 1, 0])
    expect(attended(tom, { split: 'meals', day: 1 })).toEqual([0, 3, 1, 0])
  })

  it('is one of everybody if an expense is not shared by attendance', () => {
    expect(attended(kim, { split: 'equally' })).toEqual([1, 1, 1, 1000])
  })

  it('can be stored, however long the trip is, in proportion', () => {
    const days = Array.from({ length: 999 }, (_, index) => index + 1)
    const long = { ...trip, days }
    const half = attendedShare(person(ben, { from: '500 dinner' }), expenseWith({ split: 'meals' }), long)
    const whole = attendedShare(person(ana), expenseWith({ split: 'meals' }), long)
    expect([half.attended, whole.attended]).toEqual([1498, 2997])
    expect(half.weight * 2997).toBe(whole.weight * 1498)
    const shares = [newShare(ana, { weight: whole.weight }), newShare(ben, { weight: half.weight })]
    expect(expenseSchema.safeParse(expenseWith({ shares })).success).toBe(true)
  })

  it('divides a bill by nights: 2 of 3 nights and a child', () => {
    // 3000 + 2000 + 1400 parts of 320.00: five cents for ten parts.
    const shares = proposeShares(expenseWith({ split: 'nights' }), trip)
    const { owed } = expenseAmounts(expenseWith({ split: 'nights', payers: [newPayer(ana, 32_000)], shares }), 'EUR')
    expect(Object.fromEntries(owed)).toEqual({ [ana]: 15_000, [ben]: 10_000, [kim]: 7000 })
  })
})

describe('those who share', () => {
  it('may come, or have said that they do if the trip counts only those', () => {
    const all = (['open', 'coming', 'unsure', 'not_coming'] as const).map((coming, index) =>
      person(idOf(index + 1), { coming }),
    )
    const ids = (counts: typeof defaultEating.counts) =>
      listSharers(tripWith(all, { settings: { ...defaultEating, counts } })).map(({ id }) => id)
    expect(ids('all')).toEqual([ana, ben, kim])
    expect(ids('coming')).toEqual([ben])
  })

  it('are everybody on the list if nobody of them comes', () => {
    const ids = (comings: Person['coming'][], counts: typeof defaultEating.counts) => {
      const all = comings.map((coming, index) => person(idOf(index + 1), { coming }))
      return listSharers(tripWith(all, { settings: { ...defaultEating, counts } })).map(({ id }) => id)
    }
    expect(ids(['not_coming', 'not_coming'], 'all')).toEqual([ana, ben])
    expect(ids(['not_coming', 'unsure'], 'coming')).toEqual([ben])
    expect(ids([], 'coming')).toEqual([])
  })
})

describe('the shares that an expense gets now', () => {
  const idsOf = (change: Partial<Expense>, of = trip) =>
    proposeShares(expenseWith(change), of).map(({ person_id, weight }) => [person_id, weight])

  it('are of everyone who comes, and of planners who are not on the list, but not of those who were removed', () => {
    const shares = [newShare(tom), newShare(gone), newShare(planner, { weight: 500 }), newShare(ana, { weight: 1 })]
    expect(idsOf({ shares })).toEqual([
      [planner, 500],
      [ana, 1000],
      [ben, 1000],
      [kim, 1000],
    ])
    expect(idsOf({ shares }, tripWith(persons, { isKnown: () => true }))[0]).toEqual([gone, 1000])
  })

  it('of named people stay if somebody was removed', () => {
    const shares = [newShare(gone, { weight: 500 }), newShare(ben)]
    expect(idsOf({ shares, is_for_all: false })).toEqual([
      [gone, 500],
      [ben, 1000],
    ])
  })

  it('stay in their order, so that an update moves none', () => {
    const shares = [kim, gone, ben, tom].map((id) => newShare(id))
    const paths = (split: Expense['split']) => {
      const before = { currency: 'EUR', expenses: [expenseWith({ shares, split })], payments: [] }
      const expenses = before.expenses.map((expense) => ({ ...expense, shares: proposeShares(expense, trip) }))
      return diffSection('costs', 'car_trip', before, { ...before, expenses }).map((mutation) => mutation.do)
    }
    expect(paths('equally')).toEqual(['remove', 'remove', 'insert'])
    expect(paths('nights')).not.toContain('move')
  })

  it('are of named people only; those who declined stay with nothing to pay', () => {
    const shares = [newShare(tom), newShare(ben)]
    expect(idsOf({ shares, is_for_all: false, split: 'nights' })).toEqual([
      [tom, 0],
      [ben, 2000],
    ])
  })

  it('keep weights and exact amounts', () => {
    const shares = [newShare(ana, { weight: 2500 }), newShare(ben, { amount: 700 })]
    const proposed = proposeShares(expenseWith({ shares, split: 'weights' }), trip)
    expect(proposed.slice(0, 2)).toEqual(shares)
    expect(proposed[2]).toEqual(newShare(kim))
  })

  it('have one share of somebody who was merged, with the same sum', () => {
    const shares = [newShare(ana, { amount: 300 }), { ...newShare(ana, { amount: 400 }), id: idOf(77) }]
    const proposed = proposeShares(expenseWith({ shares, split: 'amounts', is_for_all: false }), trip)
    expect(proposed).toEqual([newShare(ana, { amount: 700 })])
  })
})

describe('an update', () => {
  const saved = (change: Partial<Expense> = {}) => {
    const expense = expenseWith({ split: 'nights', ...change })
    return { ...expense, shares: proposeShares(expense, trip) }
  }
  const later = tripWith([person(ana), person(ben), ...persons.slice(2)])
  const joined = tripWith([...persons, person(gone)])

  it('is offered if attendance has changed since', () => {
    expect(hasChanged(saved(), trip)).toBe(false)
    expect(hasChanged(saved(), later)).toBe(true)
    expect(hasChanged(saved({ day: 2 }), later)).toBe(false)
    expect(hasChanged(saved(), joined)).toBe(true)
    expect(hasChanged(saved({ split: 'equally' }), later)).toBe(false)
    expect(hasChanged(saved({ split: 'equally' }), joined)).toBe(true)
  })

  it('is not offered for what somebody entered, or for people who are not meant', () => {
    for (const split of ['weights', 'amounts'] as const) expect(hasChanged(saved({ split }), joined)).toBe(false)
    const named = { ...expenseWith({ split: 'equally', is_for_all: false }), shares: [newShare(ana, { weight: 700 })] }
    expect(hasChanged(named, joined)).toBe(false)
  })

  it('does not depend on the order of shares', () => {
    const { shares, ...expense } = saved()
    expect(hasChanged({ ...expense, shares: shares.toReversed() }, trip)).toBe(false)
  })
})
