import { CalendarDays, MapPin } from 'lucide-react'
import { Link } from 'wouter'
import { localDateOf } from '#domain/local-date.ts'
import { type TripCard as Trip, tripTypeLabels } from '#domain/trip.ts'
import { describeTripTiming, formatTripDates } from '#domain/trip-dates.ts'
import { prefetchTrip } from '#web/data/trips/trips.ts'
import { Card } from '#web/ui/card.tsx'
import { TripDrawing } from '#web/ui/trip-drawing.tsx'

/** One trip in the list: its drawing, what and where it is, when, and how soon. `onReach` is called when somebody is about to open it. */
export function TripCard({ trip, onReach }: { trip: Trip; onReach: () => void }) {
  const timing = describeTripTiming(trip.departure_date, trip.return_date, localDateOf(new Date()))
  const reach = () => {
    onReach()
    void prefetchTrip(trip.id)
  }
  return (
    <Card data-trip={trip.type} className="relative flex h-full flex-col transition-transform has-[a:hover]:-translate-y-0.5">
      <div className="relative h-28">
        <TripDrawing type={trip.type} className="absolute inset-0 size-full" />
        {timing && (
          <p className="sign absolute right-3 bottom-3 rounded-sm border border-accent bg-surface px-2 py-0.5 text-sm text-accent">
            {timing}
          </p>
        )}
      </div>
      <div className="flex grow flex-col gap-1.5 border-t border-line p-4">
        <p className="text-sm font-semibold text-action">{tripTypeLabels[trip.type]}</p>
        <h2 className="text-lg">
          <Link href={`/trip/${trip.id}`} onPointerDown={reach} onFocus={reach} className="after:absolute after:inset-0">
            {trip.name}
          </Link>
        </h2>
        {trip.destination_name && (
          <p className="flex gap-2 text-sm">
            <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
            <span className="min-w-0">{trip.destination_name}</span>
          </p>
        )}
        {trip.departure_date && (
          <p className="flex gap-2 text-sm">
            <CalendarDays aria-hidden="true" className="mt-1 size-4 shrink-0 text-accent" />
            {formatTripDates(trip.departure_date, trip.return_date)}
          </p>
        )}
        <p className="mt-auto pt-2 text-sm text-muted">
          Created <time dateTime={trip.created_at}>{createdDate(trip.created_at)}</time>
        </p>
      </div>
    </Card>
  )
}

function createdDate(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-CA', { dateStyle: 'medium' })
}
