import { daysBetween, type LocalDate, type OptionalLocalDate } from './local-date.ts'
import { type MealType, mealTypes } from './plan/day-parts.ts'
import { type ComingAnswer, type MealOfDay, type Person, parseMealTime } from './plan/people.ts'
import { dayCount, type TripDates } from './trip-days.ts'

/*
 * What people's answers mean in the trip's current days.
 * Job: an answer counts days from the departure that its author saw. If the trip departs on another date now, the
 *   answer keeps its calendar dates, limited to the trip.
 * Invariants: nothing of this is stored, so moving a trip there and back restores every answer, and an answer that
 *   arrives late means what its author saw. Each meal carries its own departure: two edits cannot mix.
 * Failure: if the answer or the trip has no date, day numbers count as they are.
 */

export type Answer = Pick<Person, 'from' | 'until' | 'skips'>
export type GivenAnswer = Answer & Pick<Person, 'coming' | 'answered_for' | 'settled_for'>

/** When somebody is there, in the trip's current days. */
export interface Stay {
  /** The first and the last meal; undefined for the trip's own. */
  from: MealOfDay | undefined
  until: MealOfDay | undefined
  skips: (MealOfDay & { id: string })[]
  /** Whether none of the meals is within the trip. */
  isOutside: boolean
}

/** The stay that an answer means in a trip with these dates. */
export function stayIn({ from, until, skips }: Answer, dates: TripDates): Stay {
  const last = dayCount(dates) ?? Number.POSITIVE_INFINITY
  const isInTrip = ({ day }: MealOfDay) => day >= 1 && day <= last
  const first = from === '' ? undefined : currentMeal(from, dates.departure_date)
  const end = until === '' ? undefined : currentMeal(until, dates.departure_date)
  const isReversed = first !== undefined && end !== undefined && mealIndex(first) > mealIndex(end)
  return {
    from: first && first.day >= 1 ? first : undefined,
    until: end && end.day <= last ? end : undefined,
    skips: skips.map(({ id, at }) => ({ id, ...currentMeal(at, dates.departure_date) })).filter(isInTrip),
    isOutside: isReversed || (first !== undefined && first.day > last) || (end !== undefined && end.day < 1),
  }
}

export function isWholeTrip({ from, until, skips, isOutside }: Stay): boolean {
  return !from && !until && skips.length === 0 && !isOutside
}

export function attendsMeal({ from, until, skips, isOutside }: Stay, day: number, meal: MealType): boolean {
  const place = mealIndex({ day, meal })
  if (isOutside || (from && place < mealIndex(from)) || (until && place > mealIndex(until))) return false
  return !isSkipped(skips, place)
}

/** Fewer are compared one by one. */
const MANY_SKIPS = 6
const skippedMeals = new WeakMap<Stay['skips'], ReadonlySet<number>>()

function isSkipped(skips: Stay['skips'], place: number): boolean {
  if (skips.length < MANY_SKIPS) return skips.some((skip) => mealIndex(skip) === place)
  let places = skippedMeals.get(skips)
  if (!places) {
    places = new Set(skips.map(mealIndex))
    skippedMeals.set(skips, places)
  }
  return places.has(place)
}

/**
 * Whether somebody is there in the night after a day. A night is between a dinner and the breakfast after it. Somebody
 * who skips only one of them sleeps there; who skips both is away.
 */
export function isThereAtNight(stay: Stay, day: number): boolean {
  const attends = (of: Stay) => [attendsMeal(of, day, 'dinner'), attendsMeal(of, day + 1, 'breakfast')]
  return attends({ ...stay, skips: [] }).every(Boolean) && attends(stay).some(Boolean)
}

/**
 * Whether somebody is there in any night of the trip. As long as nobody knows when they leave, they are. So are those
 * whose days are outside a trip that has moved: they are asked to confirm them.
 */
export function spendsNight(stay: Stay, dates: TripDates): boolean {
  if (stay.isOutside) return dayCount(dates) !== 1
  const last = Math.min(dayCount(dates) ?? Number.POSITIVE_INFINITY, stay.until?.day ?? Number.POSITIVE_INFINITY)
  if (last === Number.POSITIVE_INFINITY) return true
  for (let day = stay.from?.day ?? 1; day < last; day++) if (isThereAtNight(stay, day)) return true
  return false
}

/**
 * The same stay without meals that are skipped at its start or its end: it begins and ends with a meal that the person
 * attends. One that skips every meal stays as it is.
 */
export function shortenStay(stay: Stay, dates: TripDates): Stay {
  const last = dayCount(dates)
  const start = mealIndex(stay.from ?? { day: 1, meal: 'breakfast' })
  const end = stay.until ? mealIndex(stay.until) : last ? mealIndex({ day: last, meal: 'dinner' }) : undefined
  const skipped = new Set(stay.skips.map(mealIndex))
  let first = start
  while (skipped.has(first)) first++
  let final = end
  while (final !== undefined && skipped.has(final)) final--
  if (final !== undefined && final < first) return stay
  const isWithin = (skip: MealOfDay) => mealIndex(skip) > first && (final === undefined || mealIndex(skip) < final)
  return {
    ...stay,
    from: first === start ? stay.from : mealAt(first),
    until: final === end || final === undefined ? stay.until : mealAt(final),
    skips: stay.skips.filter(isWithin),
  }
}

/** Orders the meals of a trip: a later meal has a higher number. */
export function mealIndex({ day, meal }: MealOfDay): number {
  return day * mealTypes.length + mealTypes.indexOf(meal)
}

const mealAt = (index: number): MealOfDay => ({
  day: Math.floor(index / mealTypes.length),
  meal: mealTypes[index % mealTypes.length] as MealType,
})

export const mayCome: readonly ComingAnswer[] = ['coming', 'unsure']

/**
 * In `answered_for`: an answer that holds for no departure until it is confirmed, such as that somebody comes if need
 * be.
 */
export const TO_CONFIRM = '0001-01-01' as LocalDate

/**
 * What somebody should confirm since the departure has changed: the days they are there, or only that they come.
 * Undefined if there is nothing to confirm.
 */
export function findUnconfirmed(person: GivenAnswer, departure: OptionalLocalDate): 'days' | 'coming' | undefined {
  const { answered_for, coming } = person
  if (departure === '' || answered_for === '' || answered_for === departure || !mayCome.includes(coming))
    return undefined
  return timesOf(person).length > 0 ? 'days' : 'coming'
}

/** A meal by its day number in a trip that departs on this date: 0 or less before it. */
export function currentMeal(time: string, departure: OptionalLocalDate): MealOfDay {
  const { day, meal, departure: counted } = parseMealTime(time)
  return { day: counted === '' || departure === '' ? day : day + daysBetween(departure, counted), meal }
}

export const timesOf = ({ from, until, skips }: Answer) => [from, until, ...skips.map(({ at }) => at)].filter(Boolean)
