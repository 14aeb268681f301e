import { expect, test } from 'vitest'
import { checkRate } from './check-rate.ts'

const before = { currency: 'CHF', rate: '' }
const check = (rate: string, tripCurrency: string, was = '') =>
  checkRate({ currency: 'CHF', rate }, { ...before, rate: was }, tripCurrency)

test('a rate is stored with the currency that the trip had when it was typed', () => {
  expect(check('1,05 EUR', 'EUR')).toEqual({ rate: '1.05 EUR' })
  expect(check('1,05 EUR', 'USD')).toEqual({ rate: '1.05 EUR' })
  expect(check('', 'EUR', '1.05 EUR')).toEqual({ rate: '' })
  expect(check('1.05', 'EUR', '1.05')).toEqual({ rate: '1.05' })
})

test('what is wrong is said only where the field shows it', () => {
  expect(check('x EUR', 'EUR', '2 EUR')).toEqual({
    rate: '2 EUR',
    problem: 'Enter a rate above zero, such as 1.0834.',
  })
  expect(check('x EUR', 'USD', '2 EUR')).toEqual({ rate: '2 EUR' })
})

test('an amount in the trip’s currency has no rate', () => {
  expect(checkRate({ currency: 'EUR', rate: '2 EUR' }, before, 'EUR')).toEqual({ rate: '' })
  expect(checkRate({ currency: 'EUR', rate: '2 USD' }, { currency: 'EUR', rate: '2 USD' }, 'EUR').rate).toBe('2 USD')
})
