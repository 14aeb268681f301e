import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyExpense, idOf } from '#domain/costs/testing/any-costs.ts'
import { type Expense, newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import { mealTypes } from '#domain/plan/day-parts.ts'
import { newPerson, type Party } from '#domain/plan/people.ts'
import { checkExpense } from './check-expense.ts'
import { type ExpenseForm, emptyForm, formOf } from './expense-form.ts'
import { groupOf } from './testing/group-of.ts'

/* What nobody changes in the dialog stays as it was stored, whatever has become of the people since. */

const ids = [1, 2, 3, 4].map(idOf) as [string, string, string, string]
const [ana, ben, kim] = ids

/** Of the people whom expenses name, some are on the list, in any order and with any answer. Others were removed. */
const anyPeople = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...ids), fc.constantFrom('coming', 'unsure', 'not_coming', 'open')), {
    selector: ([id]) => id,
  })
  .map((listed): Party[] =>
    listed.map(([id, coming]) => ({
      id: `party of ${id}`,
      name: '',
      persons: [{ ...newPerson(id, 'Name'), coming: coming as ReturnType<typeof newPerson>['coming'] }],
    })),
  )

const anyStored = fc
  .record({
    expense: anyExpense,
    name: fc.constantFrom('', 'Cabin', ' Cabin '),
    day: fc.constantFrom(0, 1, 9),
    meal: fc.constantFrom('' as const, ...mealTypes),
    is_for_all: fc.boolean(),
    rate: fc.constantFrom('', '1.50', '0.0062 EUR', '2 USD'),
  })
  .map(({ expense, ...rest }): Expense => ({ ...expense, ...rest, added_by: ana }))

const save = (before: Expense, people: Party[], changed: Partial<ExpenseForm> = {}, later = people) =>
  checkExpense({ ...formOf(before, groupOf(ana, people)), ...changed }, before, groupOf(ana, later), 'EUR')

test('saving an unchanged form changes nothing, and a note changes only the note', () => {
  let saved = 0
  fc.assert(
    fc.property(anyStored, anyPeople, (before, people) => {
      const unchanged = save(before, people)
      if (!unchanged.isValid) return
      saved += 1
      expect(unchanged.expense).toEqual(before)
      expect(save(before, people, { note: 'Paid in cash' }).expense).toEqual({ ...before, note: 'Paid in cash' })
    }),
    { numRuns: 500 },
  )
  expect(saved).toBeGreaterThan(50)
})

const listed = (...people: [string, 'coming' | 'not_coming'][]): Party[] =>
  people.map(([id, coming]) => ({ id, name: '', persons: [{ ...newPerson(id, id), coming }] }))

test.each(['amounts', 'weights'] as const)('somebody who has declined keeps their share of %s', (split) => {
  const before: Expense = {
    ...newExpense('x', 'EUR', ana),
    payers: [newPayer(ana, 3000)],
    split,
    shares: [ana, ben, kim].map((id) => newShare(id, split === 'amounts' ? { amount: 1000 } : { weight: 2000 })),
  }
  const people = listed([ana, 'coming'], [ben, 'coming'], [kim, 'not_coming'])
  expect(save(before, people, { note: 'New' }).expense.shares).toEqual(before.shares)
  const [first, second, third] = before.shares
  const changed = { [split === 'amounts' ? 'exact' : 'weights']: { [ana]: '5', [ben]: '10', [kim]: '10' } }
  expect(save(before, people, changed).expense.shares).toHaveLength(3)
  expect(save({ ...before, is_for_all: false }, people, { chosen: [ana, ben] }).expense.shares).toEqual([first, second])
  expect(third?.person_id).toBe(kim)
})

test('two entries of somebody who was merged become one when their amount is changed', () => {
  const twice = [{ ...newShare(ben, { amount: 300 }), id: 'merged' }, newShare(ben, { amount: 700 })]
  const before: Expense = {
    ...newExpense('x', 'EUR', ana),
    payers: [newPayer(ana, 3000)],
    split: 'amounts',
    shares: [...twice, newShare(ana, { amount: 2000 })],
  }
  const people = listed([ana, 'coming'], [ben, 'coming'])
  const { expense } = save(before, people, { exact: { [ana]: '20.00', [ben]: '9' } })
  expect(expense.shares).toEqual([{ ...newShare(ben, { amount: 900 }), id: 'merged' }, newShare(ana, { amount: 2000 })])
})

test('the day of an expense that is shared equally changes no share, but the day of nights does', () => {
  const before: Expense = {
    ...newExpense('x', 'EUR', ana),
    payers: [newPayer(ana, 3000)],
    shares: [newShare(ana), newShare(kim)],
  }
  const people = listed([ana, 'coming'], [ben, 'coming'], [kim, 'not_coming'])
  expect(save(before, people, { day: 2, meal: 'dinner' }).expense).toEqual({ ...before, day: 2, meal: 'dinner' })
  const nights: Expense = { ...before, split: 'nights', shares: [newShare(ana, { weight: 2000 })] }
  expect(save(nights, people, { day: 2, meal: 'dinner' }).expense.shares).toEqual([newShare(ana), newShare(ben)])
})

test('if nobody comes, everybody on the list shares a new expense, and somebody alone need only enter an amount', () => {
  const fresh = newExpense('x', 'EUR', ana)
  const add = (people: Party[]) => {
    const group = groupOf(ana, people)
    return checkExpense({ ...emptyForm('EUR', '', group), amount: '10' }, fresh, group, 'EUR')
  }
  const sharersOf = (people: Party[]) => add(people).expense.shares.map(({ person_id }) => person_id)
  expect(add(listed([ana, 'not_coming'])).isValid).toBe(true)
  expect(sharersOf(listed([ana, 'not_coming']))).toEqual([ana])
  expect(sharersOf(listed([ana, 'not_coming'], [ben, 'not_coming']))).toEqual([ana, ben])
  expect(sharersOf([])).toEqual([ana])
})

test('who shares an expense of a party stays as it was chosen if the party changes meanwhile', () => {
  const family = (...persons: string[]): Party[] => [
    { id: 'family', name: '', persons: persons.map((id) => ({ ...newPerson(id, id), coming: 'coming' as const })) },
    ...listed([kim, 'coming']),
  ]
  const before: Expense = {
    ...newExpense('x', 'EUR', ana),
    payers: [newPayer(ana, 3000)],
    is_for_all: false,
    shares: [newShare(ana), newShare(ben)],
  }
  expect(save(before, family(ana, ben), {}, family(ana)).expense).toEqual(before)
})

test('somebody who has left the trip is not added again when an expense is shared in another way', () => {
  const before: Expense = {
    ...newExpense('x', 'EUR', ana),
    payers: [newPayer(ana, 3000)],
    shares: [newShare(ana), newShare(ben), newShare(kim)],
  }
  const people = listed([ana, 'coming'], [ben, 'coming'])
  const sharersOf = (expense: Expense, changed: Partial<ExpenseForm>) =>
    save(expense, people, changed).expense.shares.map(({ person_id }) => person_id)
  expect(sharersOf(before, { amount: '60' })).toEqual([ana, ben, kim])
  expect(sharersOf(before, { split: 'weights' })).toEqual([ana, ben])
  expect(sharersOf({ ...before, is_for_all: false }, { sharing: 'all' })).toEqual([ana, ben])
  expect(sharersOf({ ...before, is_for_all: false }, { split: 'weights' })).toEqual([ana, ben, kim])
})
