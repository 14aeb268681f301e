import { mealTypes } from '../plan/day-parts.ts'
import { DAY_MINUTES } from '../today/clock.ts'
import type { DayEntry, TripDay } from './day-entry.ts'
import { sortEntries } from './list-days.ts'

/*
 * A whole trip on one landscape page: days as columns, hours as rows.
 * Job: where each entry is, in shares of the page, so that paper of any size can show it.
 * Invariants: the rows go from the first to the last used hour of all days, so nights are cut away; a stretch of
 *   unused hours between them is folded. No two blocks of a day overlap. Nothing is left out: what has no room beside
 *   others is in one block with them.
 */

/** More days get several pages of about as many days each. */
export const MAX_SHEET_DAYS = 8
/** How many things are side by side at most: the more days a page has, the fewer. */
const maxLanes = (days: number) => (days <= 4 ? 4 : days <= 6 ? 3 : 2)
/** How long a block is at least, so that a line of text has room. */
const MIN_MINUTES = 30
/** How long a block is if nobody said when it ends. */
const OPEN_MINUTES = 60
/** So many unused hours in a row are folded, into as much as this many hours. */
const MIN_FOLDED = 3
const FOLDED_HEIGHT = 0.6

/** An entry, a meal with the duties of that meal. */
export interface SheetEntry {
  entry: DayEntry
  duties: readonly DayEntry[]
}

/** Something with a time. */
export interface SheetBlock {
  /** Several if there is no room for all of them side by side. */
  entries: readonly SheetEntry[]
  /** In minutes since midnight, as it is drawn. */
  from: number
  to: number
  /** Nobody said when it ends. */
  isOpen: boolean
  /** Which of the lanes side by side it begins in, and how many it takes. */
  lane: number
  lanes: number
  span: number
}

export interface SheetColumn {
  day: TripDay
  sometime: readonly SheetEntry[]
  blocks: readonly SheetBlock[]
}

/** Hours of the page, or a stretch of unused hours that is folded. */
export interface SheetRow {
  from: number
  to: number
  isFolded: boolean
  /** Where it begins, and its height, as shares of all rows. */
  top: number
  height: number
}

export interface PlanSheet {
  rows: readonly SheetRow[]
  columns: readonly SheetColumn[]
}

/** The pages of a trip. All have the same rows. */
export function planSheets(days: readonly TripDay[], maxDays = MAX_SHEET_DAYS): PlanSheet[] {
  const pages = Math.ceil(days.length / maxDays)
  const lanes = maxLanes(Math.ceil(days.length / pages))
  const columns = days.map((day) => columnOf(day, lanes))
  const rows = rowsOf(columns.flatMap(({ blocks }) => blocks))
  return inEqualParts(columns, pages).map((part) => ({ rows, columns: part }))
}

/** Meals with their duties. A duty that begins on the day before, or whose meal is not planned, is by itself. */
export function withDuties(entries: readonly DayEntry[]): SheetEntry[] {
  const isAt = (meal: DayEntry, one: DayEntry) =>
    meal.thing.of === 'meals' &&
    one.thing.of === 'duties' &&
    one.thing.duty.meal === meal.thing.meal &&
    one.thing.duty.day === meal.day &&
    one.day === meal.day
  const mealsOfDay = entries.filter(({ thing }) => thing.of === 'meals')
  return entries
    .filter((one) => !mealsOfDay.some((meal) => isAt(meal, one)))
    .map((entry) => ({ entry, duties: entries.filter((one) => isAt(entry, one)) }))
}

function columnOf(day: TripDay, lanes: number): SheetColumn {
  // On paper the hours are places, so a flight that lands before it leaves is above its departure.
  const byHour = sortEntries(day.entries).toSorted((one, other) => (one.start ?? -1) - (other.start ?? -1))
  const entries = withDuties(byHour)
  return {
    day,
    sometime: entries.filter(({ entry }) => entry.start === undefined).toSorted(byMeal),
    blocks: placeBlocks(
      entries.filter(({ entry }) => entry.start !== undefined),
      lanes,
    ),
  }
}

/** Meals in their order come after what else is sometime on the day, as in a list. */
function byMeal({ entry: one }: SheetEntry, { entry: other }: SheetEntry): number {
  const rank = ({ thing }: DayEntry) => (thing.of === 'meals' ? mealTypes.indexOf(thing.meal) : -1)
  return rank(one) - rank(other)
}

type Timed = Pick<SheetBlock, 'from' | 'to' | 'isOpen'> & { entries: SheetEntry[] }

/** Side by side where they overlap. */
function placeBlocks(entries: readonly SheetEntry[], most: number): SheetBlock[] {
  const blocks: SheetBlock[] = []
  let cluster: Timed[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const one of joinCars(entries.map((entry, index) => timed(entry, entries[index + 1])))) {
    if (one.from >= end) {
      blocks.push(...placeCluster(cluster, most))
      cluster = []
    }
    cluster.push(one)
    end = Math.max(end, one.to)
  }
  return [...blocks, ...placeCluster(cluster, most)]
}

/** Cars that leave at the same time are one thing: a group of thirty has many. */
function joinCars(all: readonly Timed[]): Timed[] {
  const isCar = ({ entries }: Timed) => entries[0]?.entry.thing.of === 'rides'
  const first = (car: Timed) => all.find((one) => isCar(one) && one.from === car.from)
  return all.flatMap((one) => {
    if (!isCar(one)) return [one]
    if (first(one) !== one) return []
    const cars = all.filter((other) => isCar(other) && other.from === one.from)
    const to = Math.max(...cars.map((car) => car.to))
    return [{ ...one, to, isOpen: cars.every(({ isOpen }) => isOpen), entries: cars.flatMap(({ entries }) => entries) }]
  })
}

/** What ends after midnight is cut there. What has no end makes room for what follows it. */
function timed(one: SheetEntry, next: SheetEntry | undefined): Timed {
  const from = one.entry.start ?? 0
  const { end } = one.entry
  const follows = next?.entry.start ?? Number.POSITIVE_INFINITY
  const open = from + Math.max(MIN_MINUTES, Math.min(OPEN_MINUTES, follows - from))
  const last = Math.max(DAY_MINUTES, from + MIN_MINUTES)
  const to = end === undefined ? open : Math.max(end, from + MIN_MINUTES)
  return { entries: [one], from, to: Math.min(to, last), isOpen: end === undefined }
}

/** Things that overlap, directly or by others between them. */
function placeCluster(cluster: readonly Timed[], most: number): SheetBlock[] {
  const lanes: Timed[][] = []
  for (const one of cluster) {
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? 0) <= one.from)
    if (free) free.push(one)
    else lanes.push([one])
  }
  if (lanes.length > most) {
    const rest = lanes.splice(most - 1).flat()
    lanes.push(merged(rest))
  }
  return lanes.flatMap((lane, index) =>
    lane.map((one) => ({ ...one, lane: index, lanes: lanes.length, span: spanOf(one, lanes.slice(index + 1)) })),
  )
}

/** Those that overlap as one. */
function merged(some: readonly Timed[]): Timed[] {
  const all: Timed[] = []
  for (const one of some.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1)
    if (!last || last.to <= one.from) all.push({ ...one })
    else
      Object.assign(last, {
        entries: [...last.entries, ...one.entries],
        to: Math.max(last.to, one.to),
        isOpen: last.isOpen && one.isOpen,
      })
  }
  return all
}

/** How many lanes it takes: also those to its right where nothing is at that time. */
function spanOf({ from, to }: Timed, right: readonly (readonly Timed[])[]): number {
  const taken = right.findIndex((lane) => lane.some((other) => other.from < to && from < other.to))
  return 1 + (taken < 0 ? right.length : taken)
}

function rowsOf(blocks: readonly SheetBlock[]): SheetRow[] {
  if (blocks.length === 0) return []
  const first = Math.floor(Math.min(...blocks.map(({ from }) => from)) / 60)
  const last = Math.ceil(Math.max(...blocks.map(({ to }) => to)) / 60)
  const isUsed = (hour: number) => blocks.some(({ from, to }) => from < (hour + 1) * 60 && to > hour * 60)
  const used = Array.from({ length: last - first }, (_, index) => isUsed(first + index))
  const parts: { from: number; to: number; isFolded: boolean; size: number }[] = []
  for (let at = 0; at < used.length; ) {
    const next = used.indexOf(true, at)
    const gap = next - at
    const isFolded = gap >= MIN_FOLDED
    const to = at + (isFolded ? gap : 1)
    parts.push({ from: (first + at) * 60, to: (first + to) * 60, isFolded, size: isFolded ? FOLDED_HEIGHT : 1 })
    at = to
  }
  const whole = parts.reduce((sum, { size }) => sum + size, 0)
  let top = 0
  return parts.map(({ size, ...part }) => {
    const row = { ...part, top: top / whole, height: size / whole }
    top += size
    return row
  })
}

/** Where a minute of the day is, as a share of the height of all rows. */
export function placeOfMinute(rows: readonly SheetRow[], minute: number): number {
  const row = rows.find(({ to }) => minute < to)
  if (!row) return 1
  return row.top + (Math.max(0, minute - row.from) / (row.to - row.from)) * row.height
}

/** The first parts have one more if they cannot all have the same number. */
function inEqualParts<Item>(items: readonly Item[], count: number): Item[][] {
  const size = Math.floor(items.length / count)
  const longer = items.length % count
  return Array.from({ length: count }, (_, index) => {
    const start = index * size + Math.min(index, longer)
    return items.slice(start, start + size + Number(index < longer))
  })
}
