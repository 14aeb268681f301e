import type { DayEntry, EntryOf } from '../day/day-entry.ts'
import { entriesOf } from '../day/list-days.ts'
import { type Level, levels } from '../plan/day-parts.ts'
import { DAY_MINUTES } from './clock.ts'

/*
 * What is on now and next in the itinerary.
 * Job: of both levels of a day, what has begun and not ended, and what begins next, today or tomorrow.
 * Invariants: only times that can be read for sure count. Activities without one are listed by themselves: nobody
 *   guesses when they are. What began yesterday and ends after midnight is still on.
 */

/** An activity. Its times are minutes since today's midnight: negative yesterday, 24 hours and more tomorrow. */
export type PlannedActivity = EntryOf<'itinerary'> & { start: number }

export interface NowAndNext {
  now: PlannedActivity[]
  /** The next one of each level. */
  next: PlannedActivity[]
  /** Today's activities whose time cannot be read. */
  untimed: EntryOf<'itinerary'>[]
  /** The minute of today at which this changes; undefined if it does not. */
  changesAt: number | undefined
}

/** Without an end, something counts as going on until the next of its level, and no longer than this. */
const ASSUMED_MINUTES = 120

/** @param day the number of today */
export function nowAndNext(entries: readonly DayEntry[], { day, minute }: { day: number; minute: number }): NowAndNext {
  const activities = entriesOf('itinerary', entries)
  const timed = sort(activities.flatMap((one) => seenFrom(day, one)))
  const now: PlannedActivity[] = []
  const next: PlannedActivity[] = []
  const changes: number[] = []
  for (const level of levels) {
    const around = timed.filter((one) => isOf(level, one))
    const ends = around.map(({ start, end }, index) => {
      return (
        end ??
        Math.min(
          start + ASSUMED_MINUTES,
          around.slice(index + 1).find((one) => one.start > start)?.start ?? start + ASSUMED_MINUTES,
        )
      )
    })
    now.push(...around.filter(({ start }, index) => start <= minute && minute < (ends[index] ?? start)))
    const upcoming = around.find(({ start }) => start > minute)
    if (upcoming) next.push(upcoming)
    changes.push(...around.map(({ start }) => start), ...ends)
  }
  const isTomorrow = next.every(({ start }) => start >= DAY_MINUTES)
  const changesAt = Math.min(...changes.filter((at) => at > minute && at < DAY_MINUTES))
  return {
    now: sort([...new Set(now)]),
    // A level that is over for today says nothing as long as the other goes on.
    next: sort([...new Set(next)].filter(({ start }) => isTomorrow || start < DAY_MINUTES)),
    untimed: activities.filter((one) => one.day === day && one.start === undefined),
    changesAt: Number.isFinite(changesAt) ? changesAt : undefined,
  }
}

const sort = (list: PlannedActivity[]) => list.toSorted((one, other) => one.start - other.start)

/** Whether those of a level do something: alone, or with all others. */
const isOf = (level: Level, { thing }: PlannedActivity) => (thing.level ?? level) === level

/** An activity of yesterday, today or tomorrow in minutes of today. */
function seenFrom(today: number, activity: EntryOf<'itinerary'>): PlannedActivity[] {
  const { day, start, end } = activity
  if (day === undefined || start === undefined || Math.abs(day - today) > 1) return []
  const shift = (day - today) * DAY_MINUTES
  return [{ ...activity, start: start + shift, end: end === undefined ? undefined : end + shift }]
}
