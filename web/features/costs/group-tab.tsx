import { Plus } from 'lucide-react'
import { lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { canEditAllCosts, canSetPayee } from '#domain/access.ts'
import type { Transfer } from '#domain/costs/settle.ts'
import { localDateOf } from '#domain/local-date.ts'
import { newExpense, newPayee, newPayment, type Payment } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { useIsOver } from '#web/trip-core/days/use-is-over.ts'
import { deviceCurrency } from '#web/trip-core/device-currency.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { nameInTextOf } from '#web/trip-core/people/names.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button } from '#web/ui/button.tsx'
import { purse } from '#web/ui/drawings/purse.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Notice } from '#web/ui/notice.tsx'
import { rich } from '#web/ui/rich.ts'
import { fileName, saveFile } from '#web/ui/save-file.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { AttendanceOffer } from './attendance-offer.tsx'
import { Balances } from './balances.tsx'
import { CategoryChart } from './category-chart.tsx'
import { paymentForm } from './check-payment.ts'
import { listChanged } from './cost-rows.ts'
import { likelyPayment, representativeOf } from './costs-group.ts'
import { CostsMenu } from './costs-menu.tsx'
import { CostsSummary } from './costs-summary.tsx'
import { keyOf } from './draft-dialogs.ts'
import { DraftNotices } from './draft-notices.tsx'
import { emptyForm, formOf } from './expense-form.ts'
import { ExpenseList } from './expense-list.tsx'
import { likelyFee } from './fee-words.ts'
import type { OpenDialog } from './open-dialog.ts'
import { OpenNotices } from './open-notices.tsx'
import { payeeForm } from './payee-form.ts'
import { SettleUp } from './settle-up.tsx'
import { type CostsView, useCosts } from './use-costs.ts'
import { useCostsActions } from './use-costs-actions.ts'
import { type Drafts, useDrafts } from './use-drafts.ts'
import { useKeptShares } from './use-kept-shares.ts'
import { useStickyColumn } from './use-sticky-column.ts'

const CostsDialogs = lazy(async () => ({
  default: (await importWithRetry(() => import('./costs-dialogs.tsx'))).CostsDialogs,
}))

/** Who paid what, who owes whom, and how they settle up. */
export function CostsTab({ trip, failures }: TabProps) {
  const view = useCosts(trip)
  const { costs, people, details, meals, itinerary } = failures ?? {}
  if (!view)
    return <SectionState loading={m.costs_loading()} failure={costs ?? people ?? details ?? meals ?? itinerary} />
  return <CostsPage trip={trip} view={view} />
}

function CostsPage({ trip, view }: { trip: Trip; view: CostsView }) {
  const { section, group, costs, isOneHousehold } = view
  const { value, edit } = section
  const [open, setOpen] = useState<OpenDialog>()
  const [undo, setUndo] = useState<Undo>()
  const drafts = useDrafts(trip.id)
  const [left, setLeft] = useState('')
  const [, navigate] = useLocation()
  const column = useStickyColumn()
  const isOver = useIsOver(trip.id)
  const heading = useFocusAfter(open !== undefined)
  const user = useUser()
  const nameInText = useMemo(
    () => nameInTextOf({ people: group.people, me: group.me, user }, group.nameOf),
    [group, user],
  )
  const actions = useCostsActions(edit, group, setUndo)
  const currency = value.currency || deviceCurrency()
  const usual = useMemo(
    () => [...new Set([currency, ...[...value.expenses, ...value.payments].map((entry) => entry.currency)])],
    [currency, value],
  )
  const changed = useMemo(
    () => (isOneHousehold ? [] : listChanged(value.expenses, group)),
    [value.expenses, group, isOneHousehold],
  )
  const { offered, keptIds, keep } = useKeptShares(trip.id, changed, group)
  const [isOnlyOffered, setIsOnlyOffered] = useState(false)
  const offeredIds = useMemo(() => new Set(offered.map(({ id }) => id)), [offered])
  // What members may do: see canSetCosts.
  const canSetCurrency = actions && (value.currency === '' || canEditAllCosts(trip))
  const startPayee = () => {
    const before = value.payees.find(({ id }) => id === group.me) ?? newPayee(group.me)
    setOpen(drafts.resume({ is: 'payee', isNew: false, editing: { before, form: payeeForm(before) } }))
  }
  const openPayee = actions && canSetPayee(user, trip, group.me) ? startPayee : undefined
  const isEmpty = value.expenses.length === 0 && value.payments.length === 0

  const startExpense = () => {
    const form = emptyForm(currency, localDateOf(new Date()), group)
    const before = newExpense(newId(), currency, group.me)
    setOpen(drafts.resume({ is: 'expense', isNew: true, editing: { before, initial: form, form } }))
  }
  const openEntry = useOpenEntry(view, drafts, setOpen)
  const startPayment = (people: Pick<Payment, 'from' | 'to'>, amount: number) => {
    const payment = newPayment(newId(), { ...people, amount, currency }, group.me)
    const before = { ...payment, date: localDateOf(new Date()), fee: likelyFee(people, value, group) }
    setOpen(drafts.resume({ is: 'payment', isNew: true, editing: { before, form: paymentForm(before) } }))
  }
  const settle = ({ from, to, amount }: Transfer) =>
    startPayment({ from: representativeOf(from, -1, costs, group), to: representativeOf(to, 1, costs, group) }, amount)
  const close = () => {
    if (open) drafts.drop(open)
    setOpen(undefined)
    setLeft('')
  }
  const leave = () => {
    setOpen(undefined)
    setLeft(open ? keyOf(open) : '')
  }
  /** For a press that removes its own button. */
  const focusHeading = () => heading.current?.focus({ preventScroll: true })
  const showAll = () => {
    setIsOnlyOffered(false)
    focusHeading()
  }
  const exportCsv = () =>
    void importWithRetry(() => import('#domain/costs/csv.ts')).then(({ costsToCsv }) =>
      saveFile(costsToCsv(value, { nameOf: nameInText, dates: group.dates }), {
        name: fileName(trip.name, m.costs_file_name(), 'csv'),
        type: 'text/csv;charset=utf-8',
      }),
    )
  const add = (
    // After the trip people settle up.
    <Button variant={isOver && !isEmpty ? 'quiet' : 'primary'} onClick={startExpense}>
      <Plus aria-hidden="true" className="size-5" />
      {m.costs_add_expense()}
    </Button>
  )
  return (
    <div className="flex flex-col gap-4">
      <header className="flex min-h-11 flex-wrap items-center justify-end gap-3">
        <h2 ref={heading} tabIndex={-1} className="min-w-0 grow text-xl">
          {m.costs_title()}
        </h2>
        {actions && !isEmpty && <div className="print:hidden">{add}</div>}
        <CostsMenu
          hasCurrency={value.currency !== ''}
          onExport={isEmpty ? undefined : exportCsv}
          onImport={actions && (() => setOpen({ is: 'import' }))}
          onPayment={
            actions && group.everybody.length > 1
              ? () => startPayment(likelyPayment(view.transfers, costs, group), 0)
              : undefined
          }
          onCurrency={canSetCurrency ? () => setOpen({ is: 'currency' }) : undefined}
          onPayee={openPayee}
          onFees={
            value.fees.length > 0 || canEditAllCosts(trip) ? () => navigate(`/trip/${trip.id}/before#fees`) : undefined
          }
        />
      </header>
      {!open && <DraftNotices {...{ drafts, left }} onContinue={setOpen} onDiscarded={focusHeading} />}
      {isEmpty ? (
        <EmptyState drawing={purse} sentence={m.costs_empty()} action={actions && add} />
      ) : (
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
          <div ref={column} className="contents min-w-0 grid-cols-1 gap-4 lg:sticky lg:grid">
            <CostsSummary view={view} currency={currency} />
            <OpenNotices {...{ view, currency }} onOpen={openEntry} />
            <Unlisted tripId={trip.id} group={group} />
            {actions && offered.length > 0 && (
              <AttendanceOffer
                expenses={offered}
                {...{ group }}
                tripCurrency={currency}
                ownTotal={view.households.find(({ id }) => id === group.mine)?.share ?? 0}
                onUpdate={() => {
                  actions.updateShares(offered)
                  showAll()
                }}
                onKeep={() => {
                  keep()
                  showAll()
                }}
                onShow={isOnlyOffered ? undefined : () => setIsOnlyOffered(true)}
              />
            )}
            <SettleUp
              {...{ trip, view, currency, isOver }}
              onPay={actions && settle}
              onPayee={openPayee}
              onAnswer={actions?.answer}
              onOpen={openEntry}
            />
            {view.households.length > 1 && (
              <Balances households={view.households} held={view.held} {...{ costs, group, currency }} />
            )}
            <div className="order-1 empty:hidden lg:order-none">
              <CategoryChart costs={costs} currency={currency} />
            </div>
          </div>
          <ExpenseList
            {...{ view, currency }}
            kept={keptIds}
            only={isOnlyOffered && offered.length > 0 ? offeredIds : undefined}
            onAll={showAll}
            onOpen={openEntry}
          />
        </div>
      )}
      <Suspense>
        {open && (
          <CostsDialogs
            {...{ trip, view, open, actions, currency, usual, nameInText }}
            onEdit={drafts.keep}
            onDismiss={leave}
            onClose={close}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </div>
  )
}

/** Opens an entry: to change it, or to read it. The same function on each render, so that rows don't render again. */
function useOpenEntry(
  { section: { value, edit }, group }: CostsView,
  drafts: Drafts,
  setOpen: (open: OpenDialog) => void,
): (id: string) => void {
  const open = (id: string) => {
    const expense = value.expenses.find((one) => one.id === id)
    const payment = value.payments.find((one) => one.id === id)
    const entry = expense ?? payment
    if (!entry || !edit || !group.canChange(entry)) return setOpen({ is: 'view', id })
    if (payment)
      return setOpen(
        drafts.resume({ is: 'payment', isNew: false, editing: { before: payment, form: paymentForm(payment) } }),
      )
    if (!expense) return
    const form = formOf(expense, group)
    setOpen(drafts.resume({ is: 'expense', isNew: false, editing: { before: expense, initial: form, form } }))
  }
  const latest = useRef(open)
  latest.current = open
  return useCallback((id: string) => latest.current(id), [])
}

/** Somebody may plan a trip without being on its list of people. Then others don't share expenses with them. */
function Unlisted({ tripId, group }: { tripId: string; group: CostsView['group'] }) {
  const isListed = group.people.some(({ persons }) => persons.some(({ id }) => id === group.me))
  if (isListed || group.people.length === 0) return null
  return (
    <Notice>
      {rich(
        m.costs_unlisted({
          link: (text) => (
            <Link href={`/trip/${tripId}/group`} className="font-semibold text-action underline">
              {text}
            </Link>
          ),
        }),
      )}
    </Notice>
  )
}
