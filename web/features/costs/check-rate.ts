import type { Foreign } from '#domain/costs/convert.ts'
import { parseRate } from '#domain/costs/parse-rate.ts'
import { rateProblemWords } from '#domain/costs/problem-words.ts'
import { rateIn, rateOf, splitRate } from '#domain/costs/rate-text.ts'

/**
 * The rate to store, and what is wrong with what is typed.
 * @param form with the amount as it is typed, and the trip's currency for which it was typed: '1,5 EUR'
 */
export function checkRate(form: Foreign, before: Foreign, tripCurrency: string): { rate: string; problem?: string } {
  const isForeign = form.currency !== tripCurrency && tripCurrency !== ''
  const { text, currency } = splitRate(form.rate)
  const read = isForeign && text.trim() !== '' ? parseRate(text) : { rate: '' }
  if ('problem' in read) {
    const isShown = rateIn(form.rate, tripCurrency) !== ''
    return { rate: before.rate, ...(isShown && { problem: rateProblemWords(read.problem) }) }
  }
  const isSame = form.rate === before.rate && form.currency === before.currency
  // The trip's currency may have changed since: the rate stays in the one before, and does not count.
  return { rate: isSame ? before.rate : rateOf(read.rate, currency || tripCurrency) }
}
