import { Link } from 'wouter'
import { canOpenTrip } from '#domain/access.ts'
import { parsePositionText } from '#domain/places/position.ts'
import type { Tracks } from '#domain/plan/tracks.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useTripAddresses } from '#web/data/trips/use-addresses.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { NavigateButton } from '#web/trip-core/places/navigate-button.tsx'
import { placeIcons, placeName } from '#web/trip-core/places/place-kinds.ts'
import { LazyStillMapOfTrip } from './lazy-still-map.tsx'
import { usePlaces } from './use-places.ts'

const noTracks: Tracks = []

interface PlacesSummaryProps {
  trip: Trip
  /** Whether a map is above it, so that no picture of one is needed. */
  hasMap: boolean
}

/** Where the trip's places and tracks lie, which opens their map. Readers see the places as a list, too. */
export function PlacesSummary({ trip, hasMap }: PlacesSummaryProps) {
  const view = usePlaces(trip)
  const tracks = useSection(trip.id, 'tracks')?.value ?? noTracks
  const { map: href } = useTripAddresses(trip.id)
  if (!view) return null
  const { places, destination } = view
  if (places.length === 0 && tracks.length === 0) return null
  const isShown = !hasMap && (tracks.length > 0 || places.some(({ position }) => position !== ''))
  const isListed = !canOpenTrip(trip)
  return (
    <div className="mt-3 grid max-w-120 gap-2">
      {/* One link, so that nobody passes two to the same page. */}
      <Link href={href} className="grid gap-2 rounded-md">
        {isShown && (
          <LazyStillMapOfTrip {...{ places, tracks }} tripId={trip.id} destinationId={destination?.id ?? ''} />
        )}
        <span className="touch inline-flex w-fit items-center font-semibold text-action underline underline-offset-4">
          {isListed || places.length === 0 ? m.places_open_map() : m.places_all({ count: places.length })}
        </span>
      </Link>
      {isListed && (
        <ul className="grid grid-cols-1">
          {places.map((place) => {
            const Icon = placeIcons[place.kind]
            const position = parsePositionText(place.position)
            return (
              <li
                key={place.id}
                className="flex max-w-none items-center gap-x-3 border-b border-line/60 py-2 last:border-b-0"
              >
                <span className="touch flex min-w-0 grow items-center gap-3 wrap-anywhere">
                  <Icon aria-hidden="true" className="size-5 shrink-0 text-accent" />
                  {placeName(place)}
                </span>
                {position && <NavigateButton isInRow position={position} name={placeName(place)} />}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}

/** The way to add the first place, for people who may. */
export function AddFirstPlace({ trip }: { trip: Trip }) {
  const view = usePlaces(trip)
  if (!view?.edits || view.places.length > 0) return null
  return (
    <Link
      href={`/trip/${trip.id}/map`}
      className="touch -mx-2 inline-flex items-center rounded-md px-2 text-sm font-semibold text-action hover:bg-action-soft"
    >
      {m.places_add_first()}
    </Link>
  )
}
