import type { Airports } from '#domain/places/airports.ts'
import type { Query } from '#web/data/http/query-cache.ts'
import { loadAirports } from '#web/data/places/airports.ts'
import { useQuery } from '#web/data/react/use-query.ts'

const AIRPORTS: Query<Airports> = {
  key: ['airports'],
  queryFn: loadAirports,
  staleTimeMs: Number.POSITIVE_INFINITY,
  // A page that was opened without a network has them when there is one.
  shouldRefetch: ({ error }) => error !== undefined,
}

/** The airports of the world; undefined until they are loaded, and on a device that has never had them offline. */
export function useAirports(): Airports | undefined {
  return useQuery(AIRPORTS).data
}
