import { AppError } from '#domain/errors.ts'
import { type Airports, readAirports } from '#domain/places/airports.ts'
import airportsFile from '#place-data/airports.txt?url'
import type { Query } from '../http/query-cache.ts'
import { queryCache } from '../root/query-cache.ts'

/*
 * The airports of the world, for journeys.
 * Job: loaded once, when they are first needed. The service worker has the file, as all files of the app.
 * Failure: without a service worker and a network there is nothing to load. The next call tries again.
 */

export const AIRPORTS: Query<Airports> = {
  key: ['airports'],
  queryFn: load,
  staleTimeMs: Number.POSITIVE_INFINITY,
  isForAll: true,
  // A page that was opened without a network has them when there is one.
  shouldRefetch: ({ error }) => error !== undefined,
}

/** @throws AppError unreachable */
export const loadAirports = (): Promise<Airports> => queryCache.fetchQuery(AIRPORTS)

async function load(): Promise<Airports> {
  try {
    const response = await fetch(airportsFile)
    if (!response.ok) throw new Error(`The airports were answered with ${response.status}`)
    return readAirports(await response.text())
  } catch (cause) {
    throw new AppError('unreachable', undefined, { cause })
  }
}
