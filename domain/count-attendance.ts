import type { Headcount, MealHeadcount } from './headcount.ts'
import { listDays } from './plan/day-number.ts'
import { mealTypes } from './plan/day-parts.ts'
import { comings, isThereFor, type Party, personsOf } from './plan/people.ts'

/** Counts those who have said that they come, for the given days. */
export function countAttendance(parties: readonly Party[], days: readonly number[]): Headcount {
  const persons = personsOf(parties)
  const coming = persons.filter((person) => person.coming === 'coming')
  const headsOf = (day: number) =>
    Object.fromEntries(
      mealTypes.map((meal) => [meal, coming.filter((person) => isThereFor(person, day, meal)).length]),
    ) as MealHeadcount
  return {
    coming: coming.length,
    unsure: persons.filter((person) => person.coming === 'unsure').length,
    children: coming.filter(({ kind }) => kind === 'child').length,
    days: Object.fromEntries(days.map((day) => [day, headsOf(day)])),
  }
}

/** How many people have given which answer. */
export function countAnswers(parties: readonly Party[]): Record<(typeof comings)[number], number> {
  const persons = personsOf(parties)
  return Object.fromEntries(
    comings.map((coming) => [coming, persons.filter((person) => person.coming === coming).length]),
  ) as Record<(typeof comings)[number], number>
}

/** Who goes for longer is not asked meal by meal. */
const MAX_COUNTED_DAYS = 31

/**
 * The days that attendance is asked for: those of the trip's dates, else those that the plan has.
 * @param dated how many days the dates span; null where they do not say
 */
export function daysOfTrip(dated: number | null, ...sections: Record<string, unknown>[]): number[] {
  // Two dates may be thousands of years apart.
  const days =
    dated === null
      ? sections.flatMap(listDays)
      : Array.from({ length: Math.min(dated, MAX_COUNTED_DAYS) }, (_, index) => index + 1)
  return [...new Set(days)].toSorted((a, b) => a - b).slice(0, MAX_COUNTED_DAYS)
}
