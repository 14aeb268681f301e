import { Wallet } from 'lucide-react'
import { Link } from 'wouter'
import { canEditAllCosts, canOpenTrip, listCostsParty } from '#domain/access.ts'
import { formatMoney } from '#domain/costs/format-money.ts'
import type { Booking } from '#domain/plan/booking.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSession } from '#web/data/session/use-session.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { useTripClock } from '../days/use-trip-clock.ts'
import { ownId } from '../derived/people.ts'
import { useDerived } from '../derived/use-derived.ts'
import { TextButton } from '../text-button.tsx'
import {
  type BookingCost,
  bookingExpense,
  bookingExpenseId,
  withExpenseOnce,
  withFirstCurrency,
} from './booking-expense.ts'

interface BookingPriceProps {
  trip: Trip
  booking: Pick<Booking, 'price' | 'currency' | 'passengers'>
  cost: BookingCost
  offerUndo: (undo: Undo) => void
}

/** What a booking cost, with the offer to add it to the costs; nothing if nobody said it. */
export function BookingPrice(props: BookingPriceProps) {
  const { price, currency } = props.booking
  return price === 0 || currency === '' ? null : <Price {...props} />
}

function Price({ trip, booking, cost, offerUndo }: BookingPriceProps) {
  const { user } = useSession()
  const costs = useSection(trip.id, 'costs')
  const people = useSection(trip.id, 'people')?.value
  const settings = useSection(trip.id, 'details')?.value.eating
  const me = useDerived(trip, ownId)
  const today = useTripClock(trip.id).date
  const { price, currency } = booking
  const isThere = costs?.value.expenses.some(({ id }) => id === bookingExpenseId(cost.id)) ?? false
  const mayAdd = canEditAllCosts(trip) || (user && people && listCostsParty(user, trip, people, undefined).has(me))
  const edit = mayAdd && costs?.edit

  function add() {
    if (!edit || !people || !settings) return
    const expense = bookingExpense({ ...cost, date: cost.date || today }, booking, { me, people, settings })
    // An edit of its own: the undo leaves the currency, which others may have used since.
    edit((value) => withFirstCurrency(value, currency), 'at-once')
    const undo = edit((value) => withExpenseOnce(value, expense), 'at-once')
    offerUndo({ text: m.passes_cost_added({ name: cost.name }), undo })
  }

  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className="flex items-center gap-2">
        <Wallet aria-hidden="true" className="size-5 shrink-0 text-muted" />
        <span className="sr-only">{m.tickets_price()}: </span>
        <span className="tabular-nums">{formatMoney(price, currency, costs?.value.currency)}</span>
      </p>
      {isThere && canOpenTrip(trip) && (
        <Link
          href={`/trip/${trip.id}/group?tab=costs`}
          className="touch inline-flex items-center rounded-md text-sm text-action underline underline-offset-4 print:hidden"
        >
          {m.passes_cost_there()}
        </Link>
      )}
      {!isThere && edit && people && settings && (
        <TextButton className="mx-0 print:hidden" aria-label={`${m.passes_cost_add()}: ${cost.name}`} onClick={add}>
          {m.passes_cost_add()}
        </TextButton>
      )}
    </div>
  )
}
