import { useEffect, useMemo } from 'react'
import { canEditAllCosts, canSetPayee } from '#domain/access.ts'
import { hasChanged } from '#domain/costs/attendance.ts'
import { newPayee } from '#domain/plan/costs.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { CurrencyDialog } from './currency-dialog.tsx'
import { ExpenseView, PaymentView } from './entry-view.tsx'
import { ExpenseDialog } from './expense-dialog.tsx'
import { FeeDialog } from './fee-dialog.tsx'
import { findPayeeOf } from './find-payee.ts'
import { ImportDialog } from './import-dialog.tsx'
import type { EditDialog, OpenDialog } from './open-dialog.ts'
import { PayeeDialog } from './payee-dialog.tsx'
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
  if (open.is === 'fee') return <EditedFee {...props} view={toChoose} open={open} />
  if (open.is === 'payee') return <OwnPayee {...props} open={open} />
  if (!actions) return <Gone onClose={onClose} />
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

function EditedPayment({ trip, view, open, actions, usual, onEdit, onDismiss, onClose }: EditedProps<'payment'>) {
  const { group, section } = view
  const { editing, isNew } = open
  const { before } = editing
  const stored = section.value.payments.find(({ id }) => id === before.id)
  const newest = stored ?? before
  return (
    <PaymentDialog
      {...{ trip, editing, isNew, group, usual }}
      newest={stored}
      costs={section.value}
      payeeOf={(householdId) => findPayeeOf(householdId, section.value.payees, view)}
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

function EditedFee({
  trip,
  view: { group, section },
  open,
  actions,
  usual,
  onEdit,
  onDismiss,
  onClose,
}: EditedProps<'fee'>) {
  const { editing, isNew } = open
  const stored = section.value.fees.find(({ id }) => id === editing.before.id)
  return (
    <FeeDialog
      {...{ trip, editing, isNew, group, usual, onDismiss }}
      newest={stored}
      payments={section.value.payments}
      blocked={blockedWords(actions !== undefined && canEditAllCosts(trip))}
      onSave={(from, after) => {
        if (isNew && !stored) actions?.addFee(after)
        else actions?.changeFee(from, after, stored === undefined)
        onClose()
      }}
      onRemove={() => {
        actions?.removeFee(stored ?? editing.before)
        onClose()
      }}
      onCancel={onClose}
      onEdit={(edited) => onEdit({ ...open, editing: edited })}
    />
  )
}

function OwnPayee(props: EditedProps<'payee'>) {
  const { trip, view, open, actions, onEdit, onClose, onDismiss } = props
  const { me } = view.group
  const user = useUser()
  const today = useTripClock(trip.id).date
  const payee = view.section.value.payees.find(({ id }) => id === me)
  // Confirmed as somebody else since they typed: the details stay in sight, and are stored for nobody.
  const isAllowed = actions !== undefined && open.editing.before.id === me && canSetPayee(user, trip, me)
  return (
    <PayeeDialog
      editing={open.editing}
      newest={payee ?? newPayee(me)}
      blocked={blockedWords(isAllowed)}
      onEdit={(editing) => onEdit({ ...open, editing })}
      onSave={(details) => {
        actions?.setPayee(details, payee, today)
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
