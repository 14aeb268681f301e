import type { PlaceUse } from '#domain/places/place-refs.ts'
import type { ReadPosition, WrongCoordinates } from '#domain/places/read-position.ts'
import { withoutPlaceholder } from '#domain/templates/placeholders.ts'
import { trimmed } from '#domain/text.ts'
import * as m from '#messages'

/** Why there are no coordinates in what somebody typed; undefined if there are some, or nothing that looks like any. */
export function positionError(read: ReadPosition): string | undefined {
  if (read.is === 'wrong') return wrongCoordinates(read.why)
  return read.is === 'short link' ? m.places_wrong_short_link() : undefined
}

/** What is wrong with coordinates, and how they are written. */
function wrongCoordinates(why: WrongCoordinates): string {
  const sentences: Record<WrongCoordinates, string> = {
    latitude: m.places_wrong_latitude(),
    longitude: m.places_wrong_longitude(),
    swapped: m.places_wrong_swapped(),
    minutes: m.places_wrong_minutes(),
    grid: m.places_wrong_grid(),
    nearby: m.places_wrong_nearby(),
    'east or west': m.places_wrong_east_or_west(),
  }
  return sentences[why]
}

/** What refers to a place: 'Dinner on day 2'. */
export function placeUseText(use: PlaceUse): string {
  switch (use.of) {
    case 'details':
      return m.places_use_details()
    case 'itinerary':
      return m.places_use_activity({
        name: withoutPlaceholder('activity', use.name) || m.history_activity_unnamed(),
        day: use.day,
      })
    case 'meals':
      return m.places_use_meal({ meal: use.meal, day: use.day })
    case 'tickets':
      return withoutPlaceholder('ticket', use.name) || m.history_ticket_unnamed()
    case 'stays':
      return trimmed(use.name) || m.history_stay_unnamed({ kind: 'stay' })
    case 'rides':
      return m.places_use_car()
  }
}

/** 'Canada'. @param country ISO 3166 alpha-2 */
export function countryName(country: string): string {
  return new Intl.DisplayNames(['en'], { type: 'region', fallback: 'code' }).of(country) ?? country
}
