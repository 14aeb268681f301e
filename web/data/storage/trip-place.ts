import { tabStorage } from './web-storage.ts'

const KEY = 'wayfare.trip-place'

/** Where somebody was in the last trip that this browser tab showed. */
interface TripPlace {
  tripId: string
  tab: string
  /** Scroll position in pixels. */
  top: number
}

export function noteTripPlace(place: TripPlace): void {
  tabStorage.setItem(KEY, JSON.stringify(place))
}

/** Returns undefined if another trip was shown since. */
export function findTripPlace(tripId: string): TripPlace | undefined {
  try {
    const place = JSON.parse(tabStorage.getItem(KEY) ?? 'null') as TripPlace | null
    return place?.tripId === tripId ? place : undefined
  } catch {
    return undefined
  }
}
