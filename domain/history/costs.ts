import * as m from '#messages'
import { formatMoney } from '../costs/format-money.ts'
import type { Costs, Expense, Fee, Payment } from '../plan/costs.ts'
import type { MoneyFacts } from './facts.ts'
import { dateChange, quote, type SectionHistory, textChange } from './words.ts'

type Own<Entry> = Omit<Entry, 'id' | 'payers' | 'shares' | 'receipts'>
interface OfExpense {
  facts?: MoneyFacts | undefined
  within: [Own<Expense>, ...unknown[]]
}
interface OfPayment {
  facts?: MoneyFacts | undefined
  within: [Own<Payment>]
}

interface OfFee {
  facts?: MoneyFacts | undefined
  within: [Own<Fee>]
}

/** The arguments of a message about an expense. */
const expenseOf = ({ within: [{ name }] }: OfExpense) => ({ expense: quote(name) })
const wholeExpense = (change: OfExpense) => ({ ...expenseOf(change), ...moneyOf(change, change.facts?.total ?? 0) })
/** An amount that was changed. */
const moneyChange = (change: (OfExpense | OfPayment | OfFee) & { was: number; to: number }) => ({
  was: moneyOf(change, change.was).amount,
  ...moneyOf(change, change.to),
})
/** As elsewhere in the trip: its currency has its symbol alone. */
const moneyOf = ({ within: [{ currency }], facts }: OfExpense | OfPayment | OfFee, amount: number) => ({
  amount: formatMoney(amount, currency, facts?.currency),
})
const paymentOf = (change: OfPayment) => moneyOf(change, change.within[0].amount)

const feeOf = ({ within: [{ name }] }: OfFee) => ({ fee: quote(name) })
const feeAmount = (change: OfFee & { was: number; to: number }) => ({ ...feeOf(change), ...moneyChange(change) })
/** The details themselves are nobody's business but the payer's, at the moment they pay. */
const payeeChanged = () => m.payees_history_changed()

export const costs: SectionHistory<Costs> = {
  title: () => m.history_section_costs(),
  companions: ['is_for_all', 'answered_amount', 'weight', 'changed_on'],
  words: {
    currency: ({ to }) => m.history_costs_currency({ currency: to || 'none' }),
    expenses: {
      insert: (change) =>
        change.within[0].kind === 'refund'
          ? m.history_refund_added(wholeExpense(change))
          : m.history_expense_added(wholeExpense(change)),
      remove: (change) => m.history_expense_removed(wholeExpense(change)),
      move: () => m.history_expenses_moved(),
      each: {
        name: (change) => m.history_expense_name(textChange(change)),
        kind: (change) => m.history_expense_kind({ ...expenseOf(change), kind: change.to }),
        category: (change) => m.history_expense_category({ ...expenseOf(change), category: change.to }),
        date: (change) => m.history_expense_date({ ...expenseOf(change), ...dateChange(change) }),
        day: (change) => m.history_expense_day({ ...expenseOf(change), day: change.to }),
        meal: (change) => m.history_expense_meal({ ...expenseOf(change), meal: change.to || 'none' }),
        currency: (change) => m.history_expense_currency({ ...expenseOf(change), currency: change.to }),
        rate: (change) => m.history_expense_rate({ ...expenseOf(change), ...textChange(change) }),
        payers: {
          insert: (change) =>
            m.history_payer_added({ ...expenseOf(change), ...moneyOf(change, change.within[1].amount) }),
          remove: (change) => m.history_payer_removed(expenseOf(change)),
          move: (change) => m.history_expense_moved(expenseOf(change as OfExpense)),
          each: {
            person_id: (change) => m.history_payer_changed(expenseOf(change)),
            amount: (change) => m.history_payer_amount({ ...expenseOf(change), ...moneyChange(change) }),
          },
        },
        split: (change) => m.history_expense_split({ ...expenseOf(change), split: change.to }),
        is_for_all: (change) => m.history_expense_shares(expenseOf(change)),
        shares: {
          insert: (change) => m.history_expense_shares(expenseOf(change)),
          remove: (change) => m.history_expense_shares(expenseOf(change)),
          move: (change) => m.history_expense_moved(expenseOf(change as OfExpense)),
          each: {
            person_id: (change) => m.history_expense_shares(expenseOf(change)),
            weight: (change) => m.history_expense_shares(expenseOf(change)),
            amount: (change) => m.history_expense_shares(expenseOf(change)),
          },
        },
        note: (change) => m.history_expense_note(expenseOf(change)),
        receipts: {
          insert: (change) => m.history_receipt_added(expenseOf(change)),
          remove: (change) => m.history_receipt_removed(expenseOf(change)),
          move: (change) => m.history_expense_moved(expenseOf(change as OfExpense)),
          each: { file_name: (change) => m.history_receipt_renamed(expenseOf(change)) },
        },
        added_by: (change) => m.history_expense_added_by(expenseOf(change)),
      },
    },
    payments: {
      insert: (change) => m.history_payment_added(paymentOf(change)),
      remove: (change) => m.history_payment_removed(paymentOf(change)),
      move: () => m.history_payments_moved(),
      each: {
        from: (change) => m.history_payment_people(paymentOf(change)),
        to: (change) => m.history_payment_people(paymentOf(change)),
        amount: (change) => m.history_payment_amount(moneyChange(change)),
        currency: (change) => m.history_payment_currency({ currency: change.to }),
        rate: (change) => m.history_payment_rate({ ...paymentOf(change), ...textChange(change) }),
        date: (change) => m.history_payment_date({ ...paymentOf(change), ...dateChange(change) }),
        note: (change) => m.history_payment_note(paymentOf(change)),
        added_by: (change) => m.history_payment_people(paymentOf(change)),
        answer: (change) => m.history_payment_answer({ ...paymentOf(change), answer: change.to || 'none' }),
        // They gave the same answer again, to another amount.
        answered_amount: (change) =>
          m.history_payment_answer({ ...paymentOf(change), answer: change.within[0].answer || 'none' }),
        fee: (change) => m.fees_history_payment({ ...paymentOf(change), is: change.to === '' ? 'none' : 'fee' }),
      },
    },
    former: {
      insert: ({ within: [{ name }] }) => m.history_former_kept({ name: quote(name) }),
      remove: ({ within: [{ name }] }) => m.history_former_dropped({ name: quote(name) }),
      move: () => m.history_former_moved(),
      each: { name: ({ was, to }) => m.history_former_renamed({ was: quote(was), to: quote(to) }) },
    },
    payees: {
      insert: payeeChanged,
      remove: () => m.payees_history_dropped(),
      move: payeeChanged,
      each: {
        note: payeeChanged,
        link: payeeChanged,
        iban: payeeChanged,
        account_name: payeeChanged,
        changed_on: payeeChanged,
      },
    },
    fees: {
      insert: (change) => m.fees_history_added(feeOf(change)),
      remove: (change) => m.fees_history_removed(feeOf(change)),
      move: () => m.fees_history_moved(),
      each: {
        name: (change) => m.fees_history_name(textChange(change)),
        adult: (change) => m.fees_history_adult(feeAmount(change)),
        child: (change) => m.fees_history_child(feeAmount(change)),
        currency: (change) => m.fees_history_currency({ ...feeOf(change), currency: change.to }),
        due: (change) => m.fees_history_due({ ...feeOf(change), ...dateChange(change) }),
        to: (change) => m.fees_history_to(feeOf(change)),
      },
    },
  },
}
