import { levels, mealTypes } from '../plan/day-parts.ts'
import type { SectionValue } from '../plan/index.ts'
import type { PlaceKind, Places } from '../plan/places.ts'

/** The sections that refer to places, as far as they are known. */
export type PlaceUsers = {
  [Name in 'details' | 'itinerary' | 'meals' | 'tickets' | 'stays' | 'rides']?: SectionValue<Name> | undefined
}

/** What of the plan refers to a place. */
export type PlaceUse =
  | { of: 'details' }
  | { of: 'itinerary'; day: number; level: (typeof levels)[number]; id: string; name: string }
  | { of: 'meals'; day: number; meal: (typeof mealTypes)[number]; name: string }
  | { of: 'tickets' | 'stays'; id: string; name: string }
  | { of: 'rides'; id: string; driver: string }

/** What refers to each place, by the place's id. */
export function listPlaceUses({
  details,
  itinerary,
  meals,
  tickets,
  stays,
  rides,
}: PlaceUsers): Map<string, PlaceUse[]> {
  const uses = new Map<string, PlaceUse[]>()
  const add = (placeId: string, use: PlaceUse) => {
    if (placeId !== '') uses.set(placeId, [...(uses.get(placeId) ?? []), use])
  }
  if (details) add(details.place_id, { of: 'details' })
  for (const [number, day] of Object.entries(itinerary ?? {}))
    for (const level of levels)
      for (const { id, activity, place_id } of day[level])
        add(place_id, { of: 'itinerary', day: Number(number), level, id, name: activity })
  for (const [number, day] of Object.entries(meals ?? {}))
    for (const meal of mealTypes) {
      const { name, place_id } = day.meals[meal]
      add(place_id, { of: 'meals', day: Number(number), meal, name })
    }
  for (const { id, title, place_id } of tickets ?? []) add(place_id, { of: 'tickets', id, name: title })
  for (const { id, name, place_id } of stays ?? []) add(place_id, { of: 'stays', id, name })
  for (const { id, driver, place_id } of rides?.cars ?? []) add(place_id, { of: 'rides', id, driver })
  return uses
}

/** The ids of the places to which only cars refer: those are often homes. */
export const listCarPlaces = (users: PlaceUsers): Set<string> => carPlacesOf(listPlaceUses(users))

function carPlacesOf(uses: ReadonlyMap<string, readonly PlaceUse[]>): Set<string> {
  return new Set([...uses].flatMap(([placeId, of]) => (of.every((use) => use.of === 'rides') ? [placeId] : [])))
}

/** Kinds of which a place may be where somebody lives. */
const maybeHome: ReadonlySet<PlaceKind> = new Set(['other', 'parking'])

/**
 * The ids of the places that readers by share link do not see: those to which only cars refer and, since a car may have
 * been removed or not been added yet, those that may be homes and to which nothing refers.
 */
export function listHiddenPlaces(places: Places, users: PlaceUsers): Set<string> {
  const uses = listPlaceUses(users)
  const hidden = carPlacesOf(uses)
  for (const { id, kind } of places) if (!uses.has(id) && maybeHome.has(kind)) hidden.add(id)
  return hidden
}
