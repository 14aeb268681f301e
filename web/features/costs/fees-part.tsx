import { Pencil, Plus } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react'
import { canEditAllCosts } from '#domain/access.ts'
import { type HouseholdFee, isOverdue, listFee, totalOf } from '#domain/costs/fees.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { type Fee, newFee, newPayment } from '#domain/plan/costs.ts'
import { namesToChoose } from '#domain/tell-apart.ts'
import type { Trip } from '#domain/trip.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import { newId } from '#web/data/new-id.ts'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { useFocusAfter } from '#web/trip-core/editing/use-focus-after.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { Button } from '#web/ui/button.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { nameHousehold } from './costs-group.ts'
import { deviceCurrency } from './device-currency.ts'
import type { FeeEditing } from './fee-dialog.tsx'
import { feeForm } from './fee-form.ts'
import { eachWords, feeTitle, payingHouseholds, peopleWords, stateWords } from './fee-words.ts'
import { lastRate } from './last-rate.ts'
import { findPayee, PayDetails } from './pay-details.tsx'
import { type CostsView, useCosts } from './use-costs.ts'
import { type CostsActions, useCostsActions } from './use-costs-actions.ts'

const FeeDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('./fee-dialog.tsx'))).FeeDialog,
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

function FeeList({ trip, view }: { trip: Trip; view: CostsView }) {
  const { section, group } = view
  const { value, edit } = section
  const today = useTripClock(trip.id).date
  const [open, setOpen] = useState<FeeEditing>()
  // What was typed in a dialog that was closed by accident, by fee; '' for a new one.
  const [typed, setTyped] = useState<Readonly<Record<string, FeeEditing>>>({})
  const [undo, setUndo] = useState<Undo>()
  const heading = useFocusAfter(open !== undefined)
  const actions = useCostsActions(edit, group, setUndo)
  const toChoose = useMemo(() => ({ ...group, nameOf: namesToChoose(group.people, group.nameOf, group.me) }), [group])
  const isEditor = actions !== undefined && canEditAllCosts(trip)
  if (value.fees.length === 0 && !isEditor) return null
  const currency = value.currency || deviceCurrency()
  const usual = [...new Set([currency, ...value.fees.map((fee) => fee.currency)])]
  const start = () => {
    const before = newFee(newId(), currency, group.me)
    setOpen(typed[''] ?? { before, form: feeForm(before), isNew: true })
  }
  const keyOf = ({ isNew, before }: FeeEditing) => (isNew ? '' : before.id)
  const close = (editing: FeeEditing) => {
    const { [keyOf(editing)]: _, ...others } = typed
    setTyped(others)
    setOpen(undefined)
  }
  const openIsGone = open && !open.isNew && !value.fees.some(({ id }) => id === open.before.id)
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
      {value.fees.length === 0 && <p className="card p-4 text-muted">{m.fees_organizers_empty()}</p>}
      {value.fees.map((fee) => (
        <FeeCard
          key={fee.id}
          {...{ trip, view, fee, today, actions, isEditor }}
          onEdit={() => setOpen(typed[fee.id] ?? { before: fee, form: feeForm(fee), isNew: false })}
        />
      ))}
      <Suspense>
        {open && isEditor && (
          <FeeDialog
            editing={open}
            group={toChoose}
            usual={usual}
            onEdit={(editing) => setTyped({ ...typed, [keyOf(editing)]: editing })}
            onSave={(before, after) => {
              if (open.isNew) actions.addFee(after)
              // Removed by another organizer while it was open: what was typed is added again.
              else actions.changeFee(before, after, openIsGone)
              close(open)
            }}
            onRemove={() => {
              actions.removeFee(open.before)
              close(open)
            }}
            onCancel={() => close(open)}
            onDismiss={() => setOpen(undefined)}
          />
        )}
      </Suspense>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </section>
  )
}

interface FeeProps {
  trip: Trip
  view: CostsView
  fee: Fee
  today: LocalDate
  actions: CostsActions | undefined
  /** Whether the current user asks for fees, and notes what others have paid. */
  isEditor: boolean
}

function FeeCard({ onEdit, ...props }: FeeProps & { onEdit: () => void }) {
  const { trip, view, fee, today, actions, isEditor } = props
  const { group, section } = view
  const [isWhole, setIsWhole] = useState(false)
  const all = useMemo(() => listFee(fee, payingHouseholds(group), section.value), [fee, group, section.value])
  const own = all.find(({ id }) => id === group.mine)
  const others = all.filter((one) => one !== own)
  const { count, done, due, paid } = totalOf(all)
  const money = (amount: number) => formatMoney(amount, fee.currency, group.currency)
  const isLate = isOverdue(fee, today) && done < count
  const isLong = others.length > MAX_WHOLE
  const shown = isLong && !isWhole ? others.slice(0, MAX_SHOWN) : others
  const payee = own && own.rest > 0 ? findPayee(section.value.payees, [fee.to]) : undefined
  const pay = (household: HouseholdFee, from: string) => {
    const rate = fee.currency === group.currency ? '' : lastRate(section.value, fee.currency)
    const payment = newPayment(newId(), { from, to: fee.to, amount: household.rest, currency: fee.currency }, group.me)
    actions?.addPayment({ ...payment, rate, date: today, fee: fee.id })
  }
  const title = feeTitle(fee)
  return (
    <article aria-label={title} className="grid grid-cols-1 gap-2 card px-4 py-3">
      <header className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <h3 className="text-lg wrap-anywhere">{title}</h3>
          <p className="text-sm text-muted">{eachWords(fee, group.currency)}</p>
          <p className="flex flex-wrap gap-x-3 text-sm text-muted">
            {fee.due !== '' && (
              <span className={isLate ? 'text-warn' : ''}>
                {m.fees_due_line({ late: isLate ? 'yes' : 'no', date: formatDay(fee.due as LocalDate) })}
              </span>
            )}
            {fee.to !== '' && <span className="wrap-anywhere">{m.fees_to({ name: inside(fee.to, group) })}</span>}
          </p>
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
      <p className="font-semibold tabular-nums">
        {count === 0 ? m.fees_nobody() : m.fees_total({ count, done, paid: money(paid), due: money(due) })}
      </p>
      <ul>
        {own && (
          <Row {...props} household={own}>
            {actions && own.rest > 0 && fee.to !== '' && (
              <Button
                className="text-sm print:hidden"
                aria-label={m.fees_i_paid_label({ amount: money(own.rest), name: title })}
                onClick={() => pay(own, group.me)}
              >
                {m.fees_i_paid()}
              </Button>
            )}
          </Row>
        )}
        {own && payee && (
          <li className="max-w-none pb-3">
            <PayDetails
              {...{ trip, payee }}
              name={group.nameOf(payee.id)}
              amount={own.rest}
              currency={fee.currency}
              tripCurrency={group.currency}
            />
          </li>
        )}
        {shown.map((household) => (
          <Row key={household.id} {...props} household={household}>
            {isEditor && household.rest > 0 && fee.to !== '' && (
              <Button
                variant="quiet"
                className="text-sm print:hidden"
                aria-label={m.fees_mark_paid_label({
                  amount: money(household.rest),
                  who: nameHousehold(household.id, group).inside,
                  name: title,
                })}
                onClick={() => pay(household, household.payer)}
              >
                {m.fees_mark_paid()}
              </Button>
            )}
          </Row>
        ))}
      </ul>
      {isLong && (
        <Button variant="quiet" className="w-full text-sm print:hidden" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? m.fees_show_fewer() : m.fees_show_all({ count: others.length })}
        </Button>
      )}
    </article>
  )
}

const inside = (personId: string, { me, nameOf }: CostsView['group']) =>
  personId === me ? m.shopping_you_in_sentence() : nameOf(personId)

const tones = { good: 'text-good', warn: 'text-warn', plain: 'text-muted' }

interface RowProps extends FeeProps {
  household: HouseholdFee
  children: ReactNode
}

/** One household: who, how much, and how far it has paid. */
function Row({ view: { group }, fee, household, today, children }: RowProps) {
  const { name, who } = nameHousehold(household.id, group)
  const words = stateWords(household, fee, {
    group,
    today,
    isSeveral: who === 'mine' || who === 'several' || who === 'me',
  })
  return (
    <li className="flex max-w-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line/60 py-2 last:border-b-0">
      <span className="min-w-0 grow basis-48">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="wrap-anywhere">{name}</span>
          {household.due > 0 && (
            <span className="ml-auto tabular-nums">{formatMoney(household.due, fee.currency, group.currency)}</span>
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
      {children}
    </li>
  )
}
