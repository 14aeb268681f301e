import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expense, newExpense } from '../plan/costs.ts'
import { parseRate } from './parse-rate.ts'

describe('a rate as people type it', () => {
  it.each([
    ['1.0834', '1.0834'],
    ['1,0834', '1.0834'],
    [' 1.08 ', '1.08'],
    ['1.083', '1.083'],
    ['0,083', '0.083'],
    ['.5', '0.5'],
    ['2.', '2'],
    ['007.50', '7.50'],
    ['17500', '17500'],
    ["17'500", '17500'],
    ['17 500,25', '17500.25'],
    ['１．５', '1.5'],
    ['0.0000000001', '0.0000000001'],
  ])('%j', (text, rate) => {
    expect(parseRate(text)).toEqual({ rate })
  })

  it('is a problem if it is missing, unclear, zero or too long', () => {
    expect(parseRate(' ')).toEqual({ problem: 'empty' })
    const wrong = ['0', '0.000', '-1', '+1', '1,083', '1e3', '1/3', '€1', 'NaN', '12345678', '0.00000000001']
    for (const text of [...wrong, '1 1', '1.2.3', '1'.repeat(5000)])
      expect([text, parseRate(text)]).toEqual([text, { problem: 'not_a_rate' }])
  })

  it('is one that the plan can store, whatever is typed', () => {
    const anyText = fc.array(fc.constantFrom(..."0123456789.,' -e"), { maxLength: 14 }).map((all) => all.join(''))
    const one = newExpense('00000000-0000-4000-8000-000000000001', 'EUR', '')
    fc.assert(
      fc.property(fc.oneof(anyText, fc.string()), (text) => {
        const parsed = parseRate(text)
        if ('rate' in parsed) {
          expect(expense.safeParse({ ...one, rate: parsed.rate }).success).toBe(true)
          expect(parseRate(parsed.rate)).toEqual(parsed)
        }
      }),
      { numRuns: 1000 },
    )
  })
})
