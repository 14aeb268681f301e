import type { SplitwiseFile } from '#domain/costs/splitwise.ts'
import { firstName } from '#domain/first-name.ts'
import { normalizeName } from '#domain/same-name.ts'
import type { CostsGroup } from './costs-group.ts'

/** Who the columns of an imported file are, by name: the id of a person, '' if nobody's name is like it. */
export function guessPeople(
  { people }: Pick<SplitwiseFile, 'people'>,
  names: readonly { id: string; name: string }[],
): Record<string, string> {
  const found = new Map<string, string>()
  const taken = new Set<string>()
  // The second: 'Ben' and 'Ben Berg' begin alike.
  for (const keyOf of [normalizeName, (name: string) => normalizeName(firstName(name))]) {
    // null: several people's.
    const idsByKey = new Map<string, string | null>()
    for (const { id, name } of names)
      if (!taken.has(id)) idsByKey.set(keyOf(name), idsByKey.has(keyOf(name)) ? null : id)
    idsByKey.delete('')
    for (const column of people) {
      const key = keyOf(column)
      const id = idsByKey.get(key)
      if (!id || found.has(column)) continue
      idsByKey.delete(key)
      found.set(column, id)
      taken.add(id)
    }
  }
  return Object.fromEntries(people.map((column) => [column, found.get(column) ?? '']))
}

/** Everybody whom a column can be, with their real name. */
export function listPeople({ everybody, children, me }: CostsGroup, nameOf: (id: string) => string) {
  const ids = [me, ...everybody.filter((id) => id !== me && !children.has(id)), ...children]
  return [...new Set(ids)].map((id) => ({ id, name: nameOf(id) }))
}
