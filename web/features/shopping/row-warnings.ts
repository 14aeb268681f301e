import type { Demand, ListItem } from '#domain/food/shopping-list.ts'
import type { Reason, Warning } from '#domain/food/warnings.ts'
import { groupBy } from '#domain/group-by.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'

type Item = Pick<ShoppingRow, 'demands'>

/** Finds the warnings of an item. The result for the same demands is the same object. */
export type WarningsOf = (item: Item) => readonly Warning[]

/**
 * The warnings of items, by the lines that need them. In a line with several items ('buns, cheese'), a word warns of
 * the item or remark that it is in, as typed there; of all of them if it is in none.
 */
export function warningsByDemand(warnings: readonly Warning[], items: readonly ListItem[]): WarningsOf {
  const byLine = groupBy(warnings, ({ line }) => line)
  const sourcesByLine = groupBy(
    items.flatMap(({ demands }) => demands),
    ({ line }) => line,
  )
  const known = new WeakMap<Item['demands'], readonly Warning[]>()

  function isAbout({ words }: Reason, own: readonly Demand[], all: readonly Demand[]): boolean {
    if (all.length < 2 || words.length === 0) return true
    const isIn = (word: string) => (demand: Demand) => textOf(demand).includes(inWords(word))
    return words.some((word) => own.some(isIn(word)) || !all.some(isIn(word)))
  }

  function find(demands: Item['demands']): Warning[] {
    return [...groupBy(demands, ({ line }) => line)].flatMap(([line, own]) =>
      (byLine.get(line) ?? []).flatMap((warning) => {
        const reasons = warning.reasons.filter((reason) => isAbout(reason, own, sourcesByLine.get(line) ?? []))
        return reasons.length > 0 ? [{ ...warning, reasons }] : []
      }),
    )
  }

  return (item) => {
    const found = known.get(item.demands) ?? find(item.demands)
    known.set(item.demands, found)
    return found
  }
}

const textOf = ({ item, remark }: Demand) => inWords(`${item} ${remark}`)

/** In lower case, with a space before and after each word. */
const inWords = (text: string) =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  } `
