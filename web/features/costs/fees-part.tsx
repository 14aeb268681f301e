import { Pencil, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { canEditAllCosts, canSetPayee } from '#domain/access.ts'
import { answerTo } from '#domain/costs/answer-to.ts'
import { feePaymentId, type HouseholdFee, isOverdue, listFee, totalOf } from '#domain/costs/fees.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Fee, newFee, newPayee, newPayment, type Payment } from '#domain/plan/costs.ts'
import type { Trip } from '#domain/trip.ts'
import { formatWeekday } from '#domain/trip-range.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { deviceCurrency } from '#web/trip-core/device-currency.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { nameInTextOf } from '#web/trip-core/people/names.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { paymentForm } from './check-payment.ts'
import { nameInside } from './cost-rows.ts'
import { nameHousehold } from './costs-group.ts'
import { keyOf } from './draft-dialogs.ts'
import { DraftNotices } from './draft-notices.tsx'
import { feeForm } from './fee-form.ts'
import { eachWords, feeTitle, isCollected, payingHouseholds, peopleWords, stateWords } from './fee-words.ts'
import { findPayee } from './find-payee.ts'
import { lastRate } from './last-rate.ts'
import type { EditDialog, OpenDialog } from './open-dialog.ts'
import { listOpenPayments } from './open-ends.ts'
import { CheckFirst, PayDetails } from './pay-details.tsx'
import { payeeForm } from './payee-form.ts'
import { type CostsView, useCosts } from './use-costs.ts'
import { type CostsActions, useCostsActions } from './use-costs-actions.ts'
import { type Drafts, useDrafts } from './use-drafts.ts'
import { useSeenReceiver } from './use-seen-payee.ts'

const CostsDialogs = lazy(async () => ({
  default: (await importWithRetry(() => import('./costs-dialogs.tsx'))).CostsDialogs,
}))

/** Of more than `MAX_WHOLE` households only the first few are shown until somebody asks for all. */
const MAX_WHOLE = 12
const MAX_SHOWN = 8

/** What everybody pays in advance, and who has paid. */
export function FeesPart({ trip, failures }: TabProps) {
  const view = useCosts(trip)
  const { costs, people, details, meals, itinerary } = failures ?? {}
  if (!view)
    return <SectionState loading={m.fees_loading()} failure={costs ?? people ?? details ?? meals ?? itinerary} />
  return <FeeList trip={trip} view={view} />
}

/** What the current user has just noted, as it was before: nothing moves while they can take it back. */
interface JustNoted {
  feeId: string
  household: HouseholdFee
}

function FeeList({ trip, view }: { trip: Trip; view: CostsView }) {
  const { section, group } = view
  const { value, edit } = section
  const today = useTripClock(trip.id).date
  const user = useUser()
  const [open, setOpen] = useState<OpenDialog>()
  const [undo, setUndo] = useState<Undo>()
  const [just, setJust] = useState<JustNoted>()
  const drafts = useFeeDrafts(trip.id)
  const [left, setLeft] = useState('')
  const heading = useFocusAfter(open !== undefined)
  const actions = useCostsActions(edit, group, setUndo)
  const nameInText = useMemo(
    () => nameInTextOf({ people: group.people, me: group.me, user }, group.nameOf),
    [group, user],
  )
  const isEditor = actions !== undefined && canEditAllCosts(trip)
  const hasDraft = drafts.list().some(({ is }) => is !== 'payee')
  if (value.fees.length === 0 && !isEditor && !open && !hasDraft) return null
  const currency = value.currency || deviceCurrency()
  const usual = [...new Set([currency, ...value.fees.map((fee) => fee.currency)])]
  const start = () => {
    const before = newFee(newId(), currency, group.me)
    setOpen(drafts.resume({ is: 'fee', isNew: true, editing: { before, form: feeForm(before) } }))
  }
  const startPayee = () => {
    const before = value.payees.find(({ id }) => id === group.me) ?? newPayee(group.me)
    setOpen(drafts.resume({ is: 'payee', isNew: false, editing: { before, form: payeeForm(before) } }))
  }
  const close = () => {
    if (open) drafts.drop(open)
    setOpen(undefined)
    setLeft('')
  }
  const leave = () => {
    setLeft(open ? keyOf(open) : '')
    setOpen(undefined)
  }
  return (
    <section id="fees" aria-labelledby="fees-title" className="flex flex-col gap-4">
      <header className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2">
        <h2 ref={heading} tabIndex={-1} id="fees-title" className="min-w-0 grow text-xl">
          {m.fees_title()}
        </h2>
        {isEditor && (
          <Button variant="quiet" onClick={start}>
            <Plus aria-hidden="true" className="size-5" />
            {m.fees_add()}
          </Button>
        )}
      </header>
      {!open && (
        <DraftNotices
          {...{ drafts, left }}
          onContinue={setOpen}
          onDiscarded={() => heading.current?.focus({ preventScroll: true })}
        />
      )}
      {value.fees.length === 0 && isEditor && <p className="card p-4 text-muted">{m.fees_organizers_empty()}</p>}
      {value.fees.map((fee) => (
        <FeeCard
          key={fee.id}
          {...{ trip, view, fee, today, actions, isEditor }}
          just={just?.feeId === fee.id ? just.household : undefined}
          onNoted={(household) => setJust({ feeId: fee.id, household })}
          onEdit={() =>
            setOpen(drafts.resume({ is: 'fee', isNew: false, editing: { before: fee, form: feeForm(fee) } }))
          }
          onPayment={(before) =>
            setOpen(drafts.resume({ is: 'payment', isNew: true, editing: { before, form: paymentForm(before) } }))
          }
          onPayee={actions && canSetPayee(user, trip, group.me) ? startPayee : undefined}
        />
      ))}
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
      <UndoBar
        offer={undo}
        onGone={() => {
          setUndo(undefined)
          setJust(undefined)
        }}
      />
    </section>
  )
}

/** The drafts that were begun here, or could have been: others are shown with the costs. */
function useFeeDrafts(tripId: string): Drafts {
  const drafts = useDrafts(tripId)
  const isOfFees = (dialog: EditDialog) =>
    dialog.is === 'fee' || dialog.is === 'payee' || (dialog.is === 'payment' && dialog.editing.before.fee !== '')
  return { ...drafts, list: () => drafts.list().filter(isOfFees) }
}

interface FeeProps {
  trip: Trip
  view: CostsView
  fee: Fee
  today: LocalDate
  actions: CostsActions | undefined
  /** Whether the current user asks for fees, and notes what others have paid. */
  isEditor: boolean
  /** The household whose payment was just noted or confirmed, as it was before. */
  just: HouseholdFee | undefined
}

interface FeeCardProps extends FeeProps {
  onNoted: (household: HouseholdFee) => void
  onEdit: () => void
  /** Opens a payment before it is noted. */
  onPayment: (payment: Payment) => void
  /** Says how to pay the current user; undefined for people who may not. */
  onPayee: (() => void) | undefined
}

function FeeCard({ onNoted, onEdit, onPayment, onPayee, ...props }: FeeCardProps) {
  const { trip, view, fee, today, actions, isEditor, just } = props
  const { group, section } = view
  const heading = useRef<HTMLHeadingElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const all = useMemo(() => listFee(fee, payingHouseholds(group), section.value), [fee, group, section.value])
  // Later they stay where they are: a row that was just pressed would go elsewhere.
  const [ranks] = useState(() => new Map(all.map((household) => [household.id, rankOf(household)])))
  const own = all.find(({ id }) => id === group.mine)
  const others = all
    .filter((one) => one !== own)
    .toSorted((one, other) => (ranks.get(one.id) ?? 0) - (ranks.get(other.id) ?? 0))
  const { count, done, due, paid } = totalOf(all)
  const money = (amount: number) => formatMoney(amount, fee.currency, group.currency)
  const isLate = isOverdue(fee, today) && all.some(({ rest }) => rest > 0)
  const isLong = others.length > MAX_WHOLE
  const shown = isLong && !isWhole ? others.slice(0, MAX_SHOWN) : others
  const hasCollector = isCollected(fee, group)
  const before = (household: HouseholdFee) => (just?.id === household.id ? just : household)
  const ownBefore = own && before(own)
  const isToPay = ownBefore !== undefined && ownBefore.rest > 0 && hasCollector
  const payee = isToPay ? findPayee(section.value.payees, fee.to) : undefined
  const collector = useSeenReceiver(trip.id, fee.id, isToPay ? fee.to : '')
  const isOwn = onPayee !== undefined && fee.to === group.me
  const hasDetails = findPayee(section.value.payees, group.me) !== undefined
  const newPaymentOf = (household: HouseholdFee, id: string): Payment => {
    const from = household.id === group.mine ? group.me : household.payer
    const rate = fee.currency === group.currency ? '' : lastRate(section.value, fee.currency)
    const people = { from, to: fee.to, amount: household.rest, currency: fee.currency }
    return { ...newPayment(id, people, group.me), rate, date: today, fee: fee.id }
  }
  // The pressed button is gone: otherwise the next one would have the focus, and one more Enter press it.
  const noted = (household: HouseholdFee) => {
    heading.current?.focus({ preventScroll: true })
    onNoted(household)
  }
  const title = feeTitle(fee)
  const buttonsOf = (household: HouseholdFee) => {
    const isMine = household.id === group.mine
    const mayPay = household.rest > 0 && hasCollector && (isMine ? actions !== undefined : isEditor)
    const words = { amount: money(household.rest), name: title, who: nameHousehold(household.id, group).inside }
    return (
      <>
        {mayPay && (
          <>
            <Button
              variant={isMine ? 'primary' : 'quiet'}
              className="text-sm"
              aria-label={isMine ? m.fees_i_paid_label(words) : m.fees_mark_paid_label(words)}
              onClick={() => {
                actions?.addPayment(newPaymentOf(household, feePaymentId(fee, household, section.value.payments)))
                noted(household)
              }}
            >
              {isMine ? m.fees_i_paid() : m.fees_mark_paid()}
            </Button>
            <Button
              variant="quiet"
              className="text-sm"
              aria-label={m.fees_other_amount_label(words)}
              onClick={() => onPayment(newPaymentOf(household, newId()))}
            >
              {m.fees_other_amount()}
            </Button>
          </>
        )}
        <AnswerButtons {...{ view, title, household }} onAnswer={actions?.answer} onDone={() => noted(household)} />
      </>
    )
  }
  const rowOf = (household: HouseholdFee) => (
    <Row key={household.id} {...props} household={household}>
      {buttonsOf(before(household))}
    </Row>
  )
  return (
    <article aria-label={title} className="grid grid-cols-1 gap-2 card px-4 py-3">
      <header className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <h3 ref={heading} tabIndex={-1} className="text-lg wrap-anywhere">
            {title}
          </h3>
          <p className="text-sm text-muted">{eachWords(fee, group.currency)}</p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {fee.due !== '' && (
              <span className={isLate ? 'text-warn' : ''}>
                {m.fees_due_line({ late: isLate ? 'yes' : 'no', date: formatWeekday(fee.due as LocalDate, today) })}
              </span>
            )}
            {hasCollector && <span className="wrap-anywhere">{m.fees_to({ name: nameInside(fee.to, group) })}</span>}
          </p>
          {!hasCollector && (
            <p className="text-sm text-warn">{m.fees_no_collector({ edit: isEditor ? 'yes' : 'no' })}</p>
          )}
        </div>
        {isEditor && (
          <IconButton
            icon={Pencil}
            label={m.fees_edit({ name: title })}
            title={m.fees_edit_title()}
            className="-mr-2 print:hidden"
            onClick={onEdit}
          />
        )}
      </header>
      {isOwn && !hasDetails && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
          <p className="min-w-0 grow basis-48 text-sm text-muted">{m.payees_offer()}</p>
          <Button variant="quiet" className="text-sm" onClick={onPayee}>
            {m.payees_add()}
          </Button>
        </div>
      )}
      {isOwn && hasDetails && (
        <button
          type="button"
          onClick={onPayee}
          className="touch -mx-2 justify-self-start rounded-md px-2 text-left text-sm font-semibold text-action hover:bg-action-soft print:hidden"
        >
          {m.payees_change()}
        </button>
      )}
      <p className="font-semibold tabular-nums">
        {count > 0
          ? m.fees_total({ count, done, paid: money(paid), due: money(due) })
          : group.everybody.length > 1 && group.everybody.every((id) => group.own.has(id))
            ? m.fees_all_yours()
            : m.fees_nobody()}
      </p>
      {collector.isChanged && !payee && (
        <CheckFirst
          words={m.payees_other_collector()}
          done={m.payees_checked()}
          onDone={() => {
            heading.current?.focus({ preventScroll: true })
            collector.accept()
          }}
        />
      )}
      <ul>
        {own && rowOf(own)}
        {ownBefore && payee && (
          <li className="max-w-none pb-3">
            <PayDetails
              {...{ trip, payee }}
              name={group.nameOf(payee.id)}
              place={fee.id}
              otherWords={m.payees_other_collector()}
              amount={ownBefore.rest}
              currency={fee.currency}
              tripCurrency={group.currency}
            />
          </li>
        )}
        {shown.map(rowOf)}
      </ul>
      {isLong && (
        <Button variant="quiet" className="w-full text-sm print:hidden" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? m.fees_show_fewer() : m.fees_show_all({ count: others.length })}
        </Button>
      )}
    </article>
  )
}

/** Those who have not paid come first, then those whose payments somebody has to look at. */
function rankOf({ rest, waiting, unrated, denied }: HouseholdFee): number {
  if (rest > 0) return 0
  return waiting > 0 || unrated.length > 0 || denied.length > 0 ? 1 : 2
}

interface AnswerButtonsProps {
  view: CostsView
  /** Of the fee. */
  title: string
  household: HouseholdFee
  onAnswer: CostsActions['answer'] | undefined
  onDone: () => void
}

/** Says whether a payment has arrived, for those who may. */
function AnswerButtons({ view, title, household, onAnswer, onDone }: AnswerButtonsProps) {
  const { group, answering } = view
  const payments = household.payments.map((payment) => ({ payment, counted: undefined, answer: answerTo(payment) }))
  const { toConfirm, forOthers } = listOpenPayments(payments, group, answering)
  const open = [...toConfirm, ...forOthers].filter(({ payment }) => group.canAnswer(payment))
  if (!onAnswer) return null
  return open.map(({ payment }) => {
    const amount = formatMoney(payment.amount, payment.currency, group.currency)
    const words = { amount, who: nameHousehold(household.id, group).inside, name: title }
    const answer = (given: 'received' | 'not_received') => {
      onAnswer(payment, given)
      onDone()
    }
    return (
      <span key={payment.id} className="flex flex-wrap items-center gap-2">
        {open.length > 1 && <span className="text-sm tabular-nums">{amount}</span>}
        <Button
          variant="quiet"
          className="text-sm"
          aria-label={m.fees_confirm_label(words)}
          onClick={() => answer('received')}
        >
          {m.fees_confirm()}
        </Button>
        <Button
          variant="quiet"
          className="text-sm"
          aria-label={m.fees_not_arrived_label(words)}
          onClick={() => answer('not_received')}
        >
          {m.fees_not_arrived()}
        </Button>
      </span>
    )
  })
}

const tones = { good: 'text-good', warn: 'text-warn', plain: 'text-muted' }

interface RowProps extends FeeProps {
  household: HouseholdFee
  /** Its buttons: those that it had before, if something was just noted. */
  children: ReactNode
}

/** One household: who, how much, and how far it has paid. */
function Row({ view: { group }, fee, household, today, just, children }: RowProps) {
  const { name, who } = nameHousehold(household.id, group)
  const words = stateWords(household, fee, {
    group,
    today,
    isSeveral: who === 'mine' || who === 'several' || who === 'me',
  })
  return (
    <li className="flex max-w-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 py-2 last:border-b-0">
      <span className="min-w-0 grow basis-48">
        <span className="flex items-baseline gap-x-2">
          <span className="min-w-0 grow wrap-anywhere">{name}</span>
          {household.due > 0 && (
            <span className="tabular-nums">{formatMoney(household.due, fee.currency, group.currency)}</span>
          )}
        </span>
        {household.adults + household.children > 1 && (
          <span className="block text-sm text-muted">{peopleWords(household)}</span>
        )}
        <span className="flex flex-wrap gap-x-3 text-sm">
          {words.map(({ text, tone }) => (
            <span key={text} className={tones[tone]}>
              {text}
            </span>
          ))}
        </span>
      </span>
      <span className={`flex flex-wrap gap-2 print:hidden ${just?.id === household.id ? 'invisible' : ''}`}>
        {children}
      </span>
    </li>
  )
}
