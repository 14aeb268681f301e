import { useContext, useMemo } from 'react'
import { type KnownForecast, type WeatherResponse, weatherResponse } from '#domain/api/weather.ts'
import { weatherPath } from '#domain/api/weather-paths.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useQuery } from '../react/use-query.ts'
import { useSession } from '../session/use-session.ts'
import { findPersistedWeather, persistWeather } from '../storage/persisted-weather.ts'
import { PlanSourceContext } from './plan-source.ts'

/** The server asks the service once an hour. */
const FRESH_MS = 60 * 60_000
/** How often a screen looks whether its weather is still fresh. */
const CHECK_MS = 60_000
/** Longer than the server waits for the service. */
const REQUEST_TIMEOUT_MS = 20_000

/** The weather of a trip, as far as it is known. */
export interface TripWeather {
  /** Undefined until it is known. */
  response: WeatherResponse | undefined
  /** Whether the server could not be asked. What it said before is still there. */
  hasFailed: boolean
}

/** As it is persisted. */
interface Loaded {
  /** When this device got it (milliseconds since 1970). */
  at: number
  response: WeatherResponse
  hasFailed?: boolean
}

/**
 * The weather of a trip's places: at once what this device has, then what the server says if that is older than an
 * hour.
 * @param keys of the positions that are wanted, see `weatherKey`. Until the server knows a place that was just added,
 *   it is asked again.
 */
export function useWeather(tripId: string, keys: readonly string[]): TripWeather {
  const userId = useSession().user?.id
  const sharedPath = useContext(PlanSourceContext).weatherPath
  const names = keys.join(' ')
  const query = weatherOf({ userId, tripId, sharedPath, keys })
  const { data, error } = useQuery(query)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is persisted later is in `data`.
  const persisted = useMemo(() => findPersisted(query.from), [userId, tripId, sharedPath, names])
  return { response: (data ?? persisted)?.response, hasFailed: data ? data.hasFailed === true : error !== undefined }
}

/** What is known of a position on this device, for a prompt. */
export function findForecast(userId: string, tripId: string, key: string): KnownForecast | undefined {
  return forecastOf(readPersisted(userId, tripId)?.response, key)
}

/** Makes sure that this device has the weather of an hour ago or later, if the server can say it. Never rejects. */
export async function refreshWeather(userId: string, tripId: string): Promise<void> {
  await loadWeather({ userId, tripId, sharedPath: undefined, keys: [] }).catch(() => undefined)
}

/** The forecast of a position; undefined if there is none yet. */
export function forecastOf(response: WeatherResponse | undefined, key: string): KnownForecast | undefined {
  return response?.places.find((place) => place.key === key)?.forecast ?? undefined
}

/** Whose weather it is. */
interface From {
  userId: string | undefined
  tripId: string
  /** For readers, whose weather is not persisted: the path with their link's token. */
  sharedPath: string | undefined
  keys: readonly string[]
}

function weatherOf(from: From): Query<Loaded> & { from: From } {
  return {
    from,
    key: ['weather', from.userId, from.tripId, from.sharedPath, from.keys],
    queryFn: () => loadWeather(from),
    staleTimeMs: CHECK_MS,
    shouldRefetch: ({ data }) => !data || data.hasFailed || !isComplete(data.response, from.keys),
  }
}

/** @throws AppError if the server cannot be asked and nothing is known */
async function loadWeather(from: From): Promise<Loaded> {
  const persisted = findPersisted(from)
  if (persisted && isFresh(persisted, from.keys)) return persisted
  try {
    const response = await request(from.sharedPath ?? weatherPath(from.tripId), {
      schema: weatherResponse,
      withinMs: REQUEST_TIMEOUT_MS,
    })
    const loaded = { at: Date.now(), response }
    if (from.userId && !from.sharedPath) persistWeather(from.userId, from.tripId, { at: loaded.at, weather: response })
    return loaded
  } catch (failure) {
    if (persisted) return { ...persisted, hasFailed: true }
    throw failure
  }
}

const findPersisted = ({ userId, tripId, sharedPath }: From) =>
  userId && !sharedPath ? readPersisted(userId, tripId) : undefined

/** Ignores what another version of the app wrote. */
function readPersisted(userId: string, tripId: string): Loaded | undefined {
  const stored = findPersistedWeather(userId, tripId)
  const response = weatherResponse.safeParse(stored?.weather)
  return stored && response.success ? { at: stored.at, response: response.data } : undefined
}

function isFresh({ at, response }: Loaded, keys: readonly string[]): boolean {
  const age = Date.now() - at
  const isCurrent = response.places.every(({ forecast }) => forecast?.is_current)
  return age >= 0 && age < FRESH_MS && isComplete(response, keys) && isCurrent
}

/** Whether nothing that is wanted is missing. */
function isComplete(response: WeatherResponse, keys: readonly string[]): boolean {
  return !response.is_on || keys.every((key) => forecastOf(response, key))
}
