import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Costs, newExpense, newPayment } from '../plan/costs.ts'
import { countCosts } from './balances.ts'
import { countWithoutRate, multiplyRates, withCurrency } from './change-currency.ts'
import { rateOf } from './rate-text.ts'
import { anyCosts, anyExpense, idOf, sumOf } from './testing/any-costs.ts'

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
  former: [],
  payees: [],
  fees: [],
}
const balancesOf = (any: Costs) =>
  Object.fromEntries([...countCosts(any).people].map(([id, { balance }]) => [id, balance]))
const ratesOf = ({ expenses, payments }: Costs) => [...expenses, ...payments].map(({ rate }) => rate)

describe("a change of the trip's currency", () => {
  it('sets one rate for what was in the currency before, and multiplies the others', () => {
    const changed = withCurrency(costs, 'USD', '1.1')
    expect(changed.currency).toBe('USD')
    expect(ratesOf(changed)).toEqual(['1.1 USD', '0.9 EUR', '0.00682 USD', '', '1.1234567891 EUR', '1.1 USD'])
    expect(countWithoutRate(changed)).toBe(2)
  })

  it('leaves the rates in the currency before without one, so they count again when it is back', () => {
    const changed = withCurrency(costs, 'USD')
    expect(ratesOf(changed)).toEqual(['', '0.9 EUR', '0.0062 EUR', '', '1.1234567891 EUR', ''])
    expect(countWithoutRate(changed)).toBe(5)
    const back = withCurrency(changed, 'EUR')
    expect(ratesOf(back)).toEqual(ratesOf(changed))
    expect(balancesOf(back)).toEqual(balancesOf(costs))
  })

  it('replaces a rate in the new currency that was entered before', () => {
    const there = withCurrency(costs, 'USD', '1.1')
    expect(ratesOf(withCurrency(withCurrency(there, 'EUR', '0.9'), 'USD', '1.2'))[0]).toBe('1.2 USD')
  })

  it('never counts what arrives late by a rate in the currency before', () => {
    const anyCode = fc.constantFrom('EUR', 'USD', 'JPY')
    fc.assert(
      fc.property(anyCosts, anyExpense, anyCode, anyCode, fc.constantFrom('', '2.5'), (any, late, from, to, rate) => {
        fc.pre(from !== to && late.currency !== to)
        const arriving = { ...late, rate: late.currency === from ? '' : rateOf('0.5', from) }
        const changed = withCurrency({ ...any, currency: from }, to, rate)
        const after = { ...changed, expenses: [...changed.expenses, arriving] }
        expect(countCosts(after).expenses.at(-1)?.amounts.counted).toBeUndefined()
        expect(balancesOf(after)).toEqual(balancesOf(changed))
        expect(sumOf(Object.values(balancesOf(after)))).toBe(0)
      }),
    )
  })

  it('is none to the same currency', () => {
    expect(withCurrency(costs, 'EUR', '2')).toBe(costs)
  })

  it('gives rates that can be stored', () => {
    fc.assert(
      fc.property(anyCosts, fc.constantFrom('', '0.5', '9999999', '0.0000000001', '161.25'), (any, rate) => {
        for (const currency of ['JPY', 'USD', 'KWD'])
          for (const changed of ratesOf(withCurrency(any, currency, rate)))
            expect(changed).toMatch(/^(\d{1,7}(\.\d{1,10})?( [A-Z]{3})?)?$/)
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
