import * as m from '#messages'
import { MAX_MONEY } from '../plan/costs.ts'
import { decimalsOf } from './currencies.ts'
import { formatMoney } from './format-money.ts'
import { type MoneyProblem, moneyText } from './parse-money.ts'
import type { RateProblem } from './parse-rate.ts'

/** Twelve and a half, or a number like it in a currency without decimals. */
function exampleIn(currency: string): string {
  const decimals = decimalsOf(currency)
  return moneyText(decimals === 0 ? 1250 : 12.5 * 10 ** decimals, currency)
}

/** '1200' for '1.200', which may mean thousands; undefined for other texts. */
function thousandsIn(text: string): string | undefined {
  const [, whole, rest] = /^\D*([1-9]\d{0,2})[.,](\d{3})\D*$/.exec(text) ?? []
  return whole && rest && whole + rest
}

/** Whether a text has a number and a currency: '¥3000', '5 USD'. */
const namesCurrency = (text: string): boolean => /\d/.test(text) && /\p{Sc}|\b[A-Z]{3}\b/u.test(text)

/**
 * What is wrong with an amount that somebody typed, as a sentence.
 * @param text what they typed
 */
export function problemWords(problem: MoneyProblem, currency: string, text = ''): string {
  const thousands = thousandsIn(text)
  const words: Record<MoneyProblem, () => string> = {
    empty: () => m.costs_input_empty(),
    not_a_number: () => {
      const facts = { currency, example: exampleIn(currency) }
      return namesCurrency(text) ? m.costs_input_other_currency(facts) : m.costs_input_not_a_number(facts)
    },
    negative: () => m.costs_input_negative(),
    zero: () => m.costs_input_zero(),
    too_many_decimals: () =>
      thousands
        ? m.costs_input_maybe_thousands({ currency, count: decimalsOf(currency), thousands })
        : m.costs_input_too_many_decimals({ currency, count: decimalsOf(currency), example: exampleIn(currency) }),
    too_large: () => m.costs_input_too_large({ max: formatMoney(MAX_MONEY, currency) }),
  }
  return words[problem]()
}

/** What is wrong with a rate that somebody typed, as a sentence. */
export function rateProblemWords(problem: RateProblem): string {
  return problem === 'empty' ? m.costs_input_rate_empty() : m.costs_input_rate_not_a_rate()
}
