import { sameContent } from '../operations/same-content.ts'
import { planTemplates } from '../templates/plan-templates.ts'
import type { TripType } from '../trip.ts'
import { isAfterReturn, type TripDates } from '../trip-days.ts'
import { listDays } from './day-number.ts'
import { forms } from './forms.ts'
import { plan } from './index.ts'

/*
 * Days that nobody would miss. Apart from the other rules of days: it needs the whole sample, and few pages need it.
 */

/** The sections that are kept by day. */
export type DaysSection = 'meals' | 'itinerary'

const samples = new Map<string, Record<string, unknown>>()

/** The sample's days. Made once: days are looked at with every key that is typed in one of them. */
function sampleOf(section: DaysSection, type: TripType): Record<string, unknown> {
  const key = `${section}/${type}`
  const sample = samples.get(key) ?? planTemplates[section](type)
  samples.set(key, sample)
  return sample
}

/** Whether a day holds what the sample has for its number, or what a day starts with that somebody adds: nobody wrote it. */
export function isUnwritten(section: DaysSection, type: TripType, number: number, day: unknown): boolean {
  const form = forms[section]
  const starts = [plan[section].newEntry?.(type, number), sampleOf(section, type)[number]]
  return form.is === 'days' && starts.some((start) => start !== undefined && sameContent(form.entry, day, start))
}

/**
 * The days after the return in which nobody has written: the first of them, and those that follow it without a gap. None where
 * the plan has no other days.
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
