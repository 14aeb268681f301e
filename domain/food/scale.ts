import { mealTypes } from '../plan/day-parts.ts'
import { type Eaters, eatersAt, eatersOfLine, type Guests, haveSameAmounts, servingsOfSnacks } from './eaters.ts'
import type { FoodDay, FoodLine, FoodPlace } from './food-plan.ts'
import { isMeasured } from './quantity.ts'
import type { Amount, LinePart, LineReading } from './reading.ts'
import { isContainer } from './units.ts'
import { statedFor, writtenForOf } from './written-for.ts'

/*
 * Amounts for those who eat.
 * Job: what each part of a line comes to at a meal, before anything is rounded.
 * Invariants: an amount is finite and not negative, or null. Nothing is divided by zero: what cannot be scaled stays as
 *   it was written. What is at least one each stays at least one for everybody who eats.
 */

/** More cannot be counted exactly: an amount beyond it is shown as it was typed, and not counted. */
const MAX_VALUE = 1e15

/** By what the amounts of a meal, or of a day's snacks, are scaled. */
export interface MealBasis {
  /** For how many people the amounts were written. */
  servings: number
  eaters: Eaters
  /** Whether the amounts follow the eaters. Otherwise they are as written. */
  follows: boolean
}

export interface ScaledPart {
  part: LinePart
  /** null if there is none, or none that can be counted. */
  amount: Amount | null
}

/** What the amounts of a line are multiplied by. */
export interface LineScale {
  factor: number
  /** For amounts of one person; null if nobody knows for how many. */
  each: number | null
  /** For how many people the line was written; 0 if nobody knows. */
  written_for: number
  /** How many people eat it; of one each there are at least this many. 0 if its amounts are as written. */
  eating: number
}

/**
 * Snacks are for everybody who is there at any meal of the day. They follow the headcount as soon as one of its meals
 * does.
 */
export function basisOf(guests: Guests, dayNumber: number, place: FoodPlace, day: FoodDay): MealBasis {
  const isSnacks = place === 'snacks'
  const override = isSnacks ? '' : day.meals[place].eaters
  const follows = isSnacks
    ? mealTypes.some((meal) => day.meals[meal].follows_headcount)
    : day.meals[place].follows_headcount
  return {
    servings: isSnacks ? servingsOfSnacks(day) : day.meals[place].servings,
    eaters: eatersAt(guests, dayNumber, place, override),
    follows: follows && (guests.areKnown || override !== ''),
  }
}

/** Whether every line has the same amounts for both. */
export function isSameBasis(one: MealBasis, other: MealBasis): boolean {
  return one.servings === other.servings && one.follows === other.follows && haveSameAmounts(one.eaters, other.eaters)
}

/** The parts of a line with their amounts, multiplied. */
export function scaleParts({ parts }: LineReading, scale: LineScale): ScaledPart[] {
  return parts.map((part) => ({ part, amount: scaleAmount(part, scale) }))
}

export function scaleOfLine(line: FoodLine, reading: LineReading, basis: MealBasis): LineScale {
  const isPartial = line.for_whom !== 'everyone' && line.for_whom !== 'fixed'
  const { areKnown, count } = basis.eaters
  const those = eatersOfLine(line, basis.eaters)
  const written_for = writtenForOf(line, reading, basis.servings)
  // Who follows a diet is not known in a trip without people.
  if (line.for_whom === 'fixed' || !basis.follows || (isPartial && !areKnown && count > 0)) {
    const eatEach = isPartial ? statedFor(line, reading, basis.servings) || those.count : written_for || those.count
    return { factor: 1, each: eatEach || null, written_for, eating: 0 }
  }
  const factor = written_for > 0 ? those.portions / written_for : 1
  return {
    factor: those.portions > 0 ? factor : 0,
    each: those.portions,
    written_for,
    eating: those.eating,
  }
}

/** Whether an amount is as written, whoever eats: it is not adjusted, or nobody knows for how many it was written. */
export function isAsWritten({ part, amount }: ScaledPart, { factor, written_for, eating }: LineScale): boolean {
  return amount !== null && !part.isEach && factor === 1 && (written_for === 0 || eating === 0)
}

/** Whether a line that was not understood may say an amount, which then stays as written. */
export function isUnreadAmount({ parts }: LineReading, text: string): boolean {
  return parts.length === 0 && /\d/.test(text)
}

/** Whether none of those whom a line is for eats at the meal. */
export function isForNobody(line: FoodLine, basis: MealBasis): boolean {
  return scaleOfLine(line, { parts: [], writtenFor: null }, basis).factor === 0
}

function scaleAmount(part: LinePart, scale: LineScale): Amount | null {
  const { amount, isEach } = part
  const by = isEach ? scale.each : scale.factor
  if (amount === null || by === null) return null
  const portions = amount.value * by
  const value = isOneEach(part, scale) ? Math.max(portions, scale.eating * sizeOfPiece(part)) : portions
  return value >= 0 && value <= MAX_VALUE ? { value, unit: amount.unit } : null
}

/** Whether everybody whom the line is for gets at least one piece. */
export function isOneEach(part: LinePart, { written_for, eating }: LineScale): boolean {
  const { amount, isEach, pack } = part
  if (amount === null || eating === 0) return false
  // '1 can of pop each', but not '30 cans beans'.
  if (isEach) return (pack !== null || !isMeasured(amount.unit)) && amount.value >= sizeOfPiece(part)
  const isInPieces = !isMeasured(amount.unit) && !isContainer(amount.unit)
  return isInPieces && written_for > 0 && amount.value >= written_for
}

/** In the unit of the amount: a pack of grams or millilitres is one piece. */
const sizeOfPiece = ({ amount, pack }: LinePart) => (pack && amount && isMeasured(amount.unit) ? pack.size : 1)
