import { tabStorage } from './web-storage.ts'

/** The trip that this browser tab showed last, and where in it. */
const KEY = 'wayfare.trip-place'

export interface TripPlace {
  tripId: string
  tab: string
  /** How far it was scrolled, in pixels. */
  top: number
}

export function noteTripPlace(place: TripPlace): void {
  try {
    tabStorage.setItem(KEY, JSON.stringify(place))
  } catch {
    // No room left: the way back leads to the trip's first tab.
  }
}

/** Where somebody was in a trip, if that was the last one that they had open. */
export function findTripPlace(tripId: string): TripPlace | undefined {
  try {
    const place = JSON.parse(tabStorage.getItem(KEY) ?? 'null') as TripPlace | null
    return place?.tripId === tripId ? place : undefined
  } catch {
    return undefined
  }
}
