import { useId } from 'react'
import { daysBetween, formatLocalDate, localDateOf } from '#domain/local-date.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import { ticketWithoutPlaceholders } from '#domain/templates/placeholders.ts'
import * as m from '#messages'
import { PlaceholderText } from '#web/trip-core/editing/placeholder.tsx'
import { PlaceLink } from '#web/trip-core/places/place-link.tsx'
import { ConfirmationNumber } from './confirmation-number.tsx'
import { ticketKinds } from './ticket-kinds.ts'

/** A ticket that looks like the pass to show at the gate. Empty fields take no room. */
export function TicketCard({ ticket: stored, canEdit }: { ticket: Ticket; canEdit: boolean }) {
  // Placeholders are only for people who can overwrite them.
  const ticket = canEdit ? stored : ticketWithoutPlaceholders(stored)
  const id = useId()
  const { word, icon: Icon, band } = ticketKinds[ticket.type]
  const days = ticket.date ? daysBetween(localDateOf(new Date()), ticket.date) : undefined
  const isPast = days !== undefined && days < 0
  const near = [m.documents_ticket_today, m.documents_ticket_tomorrow][days ?? -1]?.()
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
        className={`grid grow content-start gap-3 border-x border-edge/60 bg-surface px-4 pt-3 ${hasStub ? 'pb-1' : 'rounded-b-lg border-b pb-4'}`}
      >
        <h3 id={id} className={`text-lg ${isPast ? 'text-muted' : ''}`}>
          <PlaceholderText of="ticket" text={ticket.title || word} />
        </h3>
        {(ticket.date || ticket.time || ticket.location) && (
          <dl className={`flex flex-wrap gap-x-8 gap-y-2 ${isPast ? 'text-muted' : ''}`}>
            {ticket.date && (
              <Fact name={m.documents_ticket_date()} value={formatLocalDate(ticket.date, 'en-CA', DATE)} isBold />
            )}
            {ticket.time && <Fact name={m.common_time_label()} value={ticket.time} isBold />}
            {ticket.location && <Fact name={m.documents_ticket_location()} value={ticket.location} />}
          </dl>
        )}
        <PlaceLink placeId={ticket.place_id} />
        {ticket.details && <p className="whitespace-pre-line text-muted">{ticket.details}</p>}
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

function Fact({ name, value, isBold = false }: { name: string; value: string; isBold?: boolean }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className={`text-lg tabular-nums ${isBold ? 'sign' : ''}`}>{value}</dd>
    </div>
  )
}
