import { carrierText, journeyOf, type Leg } from '#domain/journeys/journey.ts'
import { legFacts } from '#domain/journeys/journey-text.ts'
import {
  connectionWarning,
  durationText,
  legWarnings,
  momentDate,
  momentText,
  routeText,
  waitText,
} from '#domain/journeys/journey-words.ts'
import { listText } from '#domain/list-text.ts'
import { formatLocalDate, type OptionalLocalDate } from '#domain/local-date.ts'
import type { Passenger } from '#domain/plan/booking.ts'
import type { Stay } from '#domain/plan/stays.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import { trimmed } from '#domain/text.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { Warning } from '../card/warning.tsx'
import type { Group } from './drafts.ts'

interface PreviewProps {
  group: Group
  nameOf: (passenger: Passenger) => string
}

/** A booking as it will be in the plan, on a few lines. */
export function BookingPreview({ group, nameOf }: PreviewProps) {
  const { entry } = group
  const names = entry.passengers.map(nameOf).filter(Boolean)
  const number = group.is === 'ticket' ? group.entry.confirmationNumber : group.entry.confirmation_number
  return (
    <div className="grid grid-cols-1 gap-2">
      {group.is === 'ticket' ? (
        <TicketPreview ticket={group.entry} nameOf={nameOf} />
      ) : (
        <StayPreview stay={group.entry} />
      )}
      <p className="flex max-w-none flex-wrap gap-x-4 text-sm text-muted">
        {names.length > 0 && <span className="wrap-anywhere">{listText(names)}</span>}
        {number.trim() && <span className="wrap-anywhere">{number}</span>}
        {entry.codes.length > 0 && <span>{m.imports_codes({ count: entry.codes.length })}</span>}
      </p>
    </div>
  )
}

function TicketPreview({ ticket, nameOf }: { ticket: Ticket; nameOf: PreviewProps['nameOf'] }) {
  const { legs, connections } = journeyOf(ticket)
  if (legs.length === 0)
    return <Facts facts={[dateText(ticket.date), trimmed(ticket.time), trimmed(ticket.location)]} />
  return (
    <ol aria-label={m.tickets_journey()} className="grid grid-cols-1 gap-2">
      {legs.map((leg, index) => {
        const [before, connection] = [legs[index - 1], connections[index - 1]]
        const wait = connection ? waitText(connection) : ''
        const warning = before && connection ? connectionWarning(connection, leg, before) : ''
        return (
          <li key={leg.segment.id} className="grid max-w-none grid-cols-1 gap-1">
            {wait && <p className="text-sm text-muted">{wait}</p>}
            {warning && <Warning text={warning} />}
            <LegLines leg={leg} passengers={ticket.passengers} nameOf={nameOf} />
          </li>
        )
      })}
    </ol>
  )
}

interface LegLinesProps {
  leg: Leg
  passengers: readonly Passenger[]
  nameOf: PreviewProps['nameOf']
}

function LegLines({ leg, passengers, nameOf }: LegLinesProps) {
  const { segment, departs, arrives, minutes, plusDays } = leg
  const carrier = carrierText(segment)
  const seats = segment.seats.flatMap(({ id, seat }) => {
    const passenger = passengers.find((one) => one.id === id)
    if (seat === '') return []
    return passenger && passengers.length > 1 ? [m.imports_seat_of({ name: nameOf(passenger), seat })] : [seat]
  })
  const [first, ...others] = seats
  const seatsText =
    first === undefined
      ? ''
      : others.length > 0
        ? m.imports_seats({ seats: listText(seats) })
        : m.journeys_seat({ seat: first })
  const times = [momentText(departs), momentText(arrives, plusDays)].filter(Boolean).join(' – ')
  return (
    <div className="border-l-4 border-line pl-3">
      <p className="sign leading-snug wrap-anywhere">{routeText(segment)}</p>
      <Facts facts={[momentDate(departs), times, carrier, minutes === undefined ? '' : durationText(minutes)]} />
      <Facts facts={[...legFacts(leg), seatsText]} isMuted />
      {legWarnings(leg).map((text) => (
        <Warning key={text} text={text} />
      ))}
    </div>
  )
}

function StayPreview({ stay }: { stay: Stay }) {
  const isOneDay = stay.ends_on === stay.starts_on && stay.ends_at !== ''
  const [starts, ends] = [when(stay.starts_on, stay.starts_at), when(isOneDay ? '' : stay.ends_on, stay.ends_at)]
  const times = starts && ends ? m.imports_whole_stay({ starts, ends }) : starts || ends
  return <Facts facts={[times, trimmed(stay.place), trimmed(stay.end_place)]} />
}

const DATE: Intl.DateTimeFormatOptions = { weekday: 'short', month: 'short', day: 'numeric' }
const dateText = (date: OptionalLocalDate) => (date === '' ? '' : formatLocalDate(date, 'en-CA', DATE))
const when = (date: OptionalLocalDate, time: string) =>
  [dateText(date), time && clockTimeText(time)].filter(Boolean).join(', ')

function Facts({ facts, isMuted = false }: { facts: readonly string[]; isMuted?: boolean }) {
  const shown = facts.filter(Boolean)
  if (shown.length === 0) return null
  return (
    <ul className={`flex flex-wrap gap-x-4 text-sm tabular-nums ${isMuted ? 'text-muted' : ''}`}>
      {shown.map((fact) => (
        <li key={fact} className="max-w-none min-w-0 wrap-anywhere">
          {fact}
        </li>
      ))}
    </ul>
  )
}
