import { useEffect, useMemo } from 'react'
import { canEditAllCosts } from '#domain/access.ts'
import { hasChanged } from '#domain/costs/attendance.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { CurrencyDialog } from './currency-dialog.tsx'
import { ExpenseView, PaymentView } from './entry-view.tsx'
import { ExpenseDialog } from './expense-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'
import type { EditDialog, OpenDialog } from './open-dialog.ts'
import { PayeeDialog } from './payee-dialog.tsx'
import type { PayeeForm } from './payee-form.ts'
import { PaymentDialog } from './payment-dialog.tsx'
import type { CostsView } from './use-costs.ts'
import type { CostsActions } from './use-costs-actions.ts'

interface CostsDialogsProps {
  trip: Trip
  view: CostsView
  open: OpenDialog
  actions: CostsActions | undefined
  /** The currency of new entries. */
  currency: string
  usual: readonly string[]
  nameInText: NameOf
  /** What was typed about how to pay the current user, and not saved. */
  typedPayee: PayeeForm | undefined
  onPayee: (form: PayeeForm) => void
  /** Called with each edit, before it is saved. */
  onEdit: (dialog: EditDialog) => void
  /** The dialog is closed without a decision. */
  onDismiss: () => void
  onClose: () => void
}

export function CostsDialogs(props: CostsDialogsProps) {
  const { view, open, actions, currency, usual, nameInText, onClose } = props
  const { group, section } = view
  /** In forms, people of the same name are told apart. */
  const toChoose = useMemo(() => {
    const { people, nameOf, me } = view.group
    return { ...view, group: { ...view.group, nameOf: namesToChoose(people, nameOf, me) } }
  }, [view])
  if (open.is === 'view') return <EntryView {...props} id={open.id} />
  if (open.is === 'payment') return <EditedPayment {...props} view={toChoose} open={open} />
  if (open.is === 'expense') return <EditedExpense {...props} view={toChoose} open={open} />
  if (!actions) return <Gone onClose={onClose} />
  if (open.is === 'payee') return <OwnPayee {...props} actions={actions} />
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
  return (
    <ImportDialog costs={section.value} {...{ group, nameInText, onClose }} onImport={closing(actions.importCosts)} />
  )
}

/** For a dialog of which nothing is left to show: closed, it returns the focus and does not open again by itself. */
function Gone({ onClose }: Pick<CostsDialogsProps, 'onClose'>) {
  useEffect(onClose, [onClose])
  return null
}

interface EditedProps<Is extends OpenDialog['is']> extends CostsDialogsProps {
  open: Extract<OpenDialog, { is: Is }>
}

/** Rights may go while somebody types. What they typed stays in sight. */
function blockedWords(isAllowed: boolean): string {
  return isAllowed ? '' : m.costs_cannot_change()
}

function EditedPayment({
  trip,
  view: { group, section },
  open,
  actions,
  usual,
  onEdit,
  onDismiss,
  onClose,
}: EditedProps<'payment'>) {
  const { editing, isNew } = open
  const { before } = editing
  const stored = section.value.payments.find(({ id }) => id === before.id)
  const newest = stored ?? before
  return (
    <PaymentDialog
      {...{ trip, editing, isNew, group, usual }}
      newest={stored}
      costs={section.value}
      blocked={blockedWords(actions !== undefined && group.canChange(newest))}
      onSave={(from, after) => {
        // A copy of this browser tab, or the tab before a crash, may have added it already.
        if (isNew && !stored) actions?.addPayment(after)
        else actions?.changePayment(from, after, stored === undefined)
        onClose()
      }}
      onRemove={() => {
        actions?.removePayment(newest)
        onClose()
      }}
      onAnswer={actions && group.canAnswer(newest) ? (answer) => actions.answer(newest, answer) : undefined}
      canChangePeople={canEditAllCosts(trip)}
      onCancel={onClose}
      onEdit={(edited) => onEdit({ ...open, editing: edited })}
      onDismiss={onDismiss}
    />
  )
}

function EditedExpense({
  trip,
  view: { group, section },
  open,
  actions,
  usual,
  onEdit,
  onDismiss,
  onClose,
}: EditedProps<'expense'>) {
  const { editing, isNew } = open
  const { before } = editing
  const stored = section.value.expenses.find(({ id }) => id === before.id)
  return (
    <ExpenseDialog
      {...{ trip, editing, isNew, group, usual }}
      newest={stored}
      costs={section.value}
      blocked={blockedWords(actions !== undefined && group.canChange(before))}
      onSave={(from, after) => {
        if (isNew && !stored) actions?.addExpense(after)
        else actions?.changeExpense(from, after, stored === undefined)
        onClose()
      }}
      onRemove={() => {
        actions?.removeExpense(before)
        onClose()
      }}
      onCancel={onClose}
      onEdit={(edited) => onEdit({ ...open, editing: edited })}
      onDismiss={onDismiss}
      onUpdateShares={
        actions && !isNew && hasChanged(before, group)
          ? () => {
              actions.updateShares([before])
              onClose()
            }
          : undefined
      }
    />
  )
}

function OwnPayee(props: CostsDialogsProps & { actions: CostsActions }) {
  const { trip, view, actions, typedPayee, onPayee, onClose, onDismiss } = props
  const today = useTripClock(trip.id).date
  const payee = view.section.value.payees.find(({ id }) => id === view.group.me)
  return (
    <PayeeDialog
      payee={payee}
      typed={typedPayee}
      onEdit={onPayee}
      onSave={(details) => {
        actions.setPayee(details, payee, today)
        onClose()
      }}
      onCancel={onClose}
      onDismiss={onDismiss}
    />
  )
}

function EntryView({ trip, view, id, actions, onClose }: CostsDialogsProps & { id: string }) {
  const { costs, group, section } = view
  const tripCurrency = section.value.currency
  const counted = costs.expenses.find(({ expense }) => expense.id === id)
  if (counted) return <ExpenseView {...{ trip, counted, group, tripCurrency, onClose }} />
  const payment = costs.payments.find((one) => one.payment.id === id)
  if (!payment) return <Gone onClose={onClose} />
  const answer = actions && group.canAnswer(payment.payment) ? actions.answer : undefined
  return (
    <PaymentView
      counted={payment}
      {...{ group, onClose }}
      onAnswer={answer && ((given) => answer(payment.payment, given))}
    />
  )
}
