import { listDays } from '../plan/day-number.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { itemNameOf } from '../plan/shopping.ts'
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
import { itemInNumber, scaledItem } from './item-number.ts'
import { type ListAmount, toListUnit } from './list-unit.ts'
import { memoByObject } from './memo-by-object.ts'
import { remarkOf } from './remarks.ts'
import {
  basisOf,
  isAsWritten,
  isForNobody,
  isSameBasis,
  isUnreadAmount,
  type MealBasis,
  type ScaledPart,
  scaleOfLine,
  scaleParts,
} from './scale.ts'
import { type Need, type NeedForm, needsInShop } from './shop-needs.ts'
import { storableKey } from './storable-key.ts'

/*
 * The shopping list, computed from the meals.
 * Job: equal items of all meals and days together, each with its demands.
 * Invariants: a need is the sum of its demands, and rounded once. What a shop sells in one form is added up. Every line
 *   that counts is on the list, also one without an amount or one that was not understood.
 */

/** What one line needs of an item. Lists share them, so nobody may change one. */
export interface Demand {
  day: number
  place: FoodPlace
  /** The line's id. */
  line: string
  /** What the meal needs, in a list unit of the item; null if the line says no amount. */
  amount: ListAmount | null
  /** As typed: 'egg' of the item 'eggs'. */
  item: string
  /** As typed, such as 'chopped'. */
  remark: string
  /**
   * Whether its amount is as written while others follow the headcount: because somebody chose it, or because nobody
   * knows for how many it was written, or what it says.
   */
  asWritten: '' | 'chosen' | 'unclear'
}

export interface ListItem {
  key: string
  name: string
  /** Empty if no line says an amount: 'salt'. */
  needs: Need[]
  demands: Demand[]
}

export type ListInput = FoodTrip & { read: ReadLine; keyOf: KeyOfItem }

interface Collected {
  names: Map<string, number>
  needs: Map<string, NeedForm>
  demands: Demand[]
}

/** What a line needs of one item. */
interface NeededPart {
  key: string
  name: string
  demand: Demand
}

/** What the parts that a place needs depend on, besides its lines. */
type PlaceInput = Pick<ListInput, 'read' | 'keyOf'> & Pick<Demand, 'day' | 'place'> & { basis: MealBasis }

/** The items of the list, by name. */
export function listItems({ read, keyOf, ...trip }: ListInput): ListItem[] {
  const guests = listGuests(trip)
  const items = new Map<string, Collected>()
  for (const number of listDays(trip.days)) {
    const day = trip.days[number] as FoodDay
    for (const place of foodPlaces) {
      const lines = linesAt(day, place)
      if (lines.length === 0) continue
      const basis = basisOf(guests, number, place, day)
      for (const part of neededAt(lines, { read, keyOf, day: number, place, basis })) collectPart(items, part)
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

/** What the lines of a place need. An edit changes few places: those of the others are cached. */
const neededAt = memoByObject(
  (lines: readonly FoodLine[], input: PlaceInput) =>
    lines.filter(isCounted).flatMap((line) => neededByLine(line, input)),
  (one, other) =>
    one.read === other.read &&
    one.keyOf === other.keyOf &&
    one.day === other.day &&
    one.place === other.place &&
    isSameBasis(one.basis, other.basis),
)

function neededByLine(line: FoodLine, { read, keyOf, day, place, basis }: PlaceInput): NeededPart[] {
  const text = textToRead(line).trim()
  const reading = read(text)
  const scale = scaleOfLine(line, reading, basis)
  const parts = reading.parts.length > 0 ? scaleParts(reading, scale) : [asTyped(text)]
  // If nobody knows how many eat, all amounts are as written.
  const isKnown = basis.eaters.areKnown || basis.eaters.count > 0
  const why = line.for_whom === 'fixed' || !basis.follows ? 'chosen' : 'unclear'
  return parts.flatMap((scaled) => {
    const { part, amount } = scaled
    // Nobody eats it, or the line says 0.
    if (amount?.value === 0) return []
    if (amount === null && isForNobody(line, basis)) return []
    const isWritten = isKnown && (isAsWritten(scaled, scale) || isUnreadAmount(reading, text))
    const asWritten = isWritten ? why : ''
    return {
      key: storableKey(keyOf(part.item)),
      name: part.item,
      demand: {
        day,
        place,
        line: line.id,
        amount: amount && toListUnit(amount, part.pack),
        item: part.item,
        remark: remarkOf(scaled, scale),
        asWritten,
      },
    }
  })
}

/** A line that was not understood is an item by its text, so that nobody forgets it. */
function asTyped(text: string): ScaledPart {
  return { part: { item: text, amount: null, isEach: false, pack: null, remark: '' }, amount: null }
}

function collectPart(items: Map<string, Collected>, { key, name, demand }: NeededPart): void {
  const item = requireItem(items, key)
  item.names.set(name, (item.names.get(name) ?? 0) + 1)
  item.demands.push(demand)
  if (demand.amount) addNeed(item, demand.amount)
}

function requireItem(items: Map<string, Collected>, key: string): Collected {
  const known = items.get(key)
  if (known) return known
  const added: Collected = { names: new Map(), needs: new Map(), demands: [] }
  items.set(key, added)
  return added
}

function addNeed({ needs }: Collected, { listUnit, value }: ListAmount): void {
  const need = needs.get(listUnit.key)
  if (need) need.exact += value
  else needs.set(listUnit.key, { listUnit, exact: value })
}

function toListItem(key: string, { names, needs, demands }: Collected): ListItem {
  const sorted = [...needs.values()].toSorted((one, other) => compareTexts(one.listUnit.key, other.listUnit.key))
  const inShop = needsInShop(itemNameOf(key), sorted)
  return { key, name: nameItem(mostFrequent(names), inShop), needs: inShop, demands }
}

/** '1 tomato', also if all lines say 'tomatoes'. Of '1 onion' and 335 g, 4 are onions. */
function nameItem(name: string, [need, ...others]: readonly Need[]): string {
  if (!need || others.length > 0) return name
  const { unit, pack } = need.listUnit
  const amount = { value: need.toBuy, unit }
  return need.forms ? scaledItem(name, { value: 1, unit }, amount, pack) : itemInNumber(name, amount, pack)
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
