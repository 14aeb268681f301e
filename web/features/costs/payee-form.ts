import { ibanInGroups, readIban } from '#domain/costs/iban.ts'
import { ibanProblemWords } from '#domain/costs/iban-words.ts'
import { MAX_PAYMENT_LINK, readPaymentLink } from '#domain/costs/payment-link.ts'
import { equal } from '#domain/operations/json.ts'
import type { Payee } from '#domain/plan/costs.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'

/* Reads what somebody types about how to pay them, and says what is wrong with it. */

export type PayeeDetails = Omit<Payee, 'id' | 'changed_on'>

/** As it is typed. */
export type PayeeForm = PayeeDetails

export const payeeForm = ({ iban, account_name, link, note }: Payee): PayeeForm => ({
  iban: ibanInGroups(iban),
  account_name,
  link,
  note,
})

/** How to pay the current user, as they are editing it. */
export interface PayeeEditing {
  /** As it was when they began. */
  before: Payee
  form: PayeeForm
}

export const isPayeeChanged = ({ before, form }: PayeeEditing): boolean => !equal(form, payeeForm(before))

interface PayeeProblems {
  iban?: string
  link?: string
}

export function checkPayee(form: PayeeForm): { details: PayeeDetails; problems: PayeeProblems } {
  const iban = isBlank(form.iban) ? { iban: '' } : readIban(form.iban)
  const link = isBlank(form.link) ? { link: '' } : readPaymentLink(form.link)
  return {
    details: {
      iban: 'iban' in iban ? iban.iban : '',
      account_name: trimmed(form.account_name),
      link: 'link' in link ? link.link : '',
      note: trimmed(form.note),
    },
    problems: {
      ...('problem' in iban && { iban: ibanProblemWords(iban) }),
      ...('problem' in link && {
        link: link.problem === 'length' ? m.payees_link_long({ max: MAX_PAYMENT_LINK }) : m.payees_link_wrong(),
      }),
    },
  }
}
