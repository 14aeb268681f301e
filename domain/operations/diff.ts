import type { Form } from './form.ts'
import { childOf, type Entry, equal, type Json, type JsonObject } from './json.ts'
import type { Mutation, Path } from './operation.ts'

/** What a day starts with that somebody adds: the same for everybody, so that two who add it apart add one. */
export type NewEntry = (key: string) => Json

/**
 * What a person did who made one value of another: the operations that lead from `from` to `to`, and as few as there are.
 * @param newEntry what a new day starts with, where the section has days
 */
export function diff(form: Form, from: Json, to: Json, newEntry?: NewEntry): Mutation[] {
  return between(form, from, to, [])

  function between(here: Form, before: Json, after: Json, at: Path): Mutation[] {
    if (before === after) return []
    switch (here.is) {
      case 'leaf':
        return equal(before, after) ? [] : [{ do: 'set', at, to: after, was: before }]
      case 'fields':
        return [...here.fields].flatMap(([name, field]) =>
          between(field, childOf(before, name), childOf(after, name), [...at, name]),
        )
      case 'list':
        return betweenLists(here.entry, before as Entry[], after as Entry[], at)
      case 'days':
        return betweenDays(here.entry, before as JsonObject, after as JsonObject, at)
    }
  }

  function betweenLists(entry: Form, before: readonly Entry[], after: readonly Entry[], at: Path): Mutation[] {
    const old = new Map(before.map((item, index) => [item.id, { item, index }]))
    const now = new Set(after.map(({ id }) => id))
    const removed = before.flatMap((item, index): Mutation[] =>
      now.has(item.id) ? [] : [{ do: 'remove', at: [...at, item.id], was: item, after: before[index - 1]?.id ?? null }],
    )
    const stay = longestRising(after.map(({ id }) => old.get(id)?.index))
    const others = after.flatMap((item, index): Mutation[] => {
      const place = [...at, item.id]
      const behind = after[index - 1]?.id ?? null
      const known = old.get(item.id)
      if (!known) return [{ do: 'insert', at: place, entry: item, after: behind }]
      const moved: Mutation[] = stay.has(index) ? [] : [{ do: 'move', at: place, after: behind }]
      return [...moved, ...between(entry, known.item, item, place)]
    })
    return [...removed, ...others]
  }

  function betweenDays(entry: Form, before: JsonObject, after: JsonObject, at: Path): Mutation[] {
    const removed = Object.keys(before).filter((day) => !Object.hasOwn(after, day))
    return [
      ...removed.map((day): Mutation => ({ do: 'remove', at: [...at, day], was: before[day] })),
      ...Object.keys(after).flatMap((day): Mutation[] => {
        const place = [...at, day]
        if (Object.hasOwn(before, day)) return between(entry, before[day], after[day], place)
        const starts = newEntry?.(day) ?? after[day]
        return [{ do: 'insert', at: place, entry: starts }, ...between(entry, starts, after[day], place)]
      }),
    ]
  }
}

/**
 * The places of the most numbers that stand in rising order; all others have been moved.
 * By patience sorting (Schensted 1961), in n log n.
 */
function longestRising(numbers: readonly (number | undefined)[]): Set<number> {
  /** By length: the place at which a rising row of that length ends with the least number. */
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
