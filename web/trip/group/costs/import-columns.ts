import type { SplitwiseFile } from '#domain/costs/splitwise.ts'
import { firstName } from '#domain/first-name.ts'
import { isSameName } from '#domain/same-name.ts'
import type { CostsGroup } from './costs-group.ts'

/** Who the columns of an imported file are, by name: the id of a person, '' if nobody's name is like it. */
export function guessPeople(
  { people }: Pick<SplitwiseFile, 'people'>,
  names: readonly { id: string; name: string }[],
): Record<string, string> {
  const found: Record<string, string> = {}
  const isFree = ({ id }: { id: string }) => !Object.values(found).includes(id)
  for (const isAlike of [isSameName, beginsAlike])
    for (const column of people) {
      const matches = names.filter((one) => isFree(one) && isAlike(one.name, column))
      const [only, second] = matches
      if (!found[column] && only && !second) found[column] = only.id
    }
  return Object.fromEntries(people.map((column) => [column, found[column] ?? '']))
}

/** 'Ben' and 'Ben Berg'. */
const beginsAlike = (one: string, other: string) => isSameName(firstName(one), firstName(other))

/** Everybody whom a column can be, with their real name. */
export function listPeople({ everybody, children, me }: CostsGroup, nameOf: (id: string) => string) {
  const ids = [me, ...everybody.filter((id) => id !== me && !children.has(id)), ...children]
  return [...new Set(ids)].map((id) => ({ id, name: nameOf(id) }))
}
