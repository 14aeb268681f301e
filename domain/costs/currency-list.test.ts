import { describe, expect, it } from 'vitest'
import { expense, newExpense } from '../plan/costs.ts'
import { currencies, currencyName, currencyOfRegion } from './currency-list.ts'

describe('the currencies to choose from', () => {
  it('are those in use, each once, by code', () => {
    expect(currencies).toHaveLength(155)
    expect(currencies).toEqual([...new Set(currencies)].toSorted())
    for (const code of ['EUR', 'CAD', 'XCG', 'ZWG', 'SLE', 'XOF', 'SVC']) expect(currencies).toContain(code)
    for (const code of ['HRK', 'BGN', 'ANG', 'DEM', 'XAU', 'XXX', 'CLF']) expect(currencies).not.toContain(code)
  })

  it('can be stored, and have a name', () => {
    const one = newExpense('00000000-0000-4000-8000-000000000001', 'EUR', '')
    for (const currency of currencies) expect(expense.safeParse({ ...one, currency }).success).toBe(true)
    expect(currencyName('CAD')).toBe('Canadian Dollar')
    expect(currencyName('QQQ')).toBe('QQQ')
  })
})

it.each([
  ['CA', 'CAD'],
  ['ca', 'CAD'],
  ['US', 'USD'],
  ['DE', 'EUR'],
  ['BG', 'EUR'],
  ['LI', 'CHF'],
  ['GB', 'GBP'],
  ['CW', 'XCG'],
  ['SN', 'XOF'],
  ['', ''],
  ['ZZ', ''],
])('the currency of %j is %j', (region, currency) => {
  expect(currencyOfRegion(region)).toBe(currency)
})
