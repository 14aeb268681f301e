import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_MONEY } from '../plan/costs.ts'
import { convert } from './convert.ts'
import { decimalsOf } from './currencies.ts'

describe('an amount in the currency of the trip', () => {
  it.each([
    [1250, 'EUR', '', 'EUR', 1250],
    // 100.00 CHF at 1.0643
    [10_000, 'CHF', '1.0643', 'EUR', 10_643],
    // 3000 yen at 0.0062 are 18.60 euros.
    [3000, 'JPY', '0.0062', 'EUR', 1860],
    // 18.60 euros at 161.29 are 2999.994 yen.
    [1860, 'EUR', '161.29', 'JPY', 3000],
    // 1.500 dinars at 3 are 4.50 euros.
    [1500, 'KWD', '3', 'EUR', 450],
    // Half a cent is rounded up: 0.01 at 0.5 and 1.5.
    [1, 'USD', '0.5', 'EUR', 1],
    [1, 'USD', '1.5', 'EUR', 2],
    [1, 'USD', '0.4999999999', 'EUR', 0],
    [100, 'USD', '', 'EUR', undefined],
    [100, 'EUR', '2', 'EUR', 100],
    [100, 'CHF', '1.1 EUR', 'EUR', 110],
    // The trip had another currency when it was entered.
    [100, 'CHF', '1.1 USD', 'EUR', undefined],
    [MAX_MONEY, 'USD', '9999999', 'EUR', undefined],
  ])('%i %s at %j in %s', (amount, currency, rate, tripCurrency, converted) => {
    expect(convert(amount, { currency, rate }, tripCurrency)).toBe(converted)
  })
})

it('differs from the exact amount by half a unit at most', () => {
  const anyRate = fc
    .tuple(fc.nat(9_999_999), fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 10 }))
    .map(([whole, fraction]) => `${whole}${fraction && `.${fraction}`}`)
  const anyCurrency = fc.constantFrom('EUR', 'JPY', 'KWD', 'CLF')
  fc.assert(
    fc.property(fc.nat(MAX_MONEY), anyRate, anyCurrency, anyCurrency, (amount, rate, currency, tripCurrency) => {
      fc.pre(currency !== tripCurrency)
      const converted = convert(amount, { currency, rate }, tripCurrency)
      // Exact: amount * rate * 10^(decimals there) / 10^(decimals here + decimals of the rate)
      const [whole, fraction = ''] = rate.split('.') as [string, string?]
      const numerator = BigInt(amount) * BigInt(whole + fraction) * 10n ** BigInt(decimalsOf(tripCurrency))
      const denominator = 10n ** BigInt(decimalsOf(currency) + fraction.length)
      if (converted === undefined) expect(numerator > BigInt(MAX_MONEY) * 10n * denominator).toBe(true)
      else {
        const off = 2n * (BigInt(converted) * denominator - numerator)
        expect(off > -denominator && off <= denominator).toBe(true)
      }
    }),
    { numRuns: 500 },
  )
})
