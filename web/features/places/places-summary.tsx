import { Link } from 'wouter'
import { canOpenTrip } from '#domain/access.ts'
import { parsePositionText } from '#domain/places/position.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { NavigateButton } from '#web/trip-core/places/navigate-button.tsx'
import { placeIcons, placeName } from '#web/trip-core/places/place-kinds.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { DrawingRoom, LazyDrawing } from './lazy-drawing.tsx'
import { usePlaces } from './use-places.ts'

interface PlacesSummaryProps {
  trip: Trip
  /** Whether a map is above it, so that no drawing is needed. */
  hasMap: boolean
}

/** Where the trip's places lie: for who plans it with a way to all of them, for readers with their list. */
export function PlacesSummary({ trip, hasMap }: PlacesSummaryProps) {
  const view = usePlaces(trip)
  if (!view) return null
  const { places, destination } = view
  if (places.length === 0) return null
  return (
    <div className="mt-3 grid max-w-120 gap-2">
      {!hasMap && places.some(({ position }) => position !== '') && (
        <WhenNear room={<DrawingRoom />}>
          <LazyDrawing places={places} destinationId={destination?.id ?? ''} />
        </WhenNear>
      )}
      {canOpenTrip(trip) ? (
        <Link
          href={`/trip/${trip.id}/map`}
          className="touch inline-flex w-fit items-center font-semibold text-action underline underline-offset-4"
        >
          {m.places_all({ count: places.length })}
        </Link>
      ) : (
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
