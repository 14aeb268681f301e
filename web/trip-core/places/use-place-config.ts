import type { PlaceConfig } from '#domain/api/places.ts'
import type { Query } from '#web/data/http/query-cache.ts'
import { loadPlaceConfig } from '#web/data/places/places.ts'
import { useQuery } from '#web/data/react/use-query.ts'

const CONFIG: Query<PlaceConfig> = {
  key: ['places/config'],
  queryFn: loadPlaceConfig,
  staleTimeMs: 60 * 60_000,
  // A page that was opened without a network learns it when there is one.
  shouldRefetch: ({ error }) => error !== undefined,
}

/** Which services of others this server names; undefined until it has said so. */
export function usePlaceConfig(): PlaceConfig | undefined {
  return useQuery(CONFIG).data
}
