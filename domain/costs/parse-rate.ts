import { type Digits, readNumber, withPlainDigits } from './read-number.ts'

export type RateProblem = 'empty' | 'not_a_rate'

const MAX_LENGTH = 60
const MAX_WHOLE = 7
const MAX_FRACTION = 10

/**
 * A rate as people type it: '1,0834'. '1,083' is a problem, since it may be one thousand; '1.083' is not.
 * @returns decimal text as rates are stored: '1.0834'
 */
export function parseRate(text: string): { rate: string } | { problem: RateProblem } {
  const typed = text.trim()
  if (typed === '') return { problem: 'empty' }
  const digits =
    typed.length <= MAX_LENGTH && readNumber(withPlainDigits(typed), { comma: 'unclear', point: 'decimals' })
  return digits && isRate(digits) ? { rate: rateText(digits) } : { problem: 'not_a_rate' }
}

function isRate({ whole, fraction }: Digits): boolean {
  return whole.length <= MAX_WHOLE && fraction.length <= MAX_FRACTION && /[1-9]/.test(whole + fraction)
}

const rateText = ({ whole, fraction }: Digits) => whole + (fraction && `.${fraction}`)
