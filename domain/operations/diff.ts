import type { Form } from './form.ts'
import { childOf, type Entry, equal, type Json, type JsonObject } from './json.ts'
import type { Mutation, Path } from './operation.ts'

type ListForm = Extract<Form, { is: 'list' }>
type EmptyOf = (entry: Entry) => Entry

/** What a new day starts with. It is the same for everybody, so two people who add a day independently add one day. */
export type NewEntry = (key: string) => Json

/**
 * The operations that lead from one value to another, as few as possible.
 * @param newEntry what a new day starts with, for sections with days
 */
export function diff(form: Form, from: Json, to: Json, newEntry?: NewEntry): Mutation[] {
  return diffAt(form, from, to, [])

  function diffAt(here: Form, before: Json, after: Json, at: Path): Mutation[] {
    if (before === after) return []
    switch (here.is) {
      case 'leaf':
        return equal(before, after) ? [] : [{ do: 'set', at, to: after, was: before }]
      case 'fields':
        return [...here.fields].flatMap(([name, field]) =>
          diffAt(field, childOf(before, name), childOf(after, name), [...at, name]),
        )
      case 'list':
        return diffLists(here, before as Entry[], after as Entry[], at)
      case 'days':
        return diffDays(here.entry, before as JsonObject, after as JsonObject, at)
    }
  }

  function diffLists(list: ListForm, before: readonly Entry[], after: readonly Entry[], at: Path): Mutation[] {
    const { entry, rule } = list
    if (rule?.kind === 'derived') return diffDerived(entry, rule.emptyOf as EmptyOf, before, after, at)
    const old = new Map(before.map((item, index) => [item.id, { item, index }]))
    const now = new Set(after.map(({ id }) => id))
    const removed = before.flatMap((item, index): Mutation[] =>
      now.has(item.id) ? [] : [{ do: 'remove', at: [...at, item.id], was: item, after: before[index - 1]?.id ?? null }],
    )
    const isQueue = rule?.kind === 'queue'
    const unmoved = isQueue ? undefined : longestIncreasing(after.map(({ id }) => old.get(id)?.index))
    const others = after.flatMap((item, index): Mutation[] => {
      const place = [...at, item.id]
      const predecessor = after[index - 1]?.id ?? null
      const known = old.get(item.id)
      if (!known) return [{ do: 'insert', at: place, entry: item, ...(!isQueue && { after: predecessor }) }]
      const moved: Mutation[] = !unmoved || unmoved.has(index) ? [] : [{ do: 'move', at: place, after: predecessor }]
      return [...moved, ...diffAt(entry, known.item, item, place)]
    })
    return [...removed, ...others]
  }

  /** New entries are inserted empty, then edited. Entries that are missing are made empty again. */
  function diffDerived(
    entry: Form,
    emptyOf: EmptyOf,
    before: readonly Entry[],
    after: readonly Entry[],
    at: Path,
  ): Mutation[] {
    const old = new Map(before.map((item) => [item.id, item]))
    const now = new Set(after.map(({ id }) => id))
    const missing = before.filter(({ id }) => !now.has(id))
    return [
      ...missing.flatMap((item) => diffAt(entry, item, emptyOf(item), [...at, item.id])),
      ...after.flatMap((item): Mutation[] => {
        const place = [...at, item.id]
        const known = old.get(item.id)
        if (known) return diffAt(entry, known, item, place)
        const initial = emptyOf(item)
        return [{ do: 'insert', at: place, entry: initial }, ...diffAt(entry, initial, item, place)]
      }),
    ]
  }

  function diffDays(entry: Form, before: JsonObject, after: JsonObject, at: Path): Mutation[] {
    const removed = Object.keys(before).filter((day) => !Object.hasOwn(after, day))
    return [
      ...removed.map((day): Mutation => ({ do: 'remove', at: [...at, day], was: before[day] })),
      ...Object.keys(after).flatMap((day): Mutation[] => {
        const place = [...at, day]
        if (Object.hasOwn(before, day)) return diffAt(entry, before[day], after[day], place)
        const initial = newEntry?.(day) ?? after[day]
        return [{ do: 'insert', at: place, entry: initial }, ...diffAt(entry, initial, after[day], place)]
      }),
    ]
  }
}

/**
 * The indexes of a longest increasing subsequence. All other entries have moved.
 * Patience sorting (Schensted 1961), O(n log n).
 */
function longestIncreasing(numbers: readonly (number | undefined)[]): Set<number> {
  /** By length: the index at which an increasing subsequence of that length ends with the smallest number. */
  const ends: number[] = []
  const previous: number[] = []
  numbers.forEach((number, place) => {
    if (number === undefined) return
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((numbers[ends[middle] as number] as number) < number) low = middle + 1
      else high = middle
    }
    previous[place] = ends[low - 1] ?? -1
    ends[low] = place
  })
  const rising = new Set<number>()
  for (let place = ends.at(-1) ?? -1; place >= 0; place = previous[place] as number) rising.add(place)
  return rising
}
