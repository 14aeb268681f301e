import { useMemo } from 'react'
import { placeOf } from '#domain/access.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'

/** Who the current user is in the plan, and who travels with them. */
export function usePlace(trip: Trip, people: readonly Party[]): { me: string; party: ReadonlySet<string> } {
  const user = useUser()
  const { person_id: me, party_id } = placeOf(user, trip)
  const party = useMemo(() => {
    const persons = people.find(({ id }) => id === party_id)?.persons ?? []
    return new Set([me, ...persons.map(({ id }) => id)])
  }, [people, me, party_id])
  return { me, party }
}
