import { useId } from 'react'
import { passengerNames, withSeat } from '#domain/journeys/edit-journey.ts'
import { legTitle } from '#domain/journeys/journey-words.ts'
import { MAX_BOOKING_NAME, type Seat } from '#domain/plan/booking.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useBookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { fieldLook } from '#web/ui/field.tsx'

interface SeatFieldsProps {
  trip: Trip
  ticket: Ticket
  onChange: (change: (ticket: Ticket) => Ticket) => void
}

/** Who sits where in each part of the journey. Nothing without parts or passengers. */
export function SeatFields({ trip, ticket, onChange }: SeatFieldsProps) {
  const heading = useId()
  const { nameOf } = useBookingNames(trip)
  const { segments, passengers, type } = ticket
  if (segments.length === 0 || passengers.length === 0) return null
  const names = passengerNames(passengers, nameOf)
  const set = (segmentId: string, passengerId: string, change: Partial<Omit<Seat, 'id'>>) =>
    onChange((now) => ({
      ...now,
      segments: now.segments.map((one) => (one.id === segmentId ? withSeat(one, passengerId, change) : one)),
    }))
  return (
    <fieldset aria-labelledby={heading} className="grid min-w-0 grid-cols-1 gap-3">
      <h3 id={heading} className="text-base">
        {m.tickets_seats()}
      </h3>
      {segments.map((segment, index) => {
        const title = legTitle(segment) || m.tickets_segment({ type, number: index + 1 })
        return (
          <fieldset key={segment.id} aria-label={title} className="grid min-w-0 grid-cols-1 gap-2">
            <p className="text-sm text-muted wrap-anywhere">{title}</p>
            <ul className="grid grid-cols-1 gap-2">
              {passengers.map(({ id }) => {
                const seat = segment.seats.find((one) => one.id === id)
                const name = names.get(id) ?? ''
                return (
                  <li key={id} className="flex max-w-none flex-wrap items-center gap-2">
                    <span className="max-w-full grow basis-20 wrap-break-word">{name}</span>
                    <span className="flex min-w-0 grow basis-44 gap-2">
                      <Cell
                        label={m.tickets_seat_of({ name })}
                        placeholder={m.tickets_seat_heading()}
                        look="basis-16"
                        autoCapitalize="characters"
                        value={seat?.seat ?? ''}
                        onChange={(text) => set(segment.id, id, { seat: text })}
                      />
                      <Cell
                        label={m.tickets_cabin_of({ name })}
                        placeholder={m.tickets_cabin_heading()}
                        look="basis-24"
                        autoCapitalize="sentences"
                        value={seat?.cabin ?? ''}
                        onChange={(text) => set(segment.id, id, { cabin: text })}
                      />
                    </span>
                  </li>
                )
              })}
            </ul>
          </fieldset>
        )
      })}
    </fieldset>
  )
}

interface CellProps {
  label: string
  placeholder: string
  look: string
  autoCapitalize: string
  value: string
  onChange: (text: string) => void
}

/** A small field whose place says what it is. */
function Cell({ label, look, onChange, ...rest }: CellProps) {
  return (
    <input
      {...rest}
      aria-label={label}
      maxLength={MAX_BOOKING_NAME}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onChange(target.value)}
      className={`${fieldLook} min-w-0 shrink grow ${look}`}
    />
  )
}
