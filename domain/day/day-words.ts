import * as m from '#messages'
import { formatDay } from '../trip-days.ts'
import type { TripDay } from './day-entry.ts'

/** 'Day 2'; the date of a day beside the trip. */
export function dayNameOf({ number, date, isBeside }: TripDay): string {
  if (!isBeside && number !== undefined) return m.days_number({ number })
  // Without dates, somebody who cooks on the evening before.
  return date ? formatDay(date) : m.timeline_before()
}

/** 'Day 2 · Fri, Jul 3'. */
export function dayLabelOf(day: TripDay): string {
  const name = dayNameOf(day)
  const note = day.date ? formatDay(day.date) : ''
  return note && note !== name ? m.days_number_with_note({ number: day.number ?? 0, note }) : name
}
