import { hasChanged } from '#domain/costs/attendance.ts'
import type { Payment } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import type { NameOf } from '../shopping/row-words.ts'
import { isChanged } from './check-expense.ts'
import { CurrencyDialog } from './currency-dialog.tsx'
import { ExpenseView, PaymentView } from './entry-view.tsx'
import { ExpenseDialog } from './expense-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { PaymentDialog } from './payment-dialog.tsx'
import type { CostsView } from './use-costs.ts'
import type { CostsActions } from './use-costs-actions.ts'
import type { Editing } from './use-expense-editing.ts'

/** Which dialog is open. */
export type OpenDialog =
  | { is: 'expense'; editing: Editing; isNew: boolean }
  | { is: 'payment'; payment: Payment; isNew: boolean }
  /** An entry that the current user may not change. */
  | { is: 'view'; id: string }
  | { is: 'currency' }
  | { is: 'import' }

interface CostsDialogsProps {
  trip: Trip
  view: CostsView
  open: OpenDialog
  actions: CostsActions | undefined
  /** The currency of new entries. */
  currency: string
  usual: readonly string[]
  nameInText: NameOf
  /** Keeps what was entered in a dialog that is closed without a decision. */
  onDismiss: (editing: Editing) => void
  onClose: () => void
}

export function CostsDialogs(props: CostsDialogsProps) {
  const { view, open, actions, currency, usual, nameInText, onClose } = props
  const { group, section } = view
  if (open.is === 'view') return <EntryView {...props} id={open.id} />
  if (!actions) return null
  const closing =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      act(...given)
      onClose()
    }
  if (open.is === 'currency')
    return (
      <CurrencyDialog costs={section.value} {...{ currency, usual, onClose }} onSave={closing(actions.setCurrency)} />
    )
  if (open.is === 'import')
    return (
      <ImportDialog costs={section.value} {...{ group, nameInText, onClose }} onImport={closing(actions.importCosts)} />
    )
  if (open.is === 'payment') {
    const { payment, isNew } = open
    const newest = section.value.payments.find(({ id }) => id === payment.id) ?? payment
    return (
      <PaymentDialog
        payment={newest}
        {...{ isNew, group, usual, onClose }}
        costs={section.value}
        onSave={closing((before, after) => (isNew ? actions.addPayment(after) : actions.changePayment(before, after)))}
        onRemove={closing(() => actions.removePayment(newest))}
        onAnswer={group.canAnswer(payment) ? (answer) => actions.answer(newest, answer) : undefined}
      />
    )
  }
  return <Edited {...props} open={open} actions={actions} />
}

interface EditedProps extends CostsDialogsProps {
  open: Extract<OpenDialog, { is: 'expense' }>
  actions: CostsActions
}

function Edited({ trip, view: { group, section }, open, actions, usual, onDismiss, onClose }: EditedProps) {
  const { editing, isNew } = open
  const { before } = editing
  return (
    <ExpenseDialog
      {...{ trip, editing, isNew, group, usual }}
      newest={section.value.expenses.find(({ id }) => id === before.id)}
      costs={section.value}
      onSave={(from, after) => {
        if (isNew) actions.addExpense(after)
        else actions.changeExpense(from, after)
        onClose()
      }}
      onRemove={() => {
        actions.removeExpense(before)
        onClose()
      }}
      onCancel={onClose}
      onDismiss={(left) => (isChanged(left.form, left.initial) ? onDismiss(left) : onClose())}
      onUpdateShares={
        !isNew && hasChanged(before, group)
          ? () => {
              actions.updateShares([before])
              onClose()
            }
          : undefined
      }
    />
  )
}

function EntryView({ trip, view, id, actions, onClose }: CostsDialogsProps & { id: string }) {
  const { costs, group, section } = view
  const tripCurrency = section.value.currency
  const counted = costs.expenses.find(({ expense }) => expense.id === id)
  if (counted) return <ExpenseView {...{ trip, counted, group, tripCurrency, onClose }} />
  const payment = costs.payments.find((one) => one.payment.id === id)
  if (!payment) return null
  const answer = actions && group.canAnswer(payment.payment) ? actions.answer : undefined
  return (
    <PaymentView
      counted={payment}
      {...{ group, onClose }}
      onAnswer={answer && ((given) => answer(payment.payment, given))}
    />
  )
}
