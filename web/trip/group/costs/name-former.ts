import type { FormerPerson } from '#domain/plan/costs.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import * as m from '#messages'

interface Known {
  people: readonly Party[]
  /** Members who are not on the list; undefined if that is not known. */
  members: ReadonlyMap<string, string> | undefined
  /** See `Costs.former`. */
  former: readonly FormerPerson[]
}

/**
 * The names of those who are neither on the list nor members, by id: as they were called on the list. Those without a
 * name are numbered if there are several, as each has their own balance.
 * @param named everybody whom the costs name
 */
export function nameFormer(named: readonly string[], { people, members, former }: Known): ReadonlyMap<string, string> {
  const present = new Set([...listPersons(people).map(({ id }) => id), ...(members?.keys() ?? [])])
  const names = new Map(former.map(({ id, name }) => [id, m.plan_person_removed({ name: name.trim() })]))
  const nameless = members ? named.filter((id) => !present.has(id) && !names.has(id)) : []
  if (nameless.length > 1)
    for (const [index, id] of nameless.entries()) names.set(id, m.plan_person_former_numbered({ number: index + 1 }))
  return names
}
