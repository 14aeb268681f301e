import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { distanceBetween, formatPosition, parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import { dayLabel, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { showIfLinked } from '#web/trip-core/linked-entry.ts'
import { distanceText } from '#web/trip-core/places/distance-text.ts'
import { NavigateButton } from '#web/trip-core/places/navigate-button.tsx'
import { placeIcons, placeKindName, placeName } from '#web/trip-core/places/place-kinds.ts'

interface PlaceRowProps {
  place: Place
  destination: Place | undefined
  dates: TripDates
  /** The name of the person whose place it is; '' for nobody. */
  who: string
  onOpen: () => void
}

export function PlaceRow({ place, destination, dates, who, onOpen }: PlaceRowProps) {
  const factsId = useId()
  const Icon = placeIcons[place.kind]
  const position = parsePositionText(place.position)
  const from = destination && destination.id !== place.id ? parsePositionText(destination.position) : undefined
  const facts = [
    destination?.id === place.id ? m.places_destination() : '',
    place.kind === 'other' ? '' : placeKindName(place.kind),
    place.day > 0 ? dayLabel(dates, place.day) : '',
    who,
    position && from ? m.places_far({ distance: distanceText(distanceBetween(from, position)) }) : '',
  ].filter(Boolean)
  return (
    <li
      id={place.id}
      tabIndex={-1}
      ref={showIfLinked}
      className="flex max-w-none scroll-mt-20 items-center gap-x-3 border-b border-line/60 py-2 outline-none last:border-b-0"
    >
      <button
        type="button"
        onClick={onOpen}
        aria-label={m.places_open({ place: placeName(place) })}
        aria-describedby={factsId}
        className="touch -ml-2 flex min-w-0 grow items-start gap-3 rounded-md p-2 text-left hover:bg-action-soft"
      >
        <Icon aria-hidden="true" className="mt-0.5 size-5.5 shrink-0 text-accent" />
        <span className="min-w-0 grow wrap-anywhere">
          <span className="block">{placeName(place)}</span>
          <span id={factsId} className="block">
            {facts.length > 0 && <span className="block text-sm text-muted">{facts.join(' · ')}</span>}
            {place.note.trim() && <span className="line-clamp-2 text-sm text-muted">{place.note}</span>}
            <span className="block text-sm text-muted tabular-nums">
              {position ? formatPosition(position) : m.places_without_position()}
            </span>
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
      </button>
      {position && <NavigateButton isInRow position={position} name={placeName(place)} />}
    </li>
  )
}
