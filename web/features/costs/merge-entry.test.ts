import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { type Expense, newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import { listConflicts, replaceConflicts, withChangedEntry, withChanges } from './merge-entry.ts'

const [ana, ben, cleo] = ['a', 'b', 'c'].map((letter) => `${letter}`.padStart(8, '0')) as [string, string, string]
const base: Expense = {
  ...newExpense('expense', 'EUR', ana),
  name: 'Groceries',
  payers: [newPayer(ana, 4000)],
  shares: [newShare(ana), newShare(ben)],
}

test('two people who change different fields both keep theirs', () => {
  const renamed = { ...base, name: 'Food' }
  const moved = { ...base, date: '2026-08-12' as const, payers: [newPayer(ana, 5000)] } as Expense
  const merged = withChanges(moved, base, renamed)
  expect(merged).toEqual({ ...moved, name: 'Food' })
})

test('lists are merged by entry: what others added, changed and removed stays so', () => {
  const others: Expense = { ...base, shares: [newShare(ben, { weight: 2000 }), newShare(cleo)] }
  const mine: Expense = { ...base, shares: [newShare(ana, { weight: 3000 }), newShare(ben)] }
  // Ana's share was removed by others and changed here: what was entered is kept.
  expect(withChanges(others, base, mine).shares).toEqual([
    newShare(ben, { weight: 2000 }),
    newShare(cleo),
    newShare(ana, { weight: 3000 }),
  ])
  expect(withChanges(others, base, { ...base, shares: [newShare(ana)] }).shares).toEqual([newShare(cleo)])
})

test('an entry that somebody has removed meanwhile is added again', () => {
  const renamed = { ...base, name: 'Food' }
  expect(withChangedEntry([], base, renamed)).toEqual([renamed])
})

test('both changed a field to something else: that is a conflict, and replaced once it is confirmed', () => {
  const others: Expense = { ...base, payers: [newPayer(ana, 2200)], note: 'Theirs', date: '2026-08-12' as LocalDate }
  const mine: Expense = { ...base, payers: [newPayer(ana, 2100)], note: 'Theirs', name: 'Food' }
  expect(listConflicts(others, base, mine)).toEqual(['payers'])
  const confirmed = replaceConflicts(others, base, mine, ['payers'])
  expect(confirmed).toEqual({ ...mine, date: '2026-08-12' })
  expect(withChangedEntry([others], others, confirmed)).toEqual([confirmed])
})

test('different entries of a list are no conflict, unless the list is a whole', () => {
  const others: Expense = {
    ...base,
    payers: [newPayer(ben, 4000)],
    shares: [newShare(ana), newShare(ben), newShare(cleo)],
  }
  const mine: Expense = { ...base, payers: [newPayer(ana, 5000)], shares: [newShare(ben)] }
  expect(listConflicts({ ...others, payers: base.payers }, base, mine, ['payers'])).toEqual([])
  expect(listConflicts(others, base, mine, ['payers'])).toEqual(['payers'])
  // Otherwise both amounts would count.
  expect(replaceConflicts(others, base, mine, ['payers']).payers).toEqual([newPayer(ana, 5000)])
  const heavier: Expense = { ...base, shares: [newShare(ana, { weight: 3000 }), newShare(ben)] }
  expect(listConflicts(heavier, base, mine)).toEqual(['shares'])
})

test('there is no conflict with oneself, or with those who changed nothing', () => {
  const names = fc.constantFrom('Food', 'Groceries', 'Wood')
  const amounts = fc.uniqueArray(fc.tuple(fc.constantFrom(ana, ben, cleo), fc.integer({ min: 1, max: 3 })), {
    selector: ([id]) => id,
  })
  const expenses = fc.record({ name: names, amounts }).map(
    (made): Expense => ({
      ...base,
      name: made.name,
      payers: made.amounts.map(([id, amount]) => newPayer(id, amount)),
    }),
  )
  fc.assert(
    fc.property(expenses, expenses, (before, after) => {
      expect(listConflicts(before, before, after, ['payers'])).toEqual([])
      expect(listConflicts(after, before, before, ['payers'])).toEqual([])
      expect(listConflicts(after, before, after, ['payers'])).toEqual([])
    }),
  )
})

test('if nobody else has changed anything, the result is what was entered', () => {
  const people = fc.uniqueArray(fc.constantFrom(ana, ben, cleo))
  const expenses = fc.record({ name: fc.string(), sharers: people, weight: fc.integer({ min: 0, max: 5 }) }).map(
    ({ name, sharers, weight }): Expense => ({
      ...base,
      name,
      shares: sharers.map((id) => newShare(id, { weight })),
    }),
  )
  const byPerson = (expense: Expense) => ({
    ...expense,
    shares: expense.shares.toSorted((one, other) => (one.id < other.id ? -1 : 1)),
  })
  fc.assert(
    fc.property(expenses, expenses, (before, after) => {
      expect(byPerson(withChanges(before, before, after))).toEqual(byPerson(after))
      expect(withChanges(after, before, before)).toEqual(after)
    }),
  )
})
