import { moneyText, parseSignedMoney } from '#domain/costs/parse-money.ts'
import { problemWords } from '#domain/costs/problem-words.ts'
import { equal } from '#domain/operations/json.ts'
import type { Fee } from '#domain/plan/costs.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'

/* Reads what somebody types about a fee, and says what is wrong with it. */

export type FeeForm = Omit<Fee, 'id' | 'adult' | 'child'> & { adult: string; child: string }

export const feeForm = ({ id: _, adult, child, ...fee }: Fee): FeeForm => ({
  ...fee,
  adult: adult === 0 ? '' : moneyText(adult, fee.currency),
  child: child === 0 ? '' : moneyText(child, fee.currency),
})

/** A fee that somebody is editing. */
export interface FeeEditing {
  /** As it was when they began. */
  before: Fee
  form: FeeForm
}

export const isFeeChanged = ({ before, form }: FeeEditing): boolean => !equal(form, feeForm(before))

interface FeeProblems {
  adult?: string
  child?: string
}

export function checkFee(form: FeeForm, id: string): { after: Fee; problems: FeeProblems } {
  const [adult, child] = [form.adult, form.child].map((text) => readAmount(text, form.currency)) as [Amount, Amount]
  const isNothing = adult.amount === 0 && child.amount === 0
  const ofAdult = adult.problem ?? (isNothing && !child.problem ? m.fees_amount_wanted() : undefined)
  return {
    after: { ...form, id, name: trimmed(form.name), adult: adult.amount, child: child.amount },
    problems: { ...(ofAdult && { adult: ofAdult }), ...(child.problem && { child: child.problem }) },
  }
}

interface Amount {
  amount: number
  problem?: string
}

/** Nothing typed is nothing to pay. */
function readAmount(text: string, currency: string): Amount {
  if (isBlank(text)) return { amount: 0 }
  const read = parseSignedMoney(text, currency)
  if ('problem' in read) return { amount: 0, problem: problemWords(read.problem, currency, text) }
  return read.amount < 0 ? { amount: 0, problem: m.costs_input_zero() } : read
}
