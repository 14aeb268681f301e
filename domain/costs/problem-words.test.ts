import { expect, it } from 'vitest'
import { problemWords, rateProblemWords } from './problem-words.ts'

it('says what is wrong with an amount, with an example in its currency', () => {
  expect(problemWords('empty', 'EUR')).toBe('Enter an amount.')
  expect(problemWords('not_a_number', 'EUR')).toBe('Enter an amount in EUR, such as 12.50.')
  expect(problemWords('not_a_number', 'JPY')).toBe('Enter an amount in JPY, such as 1250.')
  for (const other of ['¥3000', '5 USD'])
    expect(problemWords('not_a_number', 'CAD', other)).toBe(
      'Enter an amount in CAD, such as 12.50, or choose another currency first.',
    )
  expect(problemWords('not_a_number', 'CAD', '1e15')).toBe('Enter an amount in CAD, such as 12.50.')
  expect(problemWords('negative', 'EUR')).toMatch(/turn on “Money came back”/)
  expect(problemWords('zero', 'EUR')).toBe('Enter an amount above zero.')
  expect(problemWords('too_many_decimals', 'EUR')).toMatch(/^EUR has at most 2 decimals\. .* 12\.50/)
  expect(problemWords('too_many_decimals', 'JPY')).toBe('JPY has no decimals. Enter a whole number, such as 1250.')
  expect(problemWords('too_many_decimals', 'KWD')).toMatch(/at most 3 decimals\. .* 12\.500/)
  expect(problemWords('too_many_decimals', 'EUR', '12.505')).toBe(
    'EUR has at most 2 decimals. For thousands, type 12505.',
  )
  expect(problemWords('too_many_decimals', 'EUR', '€1.200')).toBe(
    'EUR has at most 2 decimals. For thousands, type 1200.',
  )
  expect(problemWords('too_many_decimals', 'EUR', '0.001')).toMatch(/ such as 12\.50\.$/)
  expect(problemWords('too_large', 'EUR')).toBe('The largest amount is €1,000,000,000.00.')
})

it('says what is wrong with a rate', () => {
  expect(rateProblemWords('empty')).toBe('Enter a rate.')
  expect(rateProblemWords('not_a_rate')).toMatch(/such as 1\.0834/)
})
