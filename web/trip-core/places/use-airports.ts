import type { Airports } from '#domain/places/airports.ts'
import { AIRPORTS } from '#web/data/places/airports.ts'
import { useQuery } from '#web/data/react/use-query.ts'

/** The airports of the world; undefined until they are loaded, and on a device that has never had them offline. */
export function useAirports(): Airports | undefined {
  return useQuery(AIRPORTS).data
}
