import type { Party, Person } from './plan/people.ts'
import { type Answer, currentMeal, isWholeTrip, mealIndex, shortenStay, stayIn } from './stay.ts'
import { dayCount, type TripDates } from './trip-days.ts'

/* The days of people who travel together: mostly they are the same. */

/** Whether two answers mean the same meals in the trip's current days. */
export function isSameStay(one: Answer, other: Answer, dates: TripDates): boolean {
  return keyOf(one, dates) === keyOf(other, dates)
}

/** The others of a party who may come and whose days are those of an answer. */
export function listWithStay(
  { persons }: Pick<Party, 'persons'>,
  personId: string,
  answer: Answer,
  dates: TripDates,
): Person[] {
  return persons.filter((one) => one.id !== personId && one.coming !== 'not_coming' && isSameStay(one, answer, dates))
}

/** The fields of a person that say when they are there, and for which departure. */
type Days = Pick<Person, 'from' | 'until' | 'skips' | 'answered_for' | 'settled_for'>

/**
 * The days with which somebody starts who is added to a party: those on which all of it agree. Undefined if they don't,
 * are there all the time, or if their days are outside the trip. Somebody who has not answered and is there all the
 * time has said nothing.
 */
export function findSharedDays({ persons }: Pick<Party, 'persons'>, dates: TripDates): Days | undefined {
  const isWhole = (one: Answer) => isWholeTrip(stayIn(one, dates))
  const saying = persons.filter((one) => one.coming !== 'not_coming' && !(one.coming === 'open' && isWhole(one)))
  const [first, ...others] = saying
  if (!first || isWhole(first) || stayIn(first, dates).isOutside) return undefined
  if (!others.every((one) => isSameStay(one, first, dates))) return undefined
  const { from, until, skips, answered_for, settled_for } = first
  return { from, until, skips, answered_for, settled_for }
}

/** The same text for all answers that mean the same meals. */
function keyOf(answer: Answer, dates: TripDates): string {
  const stay = stayIn(answer, dates)
  if (stay.isOutside)
    return `outside ${[answer.from, answer.until].map((time) => time && mealIndex(currentMeal(time, dates.departure_date))).join(' ')}`
  const { from, until, skips } = shortenStay(stay, dates)
  const last = dayCount(dates)
  const start = mealIndex(from ?? { day: 1, meal: 'breakfast' })
  const end = until ? mealIndex(until) : last === null ? '' : mealIndex({ day: last, meal: 'dinner' })
  return [start, end, ...skips.map(mealIndex).toSorted((one, other) => one - other)].join(' ')
}
