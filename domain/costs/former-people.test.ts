import { expect, test } from 'vitest'
import { type Costs, newExpense, newPayer, newPayment, newShare } from '../plan/costs.ts'
import { listNamed, withFormerPeople } from './former-people.ts'

const costs: Costs = {
  currency: 'EUR',
  expenses: [{ ...newExpense('x', 'EUR', 'ana'), payers: [newPayer('ben', 900)], shares: [newShare('cem')] }],
  payments: [newPayment('p', { from: 'dora', to: 'eli', amount: 1, currency: 'EUR' }, '')],
  former: [{ id: 'ben', name: 'Ben' }],
  payees: [],
  fees: [],
}

test('everybody whom an entry names, once', () => {
  expect(listNamed(costs)).toEqual(['ben', 'cem', 'dora', 'eli', 'ana'])
})

test('the costs keep the names of those whom an entry names, as they were called last', () => {
  const leaving = ['ben', 'cem', 'fay', 'eli'].map((id) => ({ id, name: id === 'eli' ? ' ' : `New ${id}` }))
  const { former } = withFormerPeople(costs, leaving)
  expect(former).toEqual([
    { id: 'ben', name: 'New ben' },
    { id: 'cem', name: 'New cem' },
  ])
  expect(withFormerPeople(costs, [{ id: 'ben', name: 'Ben' }])).toBe(costs)
  expect(withFormerPeople(costs, [])).toBe(costs)
})
