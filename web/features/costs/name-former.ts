import { groupBy } from '#domain/group-by.ts'
import type { FormerPerson } from '#domain/plan/costs.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { normalizeName } from '#domain/same-name.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'

interface Known {
  people: readonly Party[]
  /** Members who are not on the list; undefined if that is not known. */
  members: ReadonlyMap<string, string> | undefined
  /** See `Costs.former`. */
  former: readonly FormerPerson[]
}

/**
 * The names of those who are neither on the list nor members, by id: as they were called on the list. Several of one
 * name, or without one, are numbered, as each has their own balance. Numbers follow the ids, so that they stay when an
 * entry of the costs is deleted.
 * @param named everybody whom the costs name
 */
export function nameFormer(named: readonly string[], { people, members, former }: Known): ReadonlyMap<string, string> {
  const present = new Set([...listPersons(people).map(({ id }) => id), ...(members?.keys() ?? [])])
  const names = new Map<string, string>()
  // Those who are on the list again do not count.
  const removed = former.filter(({ id, name }) => !present.has(id) && !isBlank(name))
  for (const namesakes of groupBy(removed, ({ name }) => normalizeName(name)).values())
    for (const [index, { id, name }] of sortById(namesakes).entries()) {
      const told = namesakes.length > 1 ? `${trimmed(name)} ${index + 1}` : trimmed(name)
      names.set(id, m.plan_person_removed({ name: told }))
    }
  const nameless = members ? named.filter((id) => !present.has(id) && !names.has(id)) : []
  if (nameless.length > 1)
    for (const [index, id] of nameless.toSorted().entries())
      names.set(id, m.plan_person_former_numbered({ number: index + 1 }))
  return names
}

const sortById = (people: readonly FormerPerson[]) => people.toSorted((one, other) => (one.id < other.id ? -1 : 1))
