import { expect, test } from 'vitest'
import { expenseAmounts } from '#domain/costs/expense-amounts.ts'
import { apply } from '#domain/operations/apply.ts'
import { expandInsert } from '#domain/operations/expand-insert.ts'
import type { Entry, Json } from '#domain/operations/json.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import { type Costs, costs, type Expense } from '#domain/plan/costs.ts'
import { details } from '#domain/plan/details.ts'
import { forms } from '#domain/plan/forms.ts'
import { buildComing, buildParty, buildPerson } from '#domain/testing/people.ts'
import { bookingExpense, bookingExpenseId, withExpenseOnce, withFirstCurrency } from './booking-expense.ts'

const [ana, ben, cleo] = [buildComing('Ana'), buildComing('Ben'), buildPerson('Cleo', { coming: 'not_coming' })]
const group = { me: ana.id, people: [buildParty(ana, ben, cleo)], settings: details.empty.eating }
const id = crypto.randomUUID()
const cost = { id, name: 'Toronto to Lisbon', category: 'transport', date: '' } as const
const passenger = (person_id: string, name = '') => ({ id: crypto.randomUUID(), person_id, name })
const flight = { price: 318_400, currency: 'CAD', passengers: [] }
const sharers = ({ shares }: Expense) => shares.map(({ person_id }) => person_id)

test('everybody who comes shares a booking, unless it says who travels', () => {
  const forAll = bookingExpense(cost, flight, group)
  expect(forAll).toMatchObject({ name: 'Toronto to Lisbon', category: 'transport', currency: 'CAD', is_for_all: true })
  expect(forAll.payers).toMatchObject([{ person_id: ana.id, amount: 318_400 }])
  expect(sharers(forAll)).toEqual([ana.id, ben.id])

  const passengers = [passenger(cleo.id), passenger(ben.id), passenger(ben.id), passenger('', 'A friend')]
  const forSome = bookingExpense(cost, { ...flight, passengers }, group)
  expect(forSome.is_for_all).toBe(false)
  expect(sharers(forSome)).toEqual([cleo.id, ben.id])

  // Nobody of them is on the list.
  const strangers = [passenger('', 'A friend'), passenger(crypto.randomUUID())]
  expect(sharers(bookingExpense(cost, { ...flight, passengers: strangers }, group))).toEqual([ana.id, ben.id])
  expect(sharers(bookingExpense(cost, flight, { ...group, people: [] }))).toEqual([ana.id])
  expect(costs.schema.safeParse({ ...costs.empty, expenses: [forSome] }).success).toBe(true)
})

test('two people who add a booking at once make one expense of its price', () => {
  const [mine, theirs] = [ana, ben].map((one) => bookingExpense(cost, flight, { ...group, me: one.id }))
  const first: Costs = { ...costs.empty, expenses: [mine as Expense] }
  const at = ['expenses', bookingExpenseId(id)]
  const insert: Mutation = { do: 'insert', at, entry: theirs as unknown as Entry, after: null }
  const value = first as unknown as Json
  const after = expandInsert(forms.costs, value, insert).reduce(
    (current, mutation) => apply(current, mutation, { form: forms.costs }).value,
    value,
  )
  const both = after as unknown as Costs
  expect(both.expenses).toHaveLength(1)
  const { paid } = expenseAmounts(both.expenses[0] as Expense, 'CAD')
  expect([...paid.values()].reduce((sum, amount) => sum + amount, 0)).toBe(318_400)
  expect(withExpenseOnce(first, theirs as Expense)).toBe(first)
})

test('a title that is too long for the costs is cut', () => {
  const long = bookingExpense({ ...cost, name: `${'x'.repeat(199)}😀 to Lisbon` }, flight, group)
  expect(costs.schema.safeParse({ ...costs.empty, expenses: [long] }).success).toBe(true)
  expect(long.name.startsWith('x'.repeat(199))).toBe(true)
})

test('the first expense sets the currency of the trip', () => {
  expect(withFirstCurrency(costs.empty, 'CAD').currency).toBe('CAD')
  expect(withFirstCurrency({ ...costs.empty, currency: 'EUR' }, 'CAD').currency).toBe('EUR')
})
