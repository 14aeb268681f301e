import { listCarPlaces, type PlaceUsers } from '../places/place-refs.ts'
import { distanceBetween, type Position, parsePositionText } from '../places/position.ts'
import type { Place, PlaceKind, Places } from '../plan/places.ts'

/** The destination and at most five more. */
export const MAX_WEATHER_PLACES = 6
/** A place this near to another has the same weather, in metres. */
const SAME_WEATHER = 5000

/** Where people are longest, and outdoors, comes first. */
const ranks: Record<PlaceKind, number> = {
  camp: 0,
  trailhead: 1,
  sight: 2,
  water: 3,
  parking: 4,
  food: 5,
  shop: 6,
  other: 7,
  hospital: 8,
}

export interface WeatherPlace {
  place: Place
  position: Position
  isDestination: boolean
}

/**
 * The places of a plan of which the weather is shown: first the destination. Not those to which only cars refer, which
 * are often homes, and none that has the weather of another. The server and the device both ask here.
 * @param users what refers to places; nothing of it may be missing
 */
export function listWeatherPlaces(places: Places, users: PlaceUsers): WeatherPlace[] {
  const carPlaces = listCarPlaces(users)
  const destination = users.details?.place_id ?? ''
  const rankOf = ({ place, isDestination }: WeatherPlace) => (isDestination ? -1 : ranks[place.kind])
  const candidates = places
    .flatMap((place): WeatherPlace[] => {
      const position = parsePositionText(place.position)
      const isDestination = place.id === destination
      return position && !carPlaces.has(place.id) ? [{ place, position, isDestination }] : []
    })
    .toSorted((one, other) => rankOf(one) - rankOf(other))
  const chosen: WeatherPlace[] = []
  for (const candidate of candidates) {
    if (chosen.length === MAX_WEATHER_PLACES) break
    const isFar = chosen.every(({ position }) => distanceBetween(position, candidate.position) >= SAME_WEATHER)
    if (isFar) chosen.push(candidate)
  }
  return chosen
}
