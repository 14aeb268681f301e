import { expect, test } from 'vitest'
import { otherCurrencyOf, rateIn, rateOf, splitRate } from './rate-text.ts'

test.each([
  ['0.92 EUR', '0.92', 'EUR'],
  ['0.92', '0.92', ''],
  ['', '', ''],
  // As somebody types it.
  ['17 500, EUR', '17 500,', 'EUR'],
  ['0.92  EUR', '0.92 ', 'EUR'],
  ['1 USD EUR', '1 USD', 'EUR'],
])('%j is %j in %j', (rate, text, currency) => {
  expect(splitRate(rate)).toEqual({ text, currency })
  if (currency !== '') expect(rateOf(text, currency)).toBe(rate)
})

test('a rate counts in its own currency only, and one without a currency in the trip’s', () => {
  expect(['EUR', 'USD'].map((currency) => rateIn('0.92 EUR', currency))).toEqual(['0.92', ''])
  expect(['EUR', 'USD'].map((currency) => rateIn('0.92', currency))).toEqual(['0.92', '0.92'])
  expect(['EUR', 'USD'].map((currency) => otherCurrencyOf('0.92 EUR', currency))).toEqual(['', 'EUR'])
  expect(otherCurrencyOf('0.92', 'USD')).toBe('')
  expect(rateOf(' ', 'EUR')).toBe('')
})
