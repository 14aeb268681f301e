import { CalendarRange, MapPin } from 'lucide-react'
import type { InvitedTo } from '#domain/api/people.ts'
import { localDateOf } from '#domain/local-date.ts'
import { describePhase, phaseOf } from '#domain/today/phase.ts'
import { tripTypeLabel } from '#domain/trip.ts'
import { formatTripRange } from '#domain/trip-range.ts'
import * as m from '#messages'
import { rich } from '#web/ui/rich.ts'
import { TripDrawing } from '#web/ui/trip-drawing.tsx'

/** The trip of the invitation as a card, and who invites. */
export function InvitedTrip({ trip, invited_by }: InvitedTo) {
  const today = localDateOf(new Date())
  const timing = describePhase(phaseOf(trip, today))
  return (
    <>
      <div className="relative h-32 border-b border-line">
        <TripDrawing type={trip.type} className="absolute inset-0 size-full" />
        {timing && (
          <p className="sign absolute right-3 bottom-3 rounded-sm border border-accent bg-surface px-2 py-0.5 text-sm text-accent">
            {timing}
          </p>
        )}
      </div>
      <div className="grid grid-cols-1 gap-1.5 p-5 pb-4">
        <p className="text-sm font-semibold text-action">{tripTypeLabel(trip.type)}</p>
        <h1 className="text-2xl break-words">{trip.name}</h1>
        {trip.destination_name && (
          <p className="flex gap-2">
            <MapPin aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-accent" />
            <span className="min-w-0 break-words">{trip.destination_name}</span>
          </p>
        )}
        {trip.departure_date && (
          <p className="flex gap-2">
            <CalendarRange aria-hidden="true" className="mt-1 size-4.5 shrink-0 text-accent" />
            {formatTripRange(trip, today)}
          </p>
        )}
        <p className="mt-1.5 break-words">
          {invited_by
            ? rich(m.session_invited_by({ name: invited_by, strong: (text) => <strong>{text}</strong> }))
            : m.session_invited()}
        </p>
      </div>
    </>
  )
}
