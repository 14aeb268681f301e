import type { EverJoined, SharedParties } from '#domain/access.ts'
import type { PeopleResponse, Planner } from '#domain/api/people.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'

/* Who plans a trip. Without the changes of people.ts, which an opening trip does not need. */

/** The members and invitations of a trip. */
export const people = (tripId: string): Query<PeopleResponse> => ({
  key: ['people', tripId],
  queryFn: async () => {
    // Not with the code of an opening trip, which rarely needs it.
    const { peopleResponse } = await import('#domain/api/people.ts')
    return request(`/api/trips/${tripId}/people`, { schema: peopleResponse })
  },
  staleTimeMs: 1000,
  shouldRefetch: ({ error }) => error !== undefined,
})

/** Maps people who have joined to the party that they share private records with, or null. */
export function toSharedParties(planners: readonly Planner[]): SharedParties {
  const confirmed = planners.filter((planner) => !planner.is_unconfirmed)
  return new Map(confirmed.map(({ person_id, party_id, shares_party }) => [person_id, shares_party ? party_id : null]))
}

/** Everybody who has ever joined the trip. */
export function toEverJoined({ people: planners, departed }: Pick<PeopleResponse, 'people' | 'departed'>): EverJoined {
  const current = new Map(planners.map(({ person_id }) => [person_id, null as string | null]))
  for (const [personId, partyId] of toSharedParties(planners)) current.set(personId, partyId)
  return { current, former: new Set(departed) }
}
