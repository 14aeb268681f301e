import { Hourglass, type LucideIcon, MapPin } from 'lucide-react'
import type { Connection, Journey, Leg } from '#domain/journeys/journey.ts'
import { connectionWarning, waitText } from '#domain/journeys/journey-words.ts'
import type { Passenger } from '#domain/plan/booking.ts'
import * as m from '#messages'
import type { BookingNames } from '#web/trip-core/bookings/booking-names.ts'
import { isOver } from './journey-now.ts'
import { LegView } from './leg-view.tsx'
import { Warning } from './warning.tsx'

interface JourneyViewProps {
  journey: Journey
  icon: LucideIcon
  passengers: readonly Passenger[]
  names: BookingNames
  /** The index of the leg that comes next; -1 for none. */
  next: number
  /** When that is: 'Today'; undefined if it is later than tomorrow. */
  near: string | undefined
  now: Date
}

/** The legs of a journey, and between them the waits. */
export function JourneyView({ journey: { legs, connections }, next, near, now, ...shown }: JourneyViewProps) {
  return (
    <ol aria-label={m.tickets_journey()} className="grid grid-cols-1 gap-3">
      {legs.map((leg, index) => {
        const [before, connection] = [legs[index - 1], connections[index - 1]]
        return (
          <li key={leg.segment.id} className="grid max-w-none grid-cols-1 gap-3">
            {before && connection && <Wait {...{ before, connection }} after={leg} />}
            <LegView
              {...shown}
              leg={leg}
              number={index + 1}
              isOver={isOver(leg, now)}
              // The header of the card says it of the first one.
              near={index === next && index > 0 ? near : undefined}
            />
          </li>
        )
      })}
    </ol>
  )
}

/** The wait between two legs, as a line across the card. */
function Wait({ before, connection, after }: { before: Leg; connection: Connection; after: Leg }) {
  const [wait, warning] = [waitText(connection), connectionWarning(connection, after, before)]
  const Icon = connection.isStopover ? MapPin : Hourglass
  if (!wait && !warning) return <hr className="border-dashed border-line" />
  return (
    <div className="grid grid-cols-1 gap-1 border-y border-dashed border-line py-2">
      {wait && connection.trouble !== 'short' && (
        <p className="flex max-w-none items-start gap-2 text-sm">
          <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
          <span className="min-w-0 wrap-anywhere">{wait}</span>
        </p>
      )}
      {warning && <Warning text={warning} />}
    </div>
  )
}
