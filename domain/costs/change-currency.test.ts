import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Costs, newExpense, newPayment } from '../plan/costs.ts'
import { countWithoutRate, multiplyRates, withCurrency } from './change-currency.ts'
import { anyCosts, idOf } from './testing/any-costs.ts'

const [ana, ben] = [idOf(1), idOf(2)]
const expenseIn = (number: number, currency: string, rate = '') => ({
  ...newExpense(idOf(number), currency, ana),
  rate,
})
const costs: Costs = {
  currency: 'EUR',
  expenses: [
    expenseIn(10, 'EUR'),
    expenseIn(11, 'USD', '0.9'),
    expenseIn(12, 'JPY', '0.0062'),
    expenseIn(13, 'CHF'),
    expenseIn(14, 'GBP', '1.1234567891'),
  ],
  payments: [newPayment(idOf(20), { from: ana, to: ben, amount: 100, currency: 'EUR' }, ana)],
}
const ratesOf = ({ expenses, payments }: Costs) => [...expenses, ...payments].map(({ rate }) => rate)

describe("a change of the trip's currency", () => {
  it('sets one rate for what was in the currency before, and multiplies the others', () => {
    const changed = withCurrency(costs, 'USD', '1.1')
    expect(changed.currency).toBe('USD')
    expect(ratesOf(changed)).toEqual(['1.1', '', '0.00682', '', '', '1.1'])
    expect(countWithoutRate(changed)).toBe(2)
  })

  it('removes all rates without one', () => {
    const changed = withCurrency(costs, 'USD')
    expect(ratesOf(changed)).toEqual(['', '', '', '', '', ''])
    expect(countWithoutRate(changed)).toBe(5)
  })

  it('is none to the same currency', () => {
    expect(withCurrency(costs, 'EUR', '2')).toBe(costs)
  })

  it('gives rates that can be stored', () => {
    fc.assert(
      fc.property(anyCosts, fc.constantFrom('', '0.5', '9999999', '0.0000000001', '161.25'), (any, rate) => {
        for (const currency of ['JPY', 'USD', 'KWD'])
          for (const changed of ratesOf(withCurrency(any, currency, rate)))
            expect(changed).toMatch(/^(\d{1,7}(\.\d{1,10})?)?$/)
      }),
      { numRuns: 50 },
    )
  })
})

describe('the product of two rates', () => {
  it.each([
    ['0.9', '1.1', '0.99'],
    ['2', '3', '6'],
    ['0.5', '2', '1'],
    ['0.00001', '0.00001', '0.0000000001'],
    ['0.00001', '0.000001', ''],
    ['1.1234567891', '1.1', ''],
    ['1000000', '10', ''],
    ['1000000', '9', '9000000'],
    ['0.1000000000', '0.5000000000', '0.05'],
    ['', '2', ''],
    ['0', '2', ''],
  ])('%s and %s is %j', (one, other, product) => {
    expect(multiplyRates(one, other)).toBe(product)
    expect(multiplyRates(other, one)).toBe(product)
  })
})
