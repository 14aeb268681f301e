import { Bell, CircleCheck, CloudOff, EllipsisVertical, MapPin, Users } from 'lucide-react'
import { Link } from 'wouter'
import { localDateOf } from '#domain/local-date.ts'
import { describePhase, phaseOf } from '#domain/today/phase.ts'
import { roleLabel, type TripCard as Trip, tripTypeLabel } from '#domain/trip.ts'
import { formatTripDates } from '#domain/trip-dates.ts'
import * as m from '#messages'
import { prefetchListedTrip } from '#web/data/trips/trips.ts'
import { TripMenu } from '#web/features/trip-life/trip-menu-button.tsx'
import { TripPhoto } from '#web/features/trip-life/trip-photo.tsx'
import { Card } from '#web/ui/card.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { rich } from '#web/ui/rich.ts'
import { TripPicture } from './trip-picture.tsx'

interface TripCardProps {
  trip: Trip
  /** How many notices the current user has not read. */
  unread: number
  /** Whether it opens offline; undefined until that is known. */
  isHere: boolean | undefined
  isOnline: boolean
  onReach: () => void
}

export function TripCard({ trip, unread, isHere, isOnline, onReach }: TripCardProps) {
  const today = localDateOf(new Date())
  const timing = describePhase(phaseOf(trip, today))
  const isOver = trip.departure_date !== '' && (trip.return_date || trip.departure_date) < today
  const prefetch = () => {
    onReach()
    void prefetchListedTrip(trip.id)
  }
  return (
    <Card
      data-trip={trip.type}
      className="relative flex h-full flex-col transition-transform has-[a:hover]:-translate-y-0.5"
    >
      <div className="relative h-32 overflow-hidden">
        {/* Paler once the trip is over. */}
        <div className={`absolute inset-0 ${isOver ? 'opacity-60' : ''}`}>
          <TripPicture trip={trip} />
          <TripPhoto {...trip} />
        </div>
        <div className="absolute inset-x-0 top-0 flex flex-wrap items-start justify-between">
          <p className="m-3 rounded-sm bg-surface px-2 py-0.5 text-xs text-muted">{tripTypeLabel(trip.type)}</p>
          {unread > 0 && <NewsLink trip={trip} count={unread} />}
        </div>
      </div>
      <div className="flex grow flex-col p-4 pt-3">
        <h2 className="pr-9 text-xl">
          <Link
            href={`/trip/${trip.id}`}
            onPointerDown={prefetch}
            onFocus={prefetch}
            className="after:absolute after:inset-0"
          >
            {trip.name}
          </Link>
        </h2>
        {trip.departure_date && (
          <p className="mt-1 flex flex-wrap items-baseline gap-x-3">
            {timing && <span className={`sign text-2xl ${isOver ? 'text-muted' : 'text-accent'}`}>{timing}</span>}
            <span className="text-sm text-muted">{formatTripDates(trip.departure_date, trip.return_date)}</span>
          </p>
        )}
        {trip.destination_name && (
          <p className="mt-1.5 flex gap-1.5 text-sm">
            <MapPin aria-hidden="true" className="mt-1 size-4 shrink-0 text-action" />
            <span className="min-w-0">{trip.destination_name}</span>
          </p>
        )}
        <div className="mt-auto flex flex-wrap justify-between gap-x-3 pt-2 text-xs text-muted">
          <p>
            {rich(
              m.trips_card_created({
                date: createdDate(trip.created_at),
                time: (text) => <time dateTime={trip.created_at}>{text}</time>,
              }),
            )}
          </p>
          {(trip.role === 'organizer' || trip.role === 'member') && (
            <p className="flex items-center gap-1.5">
              <Users aria-hidden="true" className="size-4 shrink-0 text-action" />
              {roleLabel(trip.role)}
            </p>
          )}
          {isHere === true && (
            <p className="flex items-center gap-1.5">
              <CircleCheck aria-hidden="true" className="size-4 shrink-0 text-good" />
              {m.trips_card_here()}
            </p>
          )}
          {isHere === false && !isOnline && (
            <p className="flex items-center gap-1.5">
              <CloudOff aria-hidden="true" className="size-4 shrink-0" />
              {m.trips_card_not_here()}
            </p>
          )}
        </div>
      </div>
      {/* Above the link that covers the card. */}
      <div className="absolute right-0 mt-32 p-1">
        <TripMenu
          trip={trip}
          trigger={
            <IconButton
              icon={EllipsisVertical}
              label={m.trips_card_menu_label({ name: trip.name })}
              title={m.trips_card_menu_title()}
              className="relative z-1"
            />
          }
        />
      </div>
    </Card>
  )
}

/** Over the picture, so that nothing moves when it appears, and above the link that covers the card. */
function NewsLink({ trip, count }: { trip: Trip; count: number }) {
  return (
    <Link
      href={`/trip/${trip.id}/news`}
      aria-label={m.trips_label_of({ label: m.notices_count({ count }), name: trip.name })}
      className="group touch relative z-1 p-3 leading-none focus-visible:-outline-offset-3"
    >
      <span className="flex items-center gap-1.5 rounded-sm bg-action px-2 py-0.5 text-xs text-on-action group-hover:bg-action-strong">
        <Bell aria-hidden="true" className="size-3.5 shrink-0" />
        {m.notices_count({ count })}
      </span>
    </Link>
  )
}

function createdDate(timestamp: string): string {
  return new Date(timestamp).toLocaleDateString('en-CA', { dateStyle: 'medium' })
}
