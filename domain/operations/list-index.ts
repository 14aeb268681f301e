/*
 * Finds entries by their ids.
 * Job: a request may search a list of thousands of entries thousands of times, and each operation makes a new list.
 *   The lists that were searched last have an index. A list that differs from one of them in few places takes its index
 *   over, which compares objects and reads no ids.
 * Invariants: an index has the ids of exactly one list. Its positions are where the entries were once, so each is
 *   checked.
 */

interface Entry {
  id: string
}

interface Searched {
  list: readonly Entry[]
  /** How often it was searched entry by entry. */
  scans: number
  /** By id: where the entry was when it was last found. Undefined until an index is worth its cost. */
  places: Map<string, number> | undefined
}

/** Shorter lists are searched as fast as an index is. */
const MIN_LENGTH = 200
/** Making an index costs about as much as so many scans. */
const SCANS_BEFORE_INDEX = 8
/** More entries that were added or removed since make another list of it. */
const MAX_CHANGED = 200
const MAX_LISTS = 4

/** The lists that were searched last, the newest first. */
const searched: Searched[] = []

/** Where the last search found its entry: one operation looks up the same entry several times. */
let lastFound = 0

/** The index of the entry with this id; -1 if there is none. */
export function indexOf(list: readonly Entry[], id: string): number {
  if (list[lastFound]?.id === id) return lastFound
  const found = list.length < MIN_LENGTH ? scan(list, id) : find(searchedOf(list), id)
  if (found >= 0) lastFound = found
  return found
}

function scan(list: readonly Entry[], id: string): number {
  // A plain loop for speed.
  for (let index = 0; index < list.length; index++) if (list[index]?.id === id) return index
  return -1
}

function find(of: Searched, id: string): number {
  const { list } = of
  if (!of.places && of.scans++ < SCANS_BEFORE_INDEX) return scan(list, id)
  of.places ??= new Map(list.map((entry, index) => [entry.id, index]))
  const place = of.places.get(id)
  if (place === undefined) return -1
  const index = findNear(list, id, place)
  if (index !== place) of.places.set(id, index)
  return index
}

/** Searches from a position to both sides. */
function findNear(list: readonly Entry[], id: string, place: number): number {
  for (let distance = 0; distance < list.length; distance++) {
    if (distance <= place && list[place - distance]?.id === id) return place - distance
    if (list[place + distance]?.id === id) return place + distance
  }
  return -1
}

function searchedOf(list: readonly Entry[]): Searched {
  const at = searched.findIndex((one) => one.list === list || takesOver(one, list))
  const found = at < 0 ? { list, scans: 0, places: undefined } : (searched[at] as Searched)
  if (at !== 0) {
    if (at > 0) searched.splice(at, 1)
    searched.unshift(found)
    searched.length = Math.min(searched.length, MAX_LISTS)
  }
  return found
}

/** Makes it the index of another list, if that was made from its own by few changes. */
function takesOver(one: Searched, list: readonly Entry[]): boolean {
  const { list: before, places } = one
  if (Math.abs(list.length - before.length) > MAX_CHANGED) return false
  if (list[0] !== before[0] && list.at(-1) !== before.at(-1)) return false
  const limit = Math.min(list.length, before.length)
  let start = 0
  while (start < limit && list[start] === before[start]) start++
  let end = 0
  while (end < limit - start && list[list.length - 1 - end] === before[before.length - 1 - end]) end++
  const [gone, added] = [before.slice(start, before.length - end), list.slice(start, list.length - end)]
  const moved = findMoved(gone, added)
  if (!moved && gone.length + added.length > MAX_CHANGED) return false
  one.list = list
  if (!places) return true
  if (moved) places.set(moved.entry.id, start + moved.index)
  else {
    for (const { id } of gone) places.delete(id)
    for (const [index, { id }] of added.entries()) places.set(id, start + index)
  }
  return true
}

/** The entry that has moved from one end of a list to the other, if that is the only change. */
function findMoved(before: readonly Entry[], now: readonly Entry[]): { entry: Entry; index: number } | undefined {
  const last = before.length - 1
  const [first, final] = [before[0], before[last]]
  if (!first || !final || now.length !== before.length) return undefined
  if (first === now[last] && now.every((entry, index) => index === last || entry === before[index + 1]))
    return { entry: first, index: last }
  if (final === now[0] && now.every((entry, index) => index === 0 || entry === before[index - 1]))
    return { entry: final, index: 0 }
  return undefined
}
