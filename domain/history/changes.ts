import { equal } from '../operations/json.ts'

interface Named {
  id: string
}

/** What changed from one list of things with ids to another. */
export interface ListChanges<Item> {
  added: Item[]
  removed: Item[]
  /** Things that both lists have and that differ. */
  changed: { before: Item; after: Item }[]
  /** Whether those that both have stand in another order. */
  reordered: boolean
}

/** Compares two lists of things with ids. */
export function compareLists<Item extends Named>(before: readonly Item[], after: readonly Item[]): ListChanges<Item> {
  const earlier = new Map(before.map((item) => [item.id, item]))
  const later = new Map(after.map((item) => [item.id, item]))
  const stayed = after.filter(({ id }) => earlier.has(id))
  const order = before.filter(({ id }) => later.has(id)).map(({ id }) => id)
  return {
    added: after.filter(({ id }) => !earlier.has(id)),
    removed: before.filter(({ id }) => !later.has(id)),
    changed: stayed.flatMap((item) => {
      const former = earlier.get(item.id)
      return former && !equal(former, item) ? [{ before: former, after: item }] : []
    }),
    reordered: !equal(
      order,
      stayed.map(({ id }) => id),
    ),
  }
}

/** A text as it is quoted in a sentence; a long one is cut. */
export function quote(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return 'an empty text'
  return `'${line.length > 60 ? `${line.slice(0, 59)}…` : line}'`
}

/** The words for a field that went from one text to another: 'set the destination to', 'cleared', 'changed'. */
export function describeText(what: string, before: string, after: string): string[] {
  if (before === after) return []
  if (after.trim() === '') return [`cleared ${what}`]
  return [before.trim() === '' ? `set ${what} to ${quote(after)}` : `changed ${what} from ${quote(before)} to ${quote(after)}`]
}
