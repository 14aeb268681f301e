import { MapPin } from 'lucide-react'
import { Link } from 'wouter'
import { canEditPlan } from '#domain/access.ts'
import type { Details } from '#domain/plan/details.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useSection } from '#web/data/trips/use-section.ts'
import { PlaceLink } from '#web/trip-core/places/place-link.tsx'

/** The destination as a place of the trip, or a way to choose it. */
export function DestinationPlace({ trip, details }: { trip: Trip; details: Details }) {
  const places = useSection(trip.id, 'places')?.value
  if (!places) return null
  if (places.some(({ id }) => id === details.place_id)) {
    const link = <PlaceLink placeId={details.place_id} />
    return (
      <div className="col-span-full">
        {canEditPlan(trip) ? (
          link
        ) : (
          <>
            <dt className="sr-only">{m.places_destination()}</dt>
            <dd>{link}</dd>
          </>
        )}
      </div>
    )
  }
  if (!canEditPlan(trip) || details.destination_name.trim() === '') return null
  return (
    <Link
      href={`/trip/${trip.id}/map?find=destination`}
      className="sign touch col-span-full flex w-full items-center gap-2 rounded-md text-left text-action hover:bg-action-soft"
    >
      <MapPin aria-hidden="true" className="size-5 shrink-0" />
      {m.places_choose_destination()}
    </Link>
  )
}
