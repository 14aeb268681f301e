import type { Planner } from '#domain/api/people.ts'
import { isGuarded } from '#domain/guarded-children.ts'
import type { ComingAnswer, Party } from '#domain/plan/people.ts'
import type { Identity } from '#domain/trip.ts'
import { labelOf } from '#web/trip-core/people/person-words.ts'

/* The people list and who has access are one list. */

/** Whether it helps to say who travels with whom: not if everybody is alone, or all travel together. */
export const usesParties = (parties: readonly Party[]): boolean =>
  parties.length > 1 && parties.some(({ persons }) => persons.length > 1)

/** What the list is filtered by: an answer, or who is coming and has not opened the plan. */
export type ListFilter = ComingAnswer | 'without_plan'

/**
 * Who of the people who are coming has opened the plan on a device of their own: '13 of 30 have opened the plan'.
 * People without access count too. A child for whom an adult of the party answers counts only once they have opened it.
 * The owner made the plan, so they have it.
 */
export function splitByPlan(parties: readonly Party[], planners: readonly Planner[]) {
  const holders = new Set(
    planners.filter(({ role, opened_at }) => role === 'owner' || opened_at !== null).map(({ person_id }) => person_id),
  )
  const coming = parties.flatMap((party) =>
    party.persons.filter(
      (person) => person.coming === 'coming' && (holders.has(person.id) || !isGuarded(person, party)),
    ),
  )
  const without = new Set(coming.filter(({ id }) => !holders.has(id)).map(({ id }) => id))
  return { opened: coming.length - without.size, of: coming.length, without }
}

/**
 * The ids of the parties that can't see the plan, because none of them has joined. Takes whole parties: in a filtered
 * list, the one who has joined may be hidden.
 */
export function findWithoutAccess(parties: readonly Party[], planners: readonly Planner[]): ReadonlySet<string> {
  const joined = new Set(planners.map(({ person_id }) => person_id))
  const without = parties.filter(
    ({ persons }) => persons.some(({ coming }) => coming !== 'not_coming') && !persons.some(({ id }) => joined.has(id)),
  )
  return new Set(without.map(({ id }) => id))
}

/** The parties with only the people that are shown. Parties without any are left out. */
export function filterPersons(
  parties: readonly Party[],
  isShown: (person: Party['persons'][number], party: Party) => boolean,
): Party[] {
  return parties.flatMap((party) => {
    const persons = party.persons.filter((person) => isShown(person, party))
    return persons.length > 0 ? [{ ...party, persons }] : []
  })
}

/** The names of the other people in somebody's party, as the list has it now. */
export function companionsOf({ person_id, party_id }: Identity, parties: readonly Party[]): string[] {
  const party = parties.find(({ id }) => id === party_id)
  return (party?.persons ?? []).filter(({ id }) => id !== person_id).map(labelOf)
}
