import { type Level, levels } from '../plan/day-parts.ts'
import type { Activity, Itinerary } from '../plan/itinerary.ts'
import { isBlank } from '../text.ts'
import { readActivityTime } from './activity-time.ts'
import { DAY_MINUTES } from './clock.ts'

/*
 * What is on now and next in the itinerary.
 * Job: of both levels of a day, what has begun and not ended, and what begins next, today or tomorrow.
 * Invariants: only times that can be read for sure count. Activities without one are listed by themselves: nobody
 *   guesses when they are. What began yesterday and ends after midnight is still on.
 */

export interface PlannedActivity {
  activity: Activity
  level: Level
  /** The day of the itinerary where it is. */
  day: number
  /** Minutes since today's midnight: negative yesterday, 24 hours and more tomorrow. */
  start: number
  /** Undefined if nobody said it. */
  end: number | undefined
}

export interface NowAndNext {
  now: PlannedActivity[]
  /** The next one of each level. */
  next: PlannedActivity[]
  /** Today's activities whose time cannot be read. */
  untimed: Omit<PlannedActivity, 'start' | 'end'>[]
  /** The minute of today at which this changes; undefined if it does not. */
  changesAt: number | undefined
}

/** Without an end, something counts as going on until the next of its level, and no longer than this. */
const ASSUMED_MINUTES = 120

/** @param lastDay the trip's last day; undefined if that is not known */
export function nowAndNext(
  itinerary: Itinerary,
  { day, minute, lastDay }: { day: number; minute: number; lastDay?: number | undefined },
): NowAndNext {
  const now: PlannedActivity[] = []
  const next: PlannedActivity[] = []
  const changes: number[] = []
  for (const level of levels) {
    const around = [-1, 0, 1].flatMap((offset) =>
      day + offset > (lastDay ?? Number.POSITIVE_INFINITY) ? [] : timed(itinerary, level, { day, offset }),
    )
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
    now: sort(now),
    // A level that is over for today says nothing as long as the other goes on.
    next: sort(next.filter(({ start }) => isTomorrow || start < DAY_MINUTES)),
    untimed: levels.flatMap((level) => listUntimed(itinerary, level, day)),
    changesAt: Number.isFinite(changesAt) ? changesAt : undefined,
  }
}

export const isNamed = ({ activity }: Activity) => !isBlank(activity)
const sort = (list: PlannedActivity[]) => list.toSorted((one, other) => one.start - other.start)

function timed(itinerary: Itinerary, level: Level, { day, offset }: { day: number; offset: number }) {
  const shift = offset * DAY_MINUTES
  const found = (itinerary[day + offset]?.[level] ?? []).filter(isNamed).flatMap((activity): PlannedActivity[] => {
    const time = readActivityTime(activity)
    if (!time) return []
    const end = time.end === undefined ? undefined : time.end + shift
    return [{ activity, level, day: day + offset, start: time.start + shift, end }]
  })
  return sort(found)
}

function listUntimed(itinerary: Itinerary, level: Level, day: number) {
  const activities = itinerary[day]?.[level] ?? []
  return activities
    .filter((activity) => isNamed(activity) && readActivityTime(activity) === undefined)
    .map((activity) => ({ activity, level, day }))
}
