import type { ListItem } from '#domain/food/shopping-list.ts'
import type { Reason, Warning } from '#domain/food/warnings.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'

type Item = Pick<ShoppingRow, 'name' | 'sources'>

/** Finds the warnings of an item. The result for the same sources is the same object. */
export type WarningsOf = (item: Item) => readonly Warning[]

/**
 * The warnings of items, by the lines that need them. In a line with several items ('buns, cheese'), a word warns of
 * the item that it is in; of all of them if it is in none.
 */
export function warningsBySource(warnings: readonly Warning[], items: readonly ListItem[]): WarningsOf {
  const byLine = groupBy(warnings, ({ line }) => line)
  const namesByLine = new Map<string, Set<string>>()
  for (const { name, sources } of items)
    for (const { line } of sources) namesByLine.set(line, (namesByLine.get(line) ?? new Set()).add(inWords(name)))
  const known = new WeakMap<Item['sources'], readonly Warning[]>()

  function isAbout({ words }: Reason, name: string, names: ReadonlySet<string>): boolean {
    if (names.size < 2 || words.length === 0) return true
    return words.some((word) => name.includes(inWords(word)) || ![...names].some((one) => one.includes(inWords(word))))
  }

  function find({ name, sources }: Item): Warning[] {
    const found = new Set(sources.map(({ line }) => line))
    return [...found].flatMap((line) => {
      const names = namesByLine.get(line) ?? new Set()
      return (byLine.get(line) ?? []).flatMap((warning) => {
        const reasons = warning.reasons.filter((reason) => isAbout(reason, inWords(name), names))
        return reasons.length > 0 ? [{ ...warning, reasons }] : []
      })
    })
  }

  return (item) => {
    const found = known.get(item.sources) ?? find(item)
    known.set(item.sources, found)
    return found
  }
}

/** In lower case, with a space before and after each word. */
const inWords = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `

function groupBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): Map<string, Value[]> {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    const group = groups.get(keyOf(value))
    if (group) group.push(value)
    else groups.set(keyOf(value), [value])
  }
  return groups
}
