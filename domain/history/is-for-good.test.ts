import { expect, it } from 'vitest'
import { costs, newExpense } from '../plan/costs.ts'
import { withLastingParts } from './is-for-good.ts'

it('an earlier version of the costs has the names of people who were removed since', () => {
  const earlier = { ...costs.empty, expenses: [newExpense('1', 'EUR', 'ana')] }
  const current = { ...costs.empty, former: [{ id: 'ben', name: 'Ben' }] }
  expect(withLastingParts('costs', earlier, current)).toEqual({ ...earlier, former: current.former })
  expect(withLastingParts('notes', earlier, current)).toBe(earlier)
})
