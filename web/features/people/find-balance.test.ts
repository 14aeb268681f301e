import { afterEach, expect, test, vi } from 'vitest'
import { type Costs, newExpense, newPayer, newShare, costs as section } from '#domain/plan/costs.ts'
import { findBalance } from './find-balance.ts'

const [ana, ben, cem] = [1, 2, 3].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
  string,
]
const boat = { ...newExpense(ana, 'EUR', ana), payers: [newPayer(ana, 1000)], shares: [newShare(ben)] }
const costs: Costs = { ...section.empty, currency: 'EUR', expenses: [boat] }
const named = 'Ben is named in Costs. Their name stays there, so you can still settle up.'

afterEach(() => {
  vi.useRealTimers()
})

test('a balance is told before somebody is removed', async () => {
  expect(await findBalance(costs, { personId: ben, name: 'Ben' })).toMatch(/^Ben owes €10\.00/)
  expect(await findBalance(costs, { personId: cem, name: 'Cem' })).toBe('')
  expect(await findBalance(undefined, { personId: ben, name: 'Ben' })).toBe('')
})

test('people whom the costs name are asked about also where the balance cannot be loaded', async () => {
  const load = vi.fn(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  expect(await findBalance(costs, { personId: ben, name: 'Ben' }, load)).toBe(named)
  expect(await findBalance(costs, { personId: cem, name: 'Cem' }, load)).toBe('')
  expect(load).toHaveBeenCalledOnce()
})

test('a slow connection does not delay the question for long', async () => {
  vi.useFakeTimers()
  const found = findBalance(costs, { personId: ben, name: 'Ben' }, () => new Promise(() => {}))
  await vi.advanceTimersByTimeAsync(3000)
  expect(await found).toBe(named)
})
