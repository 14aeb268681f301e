import { CalendarDays } from 'lucide-react'
import type { EntryOf } from '#domain/day/day-entry.ts'
import { trimmed } from '#domain/text.ts'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import { nowAndNext, type PlannedActivity } from '#domain/today/now-and-next.ts'
import { timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { dayAnchor } from '#web/trip-core/linked-entry.ts'
import { dayOf, type TodayLine, type TodayPlan, type TodaySource } from '#web/trip-core/today.ts'

/** More would take the first screen of a phone. */
const MAX_NOW = 3
const MAX_NEXT = 2
const MAX_UNTIMED = 2

export const todaySource: TodaySource = {
  icon: CalendarDays,
  list(plan) {
    const found = find(plan)
    if (!found) return []
    const { now, next, untimed } = found
    const { trip } = plan
    const hrefOf = (day = 0) => `/trip/${trip.id}?tab=itinerary#${dayAnchor(day)}`
    /** The activity, after its level if the group is split on that day. */
    const textOf = ({ thing: { activity, level } }: EntryOf<'itinerary'>) =>
      level
        ? m.today_of_level({ level, type: trip.type, activity: activity.activity.trim() })
        : activity.activity.trim()
    const line = (one: PlannedActivity, part: 'now' | 'next'): TodayLine => {
      const time = part === 'now' ? timeOfNow(one) : timeOfNext(one)
      return { part, time, start: one.start, text: textOf(one), href: hrefOf(one.day) }
    }
    return [
      ...now.slice(-MAX_NOW).map((one) => line(one, 'now')),
      ...next.slice(0, MAX_NEXT).map((one) => line(one, 'next')),
      ...untimed.slice(0, MAX_UNTIMED).map((one): TodayLine => {
        return {
          part: 'own',
          text: textOf(one),
          note: trimmed(one.typedTime) || m.today_untimed(),
          href: hrefOf(one.day),
        }
      }),
    ]
  },
  changesAt: (plan) => find(plan)?.changesAt,
}

function find(plan: TodayPlan) {
  const day = dayOf(plan)
  return day === undefined ? undefined : nowAndNext(plan.entries, { day, minute: plan.clock.minute })
}

function timeOfNow({ start, end }: PlannedActivity): string {
  if (end === undefined) return m.today_since({ time: timeText(start) })
  if (start < 0) return m.today_until({ time: timeText(end) })
  return m.today_from_to({ start: timeText(start), end: timeText(end) })
}

function timeOfNext({ start }: PlannedActivity): string {
  const time = timeText(start)
  return start < DAY_MINUTES ? time : m.today_next_tomorrow({ time })
}
