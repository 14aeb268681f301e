import type { Headcount, MealHeadcount } from './headcount.ts'
import { listDays } from './plan/day-number.ts'
import { mealTypes } from './plan/day-parts.ts'
import type { Eating } from './plan/details.ts'
import { comingAnswers, listPersons, type Party } from './plan/people.ts'
import { attendsMeal, stayIn } from './stay.ts'
import type { TripDates } from './trip-days.ts'

/** @param dates the trip's own, by which the answers count */
export function countAttendance(parties: readonly Party[], days: readonly number[], dates: TripDates): Headcount {
  const persons = listPersons(parties)
  const coming = persons.filter((person) => person.coming === 'coming')
  const stays = coming.map((person) => stayIn(person, dates))
  const countMeals = (day: number) =>
    Object.fromEntries(
      mealTypes.map((meal) => [meal, stays.filter((stay) => attendsMeal(stay, day, meal)).length]),
    ) as MealHeadcount
  return {
    coming: coming.length,
    unsure: persons.filter((person) => person.coming === 'unsure').length,
    children: coming.filter(({ kind }) => kind === 'child').length,
    days: Object.fromEntries(days.map((day) => [day, countMeals(day)])),
  }
}

/** How many more than those who are coming the amounts of the meals count: they have not said yes or no. */
export function countAlsoEating(parties: readonly Party[], counts: Eating['counts'] | undefined): number {
  const { open, unsure } = countAnswers(parties)
  return counts === 'all' ? open + unsure : 0
}

export function countAnswers(parties: readonly Party[]): Record<(typeof comingAnswers)[number], number> {
  const persons = listPersons(parties)
  return Object.fromEntries(
    comingAnswers.map((coming) => [coming, persons.filter((person) => person.coming === coming).length]),
  ) as Record<(typeof comingAnswers)[number], number>
}

/** Longer trips are not asked meal by meal. */
const MAX_COUNTED_DAYS = 31

/**
 * The days to ask attendance for: those of the trip's dates, otherwise those in the plan.
 * @param dateSpan how many days the dates span; null if they are not set
 */
export function daysOfTrip(dateSpan: number | null, ...sections: Record<string, unknown>[]): number[] {
  // The dates may be thousands of years apart.
  const days =
    dateSpan === null
      ? sections.flatMap(listDays)
      : Array.from({ length: Math.min(dateSpan, MAX_COUNTED_DAYS) }, (_, index) => index + 1)
  return [...new Set(days)].toSorted((a, b) => a - b).slice(0, MAX_COUNTED_DAYS)
}
