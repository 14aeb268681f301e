import { sameContent } from '../operations/same-content.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import { templateRevisions } from '../templates/revision.ts'
import type { TripType } from '../trip.ts'
import { isAfterReturn, type TripDates } from '../trip-days.ts'
import { listDays } from './day-number.ts'
import { forms } from './forms.ts'
import { newItineraryDay } from './itinerary.ts'
import { type MealDay, newMealDay } from './meals.ts'

/*
 * Days in which nobody has written anything. Separate from the other rules about days: this needs the whole sample, and
 * few pages use it.
 */

export type DaysSection = 'meals' | 'itinerary'

const samples = new Map<string, Record<string, unknown>[]>()

/** The days of each revision of the sample. Cached: days are checked again with every key that is typed in one. */
function samplesOf(section: DaysSection, type: TripType): Record<string, unknown>[] {
  const key = `${section}/${type}`
  const all = samples.get(key) ?? templateRevisions.map((revision) => planTemplates[section](type, revision))
  samples.set(key, all)
  return all
}

/** Whether nobody wrote in a day: it equals the sample's day of its number, or what a new day starts with. */
export function isUnwritten(section: DaysSection, type: TripType, number: number, day: unknown): boolean {
  const form = forms[section]
  // For how many people a new day is says nothing about who wrote in it.
  const newDay =
    section === 'meals'
      ? newMealDay(type, number, (day as MealDay).meals.breakfast.servings)
      : newItineraryDay(type, number)
  const initialDays = [newDay, ...samplesOf(section, type).map((days) => days[number])]
  return (
    form.is === 'days' && initialDays.some((initial) => initial !== undefined && sameContent(form.entry, day, initial))
  )
}

/**
 * The unwritten days after the return: the first of them, and those that follow it without a gap. Empty if the plan has
 * no other days.
 */
export function findSpareDays(
  section: DaysSection,
  type: TripType,
  dates: TripDates,
  days: Record<string, unknown>,
): number[] {
  const numbers = listDays(days)
  const spare = numbers.filter(
    (number) => isAfterReturn(dates, number) && isUnwritten(section, type, number, days[number]),
  )
  const first = spare.filter((number, index) => number === (spare[0] as number) + index)
  return first.length < numbers.length ? first : []
}
