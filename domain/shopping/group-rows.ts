import { type Aisle, aisles } from '../plan/shopping.ts'
import { type Progress, progressOf } from '../progress.ts'
import { isAtHome, type ShoppingRow } from './rows.ts'

/*
 * How the list is arranged.
 * Job: groups by aisle, shop, day or buyer. In each, what is to buy comes before what is done.
 * Invariants: each row is in one group. An item for several days is in the group of the first.
 */

export const groupings = ['aisle', 'shop', 'day', 'buyer'] as const
export type Grouping = (typeof groupings)[number]

export interface RowGroup {
  /** The aisle, the shop in lower case, the day's number or the buyer's id; '' for rows without one. */
  id: string
  /** The shop as somebody typed it; otherwise the same as the id. */
  name: string
  rows: ShoppingRow[]
}

export interface GroupOptions {
  by: Grouping
  /** The aisle of an item, if nobody corrected it. */
  findAisle: (row: ShoppingRow) => Aisle
  /** Orders people. */
  nameOf: (personId: string) => string
  /** Whether a row counts as done for the order: right after a tick it stays where it is. */
  isSunk: (row: ShoppingRow) => boolean
}

/** The groups of rows that are on the list. */
export function groupRows(rows: readonly ShoppingRow[], options: GroupOptions): RowGroup[] {
  const groups = new Map<string, RowGroup>()
  for (const row of rows) {
    if (row.isLeftover) continue
    const name = placeOf(row, options)
    const id = options.by === 'shop' ? name.toLowerCase() : name
    const group = groups.get(id)
    if (group) group.rows.push(row)
    else groups.set(id, { id, name, rows: [row] })
  }
  return [...groups.values()].toSorted(orderOf(options)).map((group) => ({
    ...group,
    rows: [...group.rows.filter((row) => !options.isSunk(row)), ...group.rows.filter(options.isSunk)],
  }))
}

function placeOf(row: ShoppingRow, { by, findAisle }: GroupOptions): string {
  const { details, demands } = row
  switch (by) {
    case 'aisle':
      return details.aisle || findAisle(row)
    case 'shop':
      return details.shop.trim()
    case 'buyer':
      return details.buyer
    case 'day':
      return demands.length === 0 ? '' : String(Math.min(...demands.map(({ day }) => day)))
  }
}

/** Rows without a shop or buyer are the ones to decide about: they come last, as do those for no certain day. */
function orderOf({ by, nameOf }: GroupOptions): (one: RowGroup, other: RowGroup) => number {
  const isLast = ({ id }: RowGroup) => Number(id === '')
  const order: Record<Grouping, (one: RowGroup, other: RowGroup) => number> = {
    aisle: (one, other) => aisles.indexOf(one.id as Aisle) - aisles.indexOf(other.id as Aisle),
    shop: (one, other) => one.name.localeCompare(other.name),
    day: (one, other) => Number(one.id) - Number(other.id),
    buyer: (one, other) => nameOf(one.id).localeCompare(nameOf(other.id)),
  }
  return (one, other) => isLast(one) - isLast(other) || order[by](one, other)
}

/** How many items there are to buy, and how many of them are bought. What is at home does not count. */
export function countRows(rows: readonly ShoppingRow[]): Progress {
  const counted = rows.filter((row) => !row.isLeftover && !isAtHome(row))
  return progressOf(counted.filter(({ isDone }) => isDone).length, counted.length)
}

/** Whether a row contains what somebody searches for: in its name, shop or note. */
export function matchesSearch({ name, details }: ShoppingRow, search: string): boolean {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const text = `${name} ${details.shop} ${details.note}`.toLowerCase()
  return words.every((word) => text.includes(word))
}
