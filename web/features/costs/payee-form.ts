import { ibanInGroups, readIban } from '#domain/costs/iban.ts'
import { ibanProblemWords } from '#domain/costs/iban-words.ts'
import { readPaymentLink } from '#domain/costs/payment-link.ts'
import type { Payee } from '#domain/plan/costs.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'

/* Reads what somebody types about how to pay them, and says what is wrong with it. */

export type PayeeDetails = Omit<Payee, 'id' | 'changed_on'>

/** As it is typed. */
export type PayeeForm = PayeeDetails

export const payeeForm = (payee: Payee | undefined): PayeeForm => ({
  iban: ibanInGroups(payee?.iban ?? ''),
  account_name: payee?.account_name ?? '',
  link: payee?.link ?? '',
  note: payee?.note ?? '',
})

interface PayeeProblems {
  iban?: string
  link?: string
}

export function checkPayee(form: PayeeForm): { details: PayeeDetails; problems: PayeeProblems } {
  const iban = isBlank(form.iban) ? { iban: '' } : readIban(form.iban)
  const link = isBlank(form.link) ? '' : readPaymentLink(form.link)
  return {
    details: {
      iban: 'iban' in iban ? iban.iban : '',
      account_name: trimmed(form.account_name),
      link: link ?? '',
      note: trimmed(form.note),
    },
    problems: {
      ...('problem' in iban && { iban: ibanProblemWords(iban) }),
      ...(link === undefined && { link: m.payees_link_wrong() }),
    },
  }
}
