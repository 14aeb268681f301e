import { useMemo } from 'react'
import { canEditAllCosts, canSeePeople } from '#domain/access.ts'
import type { PeopleAnswer } from '#domain/api/people.ts'
import { answerTo } from '#domain/costs/balances.ts'
import type { Costs } from '#domain/plan/costs.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useQuery } from '#web/data/react/use-query.ts'
import { people as planners } from '#web/data/trips/planners.ts'
import { notNeeded } from '#web/trip-core/people/use-person-names.ts'

/**
 * Who can say that a payment has arrived: people who plan the trip, for everybody in their party. Only organizers need
 * to know, while a payment waits for an answer.
 * @returns undefined if that is not needed, or not known
 */
export function useAnswering(
  trip: Trip,
  costs: Costs | undefined,
  people: readonly Party[] | undefined,
): ReadonlySet<string> | undefined {
  const isNeeded =
    canEditAllCosts(trip) && canSeePeople(trip) && (costs?.payments.some((one) => answerTo(one) === '') ?? false)
  const { data } = useQuery<PeopleAnswer | undefined>(isNeeded ? planners(trip.id) : notNeeded)
  return useMemo(() => {
    if (!isNeeded || !data || !people) return undefined
    const parties = new Map(people.map(({ id, persons }) => [id, persons.map((person) => person.id)]))
    return new Set(data.people.flatMap(({ person_id, party_id }) => [person_id, ...(parties.get(party_id) ?? [])]))
  }, [isNeeded, data, people])
}
