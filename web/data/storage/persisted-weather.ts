import { deviceStorage } from './web-storage.ts'

/*
 * The weather of trips as this device last got it, to show it at once and without a network.
 * Invariants: one entry for each user and trip, of the MAX_TRIPS trips that got theirs last. A sign-out removes them.
 * Failure: without space it is fetched again.
 */

const PREFIX = 'wayfare.weather '
/** A trip of six places takes about 12 kB. */
const MAX_TRIPS = 20

export interface PersistedWeather {
  /** When this device got it (milliseconds since 1970). */
  at: number
  /** What the server said. Another version of the app may have written it. */
  weather: unknown
}

const keyOf = (userId: string, tripId: string) => `${PREFIX}${userId} ${tripId}`

export function findPersistedWeather(userId: string, tripId: string): PersistedWeather | undefined {
  return read(keyOf(userId, tripId))
}

export function persistWeather(userId: string, tripId: string, weather: PersistedWeather): void {
  const key = keyOf(userId, tripId)
  const others = listKeys().filter((other) => other !== key)
  const oldest = others.toSorted((one, other) => (read(other)?.at ?? 0) - (read(one)?.at ?? 0)).slice(MAX_TRIPS - 1)
  for (const other of oldest) deviceStorage.removeItem(other)
  deviceStorage.setItem(key, JSON.stringify(weather))
}

/** Removes the weather of a trip that the user is no longer in. */
export function forgetWeatherOf(userId: string, tripId: string): void {
  deviceStorage.removeItem(keyOf(userId, tripId))
}

/** Removes all of it, when somebody signs out. */
export function forgetWeather(): void {
  for (const key of listKeys()) deviceStorage.removeItem(key)
}

const listKeys = () => deviceStorage.keys().filter((key) => key.startsWith(PREFIX))

function read(key: string): PersistedWeather | undefined {
  try {
    const stored = JSON.parse(deviceStorage.getItem(key) ?? 'null') as PersistedWeather | null
    return typeof stored?.at === 'number' ? stored : undefined
  } catch {
    return undefined
  }
}
