import { derivedId } from '../derived-id.ts'

/**
 * The entries of a list whose ids are people's (`personId`), for readers of a share link: how many there are of people
 * who come, under ids that are nobody's.
 */
export function withoutPeople<Entry extends { id: string }>(
  entries: readonly Entry[],
  section: string,
  notComing?: ReadonlySet<string>,
): Entry[] {
  return entries
    .filter(({ id: personId }) => !notComing?.has(personId))
    .map((entry, index) => ({ ...entry, id: derivedId(`${section}/readers/${index}`) }))
}
