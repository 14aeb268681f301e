import { useId } from 'react'
import { dateOf, journeyOf } from '#domain/journeys/journey.ts'
import { typedBeside } from '#domain/journeys/typed-beside.ts'
import { formatLocalDate } from '#domain/local-date.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import { ticketWithoutPlaceholders } from '#domain/templates/placeholders.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { BookingCodes } from '#web/trip-core/bookings/booking-codes.tsx'
import { BookingFiles } from '#web/trip-core/bookings/booking-files.tsx'
import { BookingMenu } from '#web/trip-core/bookings/booking-menu.tsx'
import { BookingPassengers } from '#web/trip-core/bookings/booking-passengers.tsx'
import { BookingPrice } from '#web/trip-core/bookings/booking-price.tsx'
import { ConfirmationNumber } from '#web/trip-core/bookings/confirmation-number.tsx'
import { PlaceholderText } from '#web/trip-core/editing/placeholder.tsx'
import { PlaceLink } from '#web/trip-core/places/place-link.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'
import { daysUntil, findNext } from './card/journey-now.ts'
import { JourneyView } from './card/journey-view.tsx'
import { ticketCodes } from './card/ticket-codes.ts'
import { sharingOf, type TicketParts } from './card/use-ticket-parts.ts'
import { ticketKinds } from './ticket-kinds.ts'

interface TicketCardProps {
  trip: Trip
  ticket: Ticket
  canEdit: boolean
  parts: TicketParts
  offerUndo: (undo: Undo) => void
}

/**
 * A ticket that looks like the pass to show at the gate, with its journey, who travels, their codes and files. Empty
 * fields take no room.
 */
export function TicketCard({ trip, ticket: stored, canEdit, parts, offerUndo }: TicketCardProps) {
  // Placeholders are only for people who can overwrite them.
  const shown = canEdit ? stored : ticketWithoutPlaceholders(stored)
  const { names, documents, now } = parts
  const ticket = { ...shown, passengers: parts.linkedOf(stored).passengers }
  const editFiles = parts.editFilesOf(stored)
  const sharing = sharingOf(trip, ticket, names)
  const id = useId()
  const { word, icon: Icon, band } = ticketKinds[ticket.type]
  const title = ticket.title || word

  const journey = journeyOf(ticket)
  const hasJourney = journey.legs.length > 0
  const next = findNext(journey.legs, now)
  const isPast = hasJourney ? next < 0 : (daysUntil(ticket.date, now) ?? 0) < 0
  const days = isPast ? undefined : daysUntil(journey.legs[next]?.departs.date || dateOf(ticket), now)
  // A leg that left yesterday and has not arrived is today's.
  const near =
    days === undefined ? undefined : [m.documents_ticket_today, m.documents_ticket_tomorrow][Math.max(0, days)]?.()
  const codes = ticketCodes(ticket, names, journey.legs[next]?.segment.id ?? '')

  const hasStub = ticket.confirmationNumber.trim() !== ''
  return (
    <article aria-labelledby={id} className="flex h-full flex-col">
      <header className={`flex items-center gap-2.5 rounded-t-lg px-4 py-2 text-on-ticket ${band}`}>
        <Icon aria-hidden="true" className="size-5.5 shrink-0" />
        <p className="sign grow">{word}</p>
        {near && <p className="sign rounded-full bg-surface px-3 py-0.5 text-sm text-text">{near}</p>}
        {isPast && <p className="text-sm">{m.documents_ticket_past()}</p>}
      </header>
      <div
        className={`grid grow grid-cols-1 content-start gap-3 border-x border-edge/60 bg-surface px-4 pt-3 ${hasStub ? 'pb-1' : 'rounded-b-lg border-b pb-4'}`}
      >
        <div className="flex items-start gap-2">
          <h3 id={id} className={`min-w-0 grow text-lg ${isPast ? 'text-muted' : ''}`}>
            <PlaceholderText of="ticket" text={title} />
          </h3>
          <BookingMenu {...{ title, documents, names, editFiles, sharing, offerUndo }} booking={ticket} />
        </div>
        <BookingCodes title={title} {...codes} />
        {hasJourney && (
          <JourneyView {...{ journey, icon: Icon, names, next, near, now }} passengers={ticket.passengers} />
        )}
        <TypedFacts ticket={ticket} isPast={isPast} />
        <PlaceLink placeId={ticket.place_id} />
        {ticket.details && <p className="whitespace-pre-line text-muted">{ticket.details}</p>}
        <BookingPassengers passengers={ticket.passengers} names={names} />
        <BookingFiles {...{ documents, names, offerUndo }} booking={ticket} edit={editFiles} />
        <BookingPrice
          trip={trip}
          booking={ticket}
          cost={{
            id: ticket.id,
            name: title,
            category: ticket.type === 'attraction' ? 'activities' : 'transport',
            date: dateOf(ticket),
          }}
          offerUndo={offerUndo}
        />
      </div>
      {hasStub && (
        <>
          <div aria-hidden="true" className="perforation px-4" />
          <ConfirmationNumber code={ticket.confirmationNumber} />
        </>
      )}
    </article>
  )
}

const DATE: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }

/** What somebody typed; of a journey only what it does not say itself. */
function TypedFacts({ ticket, isPast }: { ticket: Ticket; isPast: boolean }) {
  const { date, time, location } = typedBeside(ticket)
  if (!(date || time || location)) return null
  return (
    <dl className={`flex flex-wrap gap-x-8 gap-y-2 ${isPast ? 'text-muted' : ''}`}>
      {date && <Fact name={m.documents_ticket_date()} value={formatLocalDate(date, 'en-CA', DATE)} isBold />}
      {time && <Fact name={m.common_time_label()} value={time} isBold />}
      {location && <Fact name={m.documents_ticket_location()} value={location} />}
    </dl>
  )
}

function Fact({ name, value, isBold = false }: { name: string; value: string; isBold?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`text-lg tabular-nums ${isBold ? 'sign' : ''}`}>{value}</dd>
    </div>
  )
}
