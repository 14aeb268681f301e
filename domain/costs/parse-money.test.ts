import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MAX_MONEY } from '../plan/costs.ts'
import { currencies } from './currency-list.ts'
import { formatMoney } from './format-money.ts'
import { moneyText, parseMoney } from './parse-money.ts'

const read = (text: string, currency = 'EUR') => {
  const parsed = parseMoney(text, currency)
  return 'amount' in parsed ? parsed.amount : parsed.problem
}
const anyAmount = fc.oneof(fc.integer({ min: 1, max: MAX_MONEY }), fc.integer({ min: 1, max: 20_000 }))
const anyCurrency = fc.constantFrom(...currencies)

describe('an amount as people type it', () => {
  it.each([
    ['12,50', 1250],
    ['12.5', 1250],
    ['12', 1200],
    ['12.', 1200],
    ['.5', 50],
    [',50', 50],
    ['0,05', 5],
    ['007', 700],
    ["1'200.00", 120_000],
    ['1’200.00', 120_000],
    ['1 200,00', 120_000],
    ['1\u00a0200,00', 120_000],
    ['1\u202f200,00', 120_000],
    ['1\u2009200,00', 120_000],
    ['1.200,50', 120_050],
    ['1,200.50', 120_050],
    ['1,200', 120_000],
    ['1,200,300', 120_030_000],
    ['1.200.300', 120_030_000],
    ['12,34,567.00', 123_456_700],
    ['0,500', 'too_many_decimals'],
    ['€12.50', 1250],
    ['€ 12.50', 1250],
    ['12,50 €', 1250],
    ['12.50 EUR', 1250],
    ['eur 12.50', 1250],
    ['5 euros', 500],
    ['  7\t', 700],
    ['+5', 500],
    ['10.-', 1000],
    ['10,--', 1000],
    ['10.–', 1000],
    ['１２．５０', 1250],
    ['٣٥٫٥٠', 3550],
    ['۳۵', 3500],
    ['१२', 1200],
    ['12.000', 'too_many_decimals'],
    ['12.0000', 1200],
    ['1000000000', MAX_MONEY],
  ] as const)('%j', (text, amount) => {
    expect(read(text)).toBe(amount)
  })

  it.each([
    ['¥3000', 'JPY', 3000],
    ['￥3,000', 'JPY', 3000],
    ['3000円', 'JPY', 3000],
    ['3000.00', 'JPY', 3000],
    ['3.000', 'CLP', 3000],
    ['$3.000', 'CLP', 3000],
    ['$5', 'CAD', 500],
    ['$5', 'USD', 500],
    ['US$5', 'USD', 500],
    ['C$5', 'CAD', 500],
    ['CHF 10.-', 'CHF', 1000],
    ['10.- Fr.', 'CHF', 1000],
    ['Rs.500', 'INR', 50_000],
    ['12 kr.', 'SEK', 1200],
    ['K12', 'MMK', 1200],
    ['1.200', 'KWD', 1200],
    ['0,500', 'KWD', 500],
    ['1,200.500', 'KWD', 1_200_500],
    ['1.200,500', 'KWD', 1_200_500],
    ['1,200,300', 'KWD', 1_200_300_000],
  ])('%j in %s', (text, currency, amount) => {
    expect(read(text, currency)).toBe(amount)
  })
})

describe('what is no amount', () => {
  it.each([
    ['', 'empty'],
    [' \u00a0\t', 'empty'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['-0', 'zero'],
    ['-5', 'negative'],
    ['−5', 'negative'],
    ['€-5', 'negative'],
    ['-€5', 'negative'],
    ['5-', 'negative'],
    ['(5)', 'negative'],
    ['(€5.00)', 'negative'],
    ['12.505', 'too_many_decimals'],
    ['12.500', 'too_many_decimals'],
    ['1,200.505', 'too_many_decimals'],
    ['0.001', 'too_many_decimals'],
    ['1000000000.01', 'too_large'],
    ['1000000000000000', 'too_large'],
    ['9'.repeat(50), 'too_large'],
    ...[
      ['😀', '💶 5', 'Infinity', 'NaN', '1e5', '1e15', '0x10', '12k', '1/2', '12½'],
      ['12²', '.', ',', '-', '()', '(-5)', '--5', '2-3', '5+3', '1,5,3', '1,200,', '12. 50', '12 50', '1 00', '5 5 5'],
      ["1''200", '1.200 300', '€', 'EUR', '5 €€', 'five', '1_000', '10%', '12:50', 'CHF 5', '$5', '5 USD', "'5", '٣x'],
    ]
      .flat()
      .map((text) => [text, 'not_a_number']),
  ] as [string, string][])('%j', (text, problem) => {
    expect(read(text)).toBe(problem)
  })

  it('is a text of thousands of characters', () => {
    for (const character of ['9', 'x', '-', '(', ',', '.9', ' 9'])
      expect(read(character.repeat(5000))).toBe('not_a_number')
    expect(read(' '.repeat(5000))).toBe('empty')
    expect(read(`${' '.repeat(5000)}5`)).toBe(500)
  })

  it.each([
    ['12.5', 'JPY', 'too_many_decimals'],
    ['1,200', 'KWD', 'not_a_number'],
    ['1,200', 'CLF', 'not_a_number'],
    ['12k', 'MMK', 'not_a_number'],
    ['12 K', 'PGK', 'not_a_number'],
    ['CHF.50', 'CHF', 'not_a_number'],
    ['€5', 'CHF', 'not_a_number'],
    ['kr 5', 'EUR', 'not_a_number'],
  ])('%j in %s, where it is unclear or in another currency', (text, currency, problem) => {
    expect(read(text, currency)).toBe(problem)
  })
})

describe('any amount', () => {
  it('is read as it is shown', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, (amount, currency) => {
        for (const text of [formatMoney(amount, currency), moneyText(amount, currency)])
          expect([text, parseMoney(text, currency)]).toEqual([text, { amount }])
      }),
      { numRuns: 500 },
    )
    for (const currency of currencies)
      for (const amount of [1, 10, 999, 1000, 1_200_000, MAX_MONEY])
        expect(parseMoney(formatMoney(amount, currency), currency)).toEqual({ amount })
  })

  it('is read as it is shown in a trip of any currency', () => {
    fc.assert(
      fc.property(anyAmount, anyCurrency, anyCurrency, (amount, currency, tripCurrency) => {
        const text = formatMoney(amount, currency, tripCurrency)
        expect([text, parseMoney(text, currency)]).toEqual([text, { amount }])
      }),
      { numRuns: 500 },
    )
    for (const currency of currencies)
      expect(parseMoney(formatMoney(123, currency, currency), currency)).toEqual({ amount: 123 })
  })

  it('is in the dollars of its field', () => {
    for (const currency of ['AUD', 'CAD', 'HKD', 'MXN', 'NZD', 'SGD', 'USD', 'XCD'])
      for (const text of ['$5', '5 $', '$ 5.00', '5 dollars'])
        expect([currency, read(text, currency)]).toEqual([currency, 500])
  })

  it('is read as Intl writes it in other languages, or not at all if that is unclear', () => {
    const locales = ['de', 'de-CH', 'fr', 'fr-CH', 'en-IN', 'es', 'it', 'pl', 'sv', 'ja', 'ar-EG', 'fa', 'hi', 'pt-BR']
    for (const locale of locales)
      for (const currency of ['EUR', 'CHF', 'JPY', 'SEK', 'PLN', 'INR', 'CAD', 'KWD'])
        for (const amount of [1, 1250, 123_456, 1_200_000, 98_765_432_100]) {
          const decimals = moneyText(1, currency).split('.')[1]?.length ?? 0
          const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals })
          const result = read(format.format(amount / 10 ** decimals), currency)
          // Amounts with three decimals and a comma have two readings.
          expect(currency === 'KWD' ? [amount, 'not_a_number'] : [amount]).toContain(result)
        }
  })

  it('never is NaN, zero, negative or too large, and nothing throws', () => {
    const piece = fc.oneof(
      fc.constantFrom(..."0123456789.,’' -+()€$¥٣۵１\u00a0"),
      fc.constantFrom('EUR', 'kr.', '000', '1e5', '😀'),
      fc.string({ maxLength: 3, unit: 'binary' }),
    )
    const anyText = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
    fc.assert(
      fc.property(anyText, anyCurrency, (text, currency) => {
        const parsed = parseMoney(text, currency)
        if ('problem' in parsed) return
        expect(Number.isInteger(parsed.amount) && parsed.amount > 0 && parsed.amount <= MAX_MONEY).toBe(true)
        // The digits of the amount are the digits that were typed.
        expect(parseMoney(moneyText(parsed.amount, currency), currency)).toEqual(parsed)
      }),
      { numRuns: 600 },
    )
  })
})

describe('the text of an input', () => {
  it('has the decimals of the currency', () => {
    expect(moneyText(1250, 'EUR')).toBe('12.50')
    expect(moneyText(5, 'EUR')).toBe('0.05')
    expect(moneyText(0, 'EUR')).toBe('0.00')
    expect(moneyText(-1250, 'EUR')).toBe('-12.50')
    expect(moneyText(3000, 'JPY')).toBe('3000')
    expect(moneyText(1, 'KWD')).toBe('0.001')
    expect(moneyText(MAX_MONEY, 'EUR')).toBe('1000000000.00')
  })
})
