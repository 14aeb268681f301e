import { expect, it } from 'vitest'
import { MAX_MONEY } from '../plan/costs.ts'
import { currencies } from './currency-list.ts'
import { formatMoney } from './format-money.ts'

it.each([
  [1250, 'EUR', '€12.50'],
  [3000, 'JPY', '¥3,000'],
  [120_000, 'CHF', 'CHF 1,200.00'],
  [500, 'CAD', '$5.00'],
  [500, 'USD', 'US$5.00'],
  [10_000, 'SEK', 'SEK 100.00'],
  [1500, 'KWD', 'KWD 1.500'],
  [-1250, 'EUR', '-€12.50'],
  [0, 'EUR', '€0.00'],
  [-0, 'EUR', '€0.00'],
  [MAX_MONEY * 5000 + 1, 'EUR', '€5,000,000,000,000.01'],
])('%i %s is %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency).replaceAll('\u00a0', ' ')).toBe(text)
})

it('is different in every currency', () => {
  // The two CFA francs are worth the same, and share their symbol.
  const texts = currencies
    .filter((currency) => currency !== 'XAF')
    .map((currency) => formatMoney(0, currency).replace(/[\d.,\s]/g, ''))
  expect(texts.filter((text, index) => texts.indexOf(text) !== index)).toEqual([])
})
