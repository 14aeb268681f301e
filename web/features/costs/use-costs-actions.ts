import { useMemo } from 'react'
import type { Attending } from '#domain/costs/attendance.ts'
import { withCurrency, withRateCurrencies } from '#domain/costs/change-currency.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { equal } from '#domain/operations/json.ts'
import type { Costs, Expense, Fee, Payee, Payment } from '#domain/plan/costs.ts'
import * as m from '#messages'
import type { Undo } from '#web/ui/undo-bar.tsx'
import {
  withAnswer,
  withChangedExpense,
  withChangedFee,
  withChangedPayment,
  withExpense,
  withFee,
  withFirstCurrency,
  withImported,
  withOwnAnswer,
  withoutDetails,
  withoutExpense,
  withoutFee,
  withoutPayment,
  withPayee,
  withPayment,
  withUpdatedShares,
} from './costs-edits.ts'
import type { CostsGroup } from './costs-group.ts'
import { expenseTitle } from './costs-words.ts'
import { feeTitle } from './fee-words.ts'
import type { PayeeDetails } from './payee-form.ts'
import type { CostsView } from './use-costs.ts'

/** What the current user can do with the costs. */
export interface CostsActions {
  addExpense: (expense: Expense) => void
  /** @param isRemoved whether somebody has removed it, so that saving adds it again */
  changeExpense: (before: Expense, after: Expense, isRemoved?: boolean) => void
  removeExpense: (expense: Expense) => void
  updateShares: (expenses: readonly Expense[]) => void
  addPayment: (payment: Payment) => void
  changePayment: (before: Payment, after: Payment, isRemoved?: boolean) => void
  removePayment: (payment: Payment) => void
  answer: (payment: Payment, answer: 'received' | 'not_received') => void
  setCurrency: (currency: string, rate: string) => void
  importCosts: (added: Pick<Costs, 'currency' | 'expenses' | 'payments'>) => void
  /** @param before what is stored of the person; undefined if they said nothing yet */
  setPayee: (details: PayeeDetails, before: Payee | undefined, today: LocalDate) => void
  addFee: (fee: Fee) => void
  /** @param isRemoved whether somebody has removed it, so that saving adds it again */
  changeFee: (before: Fee, after: Fee, isRemoved?: boolean) => void
  removeFee: (fee: Fee) => void
}

/** Undefined for people who may not change the costs. */
export function useCostsActions(
  edit: CostsView['section']['edit'],
  group: CostsGroup,
  offerUndo: (undo: Undo) => void,
): CostsActions | undefined {
  return useMemo(() => edit && costsActions(edit, group, offerUndo), [edit, group, offerUndo])
}

/** All edits of the costs. An entry that is saved without a change is neither stored nor reported. */
export function costsActions(
  edit: NonNullable<CostsView['section']['edit']>,
  group: Pick<CostsGroup, 'me' | 'own' | 'currency' | 'canAnswer'> & Attending,
  offerUndo: (undo: Undo) => void,
): CostsActions {
  const change = (make: (costs: Costs) => Costs) => edit(make, 'at-once')
  const offer = (text: string, make: (costs: Costs) => Costs) => offerUndo({ text, undo: change(make) })
  /** An edit of its own: the undo of the first entry leaves the currency, which others may have used since. */
  const setFirstCurrency = (currency: string) => void change((costs) => withFirstCurrency(costs, currency))
  const answering = new Set([...group.own].filter((to) => group.canAnswer({ to })))
  return {
    addExpense: (expense) => {
      setFirstCurrency(expense.currency)
      change((costs) => withExpense(costs, expense))
    },
    changeExpense: (before, after, isRemoved = false) =>
      (isRemoved || !equal(before, after)) &&
      offer(m.costs_changed({ name: expenseTitle(after) }), (costs) => withChangedExpense(costs, before, after)),
    removeExpense: (expense) =>
      offer(m.costs_removed({ name: expenseTitle(expense) }), (costs) => withoutExpense(costs, expense.id)),
    updateShares: (expenses) =>
      offer(m.costs_shares_updated({ count: expenses.length }), (costs) =>
        withUpdatedShares(costs, new Set(expenses.map(({ id }) => id)), group),
      ),
    addPayment: (payment) => {
      setFirstCurrency(payment.currency)
      offer(m.costs_payment_noted({ amount: formatMoney(payment.amount, payment.currency, group.currency) }), (costs) =>
        withPayment(costs, withOwnAnswer(payment, answering)),
      )
    },
    changePayment: (before, after, isRemoved = false) =>
      (isRemoved || !equal(before, after)) && change((costs) => withChangedPayment(costs, before, after, answering)),
    removePayment: (payment) =>
      offer(
        m.costs_payment_removed({ amount: formatMoney(payment.amount, payment.currency, group.currency) }),
        (costs) => withoutPayment(costs, payment.id),
      ),
    answer: (payment, answer) => offer(m.costs_answered({ answer }), (costs) => withAnswer(costs, payment.id, answer)),
    importCosts: (added) => {
      setFirstCurrency(added.currency)
      offer(m.costs_imported({ count: added.expenses.length + added.payments.length }), (costs) =>
        withImported(costs, added),
      )
    },
    setPayee: (details, before, today) => {
      const undo = change((costs) => withPayee(costs, group.me, details, today))
      const isFirst = !before && Object.values(details).some(Boolean)
      if (!isFirst && (!before || equal({ ...before, ...details }, before))) return
      offerUndo({
        text: m.payees_saved(),
        undo: isFirst ? () => void change((costs) => withoutDetails(costs, group.me)) : undo,
      })
    },
    addFee: (fee) => {
      setFirstCurrency(fee.currency)
      offer(m.fees_added({ name: feeTitle(fee) }), (costs) => withFee(costs, fee))
    },
    changeFee: (before, after, isRemoved = false) =>
      (isRemoved || !equal(before, after)) &&
      offer(m.fees_changed({ name: feeTitle(after) }), (costs) => withChangedFee(costs, before, after)),
    removeFee: (fee) => offer(m.fees_removed({ name: feeTitle(fee) }), (costs) => withoutFee(costs, fee.id)),
    setCurrency: (currency, rate) => {
      // An edit of its own. The undo leaves it: somebody may have changed the currency once more.
      change(withRateCurrencies)
      offer(m.costs_currency_set({ currency }), (costs) => withCurrency(costs, currency, rate))
    },
  }
}
