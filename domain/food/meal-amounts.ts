import { listDays } from '../plan/day-number.ts'
import { newLine } from '../plan/meals.ts'
import type { FoodAmounts, MealAmounts } from './amounts.ts'
import { type Guests, listGuests } from './eaters.ts'
import { type FoodDay, type FoodLine, type FoodPlace, type FoodTrip, type ReadLine, textToRead } from './food-plan.ts'
import { basisOf, type LineScale, scaleOfLine } from './scale.ts'
import { foodPlaces, linesAt } from './shopping-list.ts'
import { wordsFor } from './written-for.ts'

/*
 * How many eat at each meal, and by what its lines are multiplied, without saying who.
 * Job: what a screen needs to show amounts. Readers of a share link get it from the server, since they have neither the
 *   people nor their ages.
 */

/** The amounts of a meal or of a day's snacks; undefined if nobody knows how many eat. */
export function amountsAt(
  guests: Guests,
  { number, place, day, read }: { number: number; place: FoodPlace; day: FoodDay; read: ReadLine },
): MealAmounts | undefined {
  const override = place === 'snacks' ? '' : day.meals[place].eaters
  if (!guests.areKnown && override === '') return undefined
  const basis = basisOf(guests, number, place, day)
  const { guests: attending, count, portions } = basis.eaters
  const scaleOf = (line: FoodLine) => exact(scaleOfLine(line, read(textToRead(line)), basis))
  const isOther = (line: FoodLine) =>
    line.for_whom !== 'everyone' || wordsFor(read(textToRead(line)), basis.servings) > basis.servings
  const others = linesAt(day, place).filter(isOther)
  return {
    servings: basis.servings,
    count,
    portions: withoutError(portions),
    children: override === '' ? attending.filter(({ person }) => person.kind === 'child').length : 0,
    follows: basis.follows,
    everyone: scaleOf(everyoneLine),
    lines: Object.fromEntries(others.map((line) => [line.id, scaleOf(line)])),
  }
}

export type DayAmounts = [day: string, amounts: FoodAmounts[string]]

/** The amounts of all meals; undefined if nobody knows how many eat at any of them. */
export const toFoodAmounts = (days: readonly DayAmounts[]): FoodAmounts | undefined =>
  days.length === 0 ? undefined : Object.fromEntries(days)

/** The amounts of the meals, one day at a time: together they may take long. */
export function* amountsByDay(trip: FoodTrip, read: ReadLine): Generator<DayAmounts> {
  const guests = listGuests(trip)
  const isCounted = (day: FoodDay) => guests.areKnown || Object.values(day.meals).some(({ eaters }) => eaters !== '')
  for (const number of listDays(trip.days)) {
    const day = trip.days[number] as FoodDay
    if (!isCounted(day)) continue
    const ofPlace = foodPlaces.map((place) => [
      place,
      amountsAt(guests, { number, place, day, read }) ?? asWritten(day),
    ])
    yield [String(number), Object.fromEntries(ofPlace)]
  }
}

/** By what the amounts of a line are multiplied. */
export function scaleIn({ everyone, lines }: MealAmounts, { id }: Pick<FoodLine, 'id'>): LineScale {
  return lines[id] ?? everyone
}

/**
 * Whether a line is for a diet that nobody at the meal has, so that readers need not see it. Of a meal for which nobody
 * is there, all lines stay, and so do those of people by name: they say who is missed.
 */
export function isForDietOfNobody(amounts: MealAmounts, line: Pick<FoodLine, 'id' | 'for_whom'>): boolean {
  const { factor, eating } = scaleIn(amounts, line)
  return amounts.follows && amounts.count > 0 && line.for_whom.includes(':') && factor === 0 && eating === 0
}

/** Whether the meal is for as many as it was written for, all of whom eat a whole portion. */
export function isForItsServings({ servings, count, portions }: MealAmounts): boolean {
  return servings === count && count === portions
}

const everyoneLine: FoodLine = newLine('', '')

function asWritten(day: FoodDay): MealAmounts {
  const servings = Math.max(...Object.values(day.meals).map((meal) => meal.servings))
  const everyone = { factor: 1, each: null, written_for: servings, eating: 0 }
  return { servings, count: 0, portions: 0, children: 0, follows: false, everyone, lines: {} }
}

const exact = ({ factor, each, written_for, eating }: LineScale): LineScale => ({
  factor: withoutError(factor),
  each: each === null ? null : withoutError(each),
  written_for,
  eating: withoutError(eating),
})

/**
 * 24.5 in place of 24.499999999999996. Twelve digits, so that a third of 12 is not more than 4 by so much that it would
 * be rounded up.
 */
const withoutError = (value: number) => Number(value.toPrecision(12))
