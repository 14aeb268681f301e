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

it.each([
  ['USD', 'USD', '$5.00'],
  ['CAD', 'USD', 'CA$5.00'],
  ['AUD', 'USD', 'A$5.00'],
  ['EUR', 'USD', '€5.00'],
  ['USD', 'CAD', 'US$5.00'],
  ['CAD', 'CAD', '$5.00'],
  ['USD', 'EUR', 'US$5.00'],
  ['CNY', 'CNY', '¥5.00'],
  ['GBP', 'FKP', 'GBP 5.00'],
  ['SEK', 'SEK', 'kr 5.00'],
  ['NOK', 'SEK', 'NOK 5.00'],
  ['USD', '', '$5.00'],
])('500 %s in a trip of %s is %s', (currency, tripCurrency, text) => {
  expect(formatMoney(500, currency, tripCurrency).replaceAll('\u00a0', ' ')).toBe(text)
})

it('is different in every currency of a trip', () => {
  const all = currencies.filter((currency) => currency !== 'XAF')
  for (const tripCurrency of ['USD', 'AUD', 'FKP', 'CNY', 'KPW', 'SEK', 'LKR', 'EUR', 'CHF']) {
    const symbols = all.map((currency) => formatMoney(0, currency, tripCurrency).replace(/[\d.,\s]/g, ''))
    expect([tripCurrency, symbols.filter((symbol, index) => symbols.indexOf(symbol) !== index)]).toEqual([
      tripCurrency,
      [],
    ])
  }
})
