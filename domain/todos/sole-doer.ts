import { canSeePeople } from '../access.ts'
import { listPersons, type Party } from '../plan/people.ts'
import type { Trip } from '../trip.ts'

/**
 * The current user, if nobody else plans the trip or is on its list of people: then every to-do is theirs.
 * @param members who plans the trip, by their ids in the plan. As long as that is not known, the list decides
 */
export function findSoleDoer(
  trip: Pick<Trip, 'role'>,
  people: readonly Party[],
  me: string,
  members: ReadonlyMap<string, unknown> | undefined,
): string | undefined {
  // A trip that belongs to everybody is nobody's own.
  if (me === '' || !canSeePeople(trip)) return undefined
  const others = [...listPersons(people).map(({ id }) => id), ...(members?.keys() ?? [])]
  return others.every((id) => id === me) ? me : undefined
}
