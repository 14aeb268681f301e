import { listDays } from '../plan/day-number.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { listGuests } from './eaters.ts'
import {
  type FoodDay,
  type FoodLine,
  type FoodPlace,
  type FoodTrip,
  isFilled,
  type KeyOfItem,
  type ReadLine,
  textToRead,
} from './food-plan.ts'
import { itemInNumber } from './item-number.ts'
import { type ListUnit, toListUnit } from './list-unit.ts'
import type { Amount, LinePart } from './reading.ts'
import { withoutAmounts } from './remarks.ts'
import { roundUpToBuy } from './round-up.ts'
import { basisOf, isForNobody, type MealBasis, type ScaledPart, scaleLine } from './scale.ts'
import { storableKey } from './storable-key.ts'

/*
 * The shopping list, computed from the meals.
 * Job: equal items of all meals and days together, each with its sources.
 * Invariants: a need is the sum of its sources, and rounded once. Amounts of different list units are not added. Every
 *   line that counts is on the list, also one without an amount or one that was not understood.
 */

/** Where an item is needed. */
export interface Source {
  day: number
  place: FoodPlace
  /** The line's id. */
  line: string
  /** What the meal needs; null if the line says no amount. */
  amount: Amount | null
  /** As typed, such as 'chopped'. */
  remark: string
}

/** How much of an item is needed in one list unit. */
export interface Need {
  listUnit: ListUnit
  /** Before rounding, in the list unit: grams, slices, packs. */
  exact: number
  /** Rounded up to what can be bought. */
  toBuy: number
}

export interface ListItem {
  key: string
  name: string
  /** Empty if no line says an amount: 'salt'. */
  needs: Need[]
  sources: Source[]
}

export type ListInput = FoodTrip & { read: ReadLine; keyOf: KeyOfItem }

interface Collected {
  names: Map<string, number>
  needs: Map<string, { listUnit: ListUnit; exact: number }>
  sources: Source[]
}

/** The items of the list, by name. */
export function listItems(input: ListInput): ListItem[] {
  const guests = listGuests(input)
  const items = new Map<string, Collected>()
  for (const number of listDays(input.days)) {
    const day = input.days[number] as FoodDay
    for (const place of foodPlaces) {
      const lines = linesAt(day, place).filter(isCounted)
      if (lines.length === 0) continue
      const basis = basisOf(guests, number, place, day)
      for (const line of lines) collectLine(items, input, line, basis, { day: number, place })
    }
  }
  return [...items].map(([key, item]) => toListItem(key, item)).toSorted(byName)
}

/** The meals of a day, and its snacks. */
export const foodPlaces: readonly FoodPlace[] = [...mealTypes, 'snacks']
const isCounted = (line: FoodLine) => line.for_whom !== 'not_counted' && isFilled(line)

/** The lines of a meal, or of a day's snacks. */
export function linesAt(day: FoodDay, place: FoodPlace): readonly FoodLine[] {
  return place === 'snacks' ? day.snacks : day.meals[place].ingredients
}

function collectLine(
  items: Map<string, Collected>,
  { read, keyOf }: ListInput,
  line: FoodLine,
  basis: MealBasis,
  { day, place }: Pick<Source, 'day' | 'place'>,
): void {
  const text = textToRead(line).trim()
  const reading = read(text)
  const parts = reading.parts.length > 0 ? scaleLine(line, reading, basis) : [asTyped(text)]
  for (const { part, amount } of parts) {
    // Nobody eats it, or the line says 0.
    if (amount?.value === 0) continue
    if (amount === null && isForNobody(line, basis)) continue
    const item = requireItem(items, storableKey(keyOf(part.item)))
    item.names.set(part.item, (item.names.get(part.item) ?? 0) + 1)
    const isAsWritten = amount === null || amount.value === part.amount?.value
    const remark = isAsWritten ? part.remark : withoutAmounts(part.remark)
    item.sources.push({ day, place, line: line.id, amount, remark })
    if (amount) addNeed(item, amount, part)
  }
}

/** A line that was not understood is an item by its text, so that nobody forgets it. */
function asTyped(text: string): ScaledPart {
  return { part: { item: text, amount: null, isEach: false, pack: null, remark: '' }, amount: null }
}

function requireItem(items: Map<string, Collected>, key: string): Collected {
  const known = items.get(key)
  if (known) return known
  const added: Collected = { names: new Map(), needs: new Map(), sources: [] }
  items.set(key, added)
  return added
}

function addNeed({ needs }: Collected, amount: Amount, { pack }: LinePart): void {
  const { listUnit, value } = toListUnit(amount, pack)
  const need = needs.get(listUnit.key)
  if (need) need.exact += value
  else needs.set(listUnit.key, { listUnit, exact: value })
}

function toListItem(key: string, { names, needs, sources }: Collected): ListItem {
  const sorted = [...needs.values()].toSorted((one, other) => compareTexts(one.listUnit.key, other.listUnit.key))
  const rounded = sorted.map(({ listUnit, exact }) => ({ listUnit, exact, toBuy: roundUpToBuy(exact, listUnit) }))
  return { key, name: nameItem(mostFrequent(names), rounded), needs: rounded, sources }
}

/** '1 tomato', also if all lines say 'tomatoes'. */
function nameItem(name: string, [need, ...others]: readonly Need[]): string {
  if (!need || others.length > 0) return name
  const { unit, pack } = need.listUnit
  return itemInNumber(name, { value: need.toBuy, unit }, pack)
}

/** Of the names that are used as often, the shortest, then the first by letters. */
function mostFrequent(names: ReadonlyMap<string, number>): string {
  const [first] = [...names].toSorted(
    ([name, count], [other, otherCount]) =>
      otherCount - count || name.length - other.length || compareTexts(name, other),
  )
  return first?.[0] ?? ''
}

const byName = (one: ListItem, other: ListItem) =>
  compareTexts(one.name.toLowerCase(), other.name.toLowerCase()) || compareTexts(one.key, other.key)

/** The same on every device, unlike the order of a language. */
function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
