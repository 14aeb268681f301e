import { CalendarDays } from 'lucide-react'
import { levels } from '#domain/plan/day-parts.ts'
import { trimmed } from '#domain/text.ts'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import { isNamed, nowAndNext, type PlannedActivity } from '#domain/today/now-and-next.ts'
import { timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { dayAnchor } from '#web/trip-core/linked-entry.ts'
import { dayOf, lastDayOf, type TodayLine, type TodayPlan, type TodaySource } from '#web/trip-core/today.ts'

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
    const hrefOf = (day: number) => `/trip/${trip.id}?tab=itinerary#${dayAnchor(day)}`
    // Both levels do it together: then it is one line.
    const isShared = (one: PlannedActivity, all: readonly PlannedActivity[]) =>
      all.some((other) => other.level !== one.level && isSame(one, other))
    /** The activity, after its level if the group is split on that day. */
    const textOf = ({ activity: { activity }, level, day }: Omit<PlannedActivity, 'start' | 'end'>) => {
      const hasBothLevels = levels.every((one) => plan.itinerary[day]?.[one].some(isNamed))
      return hasBothLevels ? m.today_of_level({ level, type: trip.type, activity: activity.trim() }) : activity.trim()
    }
    const line = (one: PlannedActivity, part: 'now' | 'next', all: readonly PlannedActivity[]): TodayLine => {
      const text = isShared(one, all) ? one.activity.activity.trim() : textOf(one)
      const time = part === 'now' ? timeOfNow(one) : timeOfNext(one)
      return { part, time, start: one.start, text, href: hrefOf(one.day) }
    }
    return [
      ...withoutTwins(now)
        .slice(-MAX_NOW)
        .map((one) => line(one, 'now', now)),
      ...withoutTwins(next)
        .slice(0, MAX_NEXT)
        .map((one) => line(one, 'next', next)),
      ...untimed.slice(0, MAX_UNTIMED).map((one): TodayLine => {
        const note = trimmed(one.activity.time) || m.today_untimed()
        return { part: 'own', text: textOf(one), note, href: hrefOf(one.day) }
      }),
    ]
  },
  changesAt: (plan) => find(plan)?.changesAt,
}

function find(plan: TodayPlan) {
  const day = dayOf(plan)
  if (day === undefined) return undefined
  return nowAndNext(plan.itinerary, { day, minute: plan.clock.minute, lastDay: lastDayOf(plan) })
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

const isSame = (one: PlannedActivity, other: PlannedActivity) =>
  one.start === other.start && one.activity.activity.trim() === other.activity.activity.trim()

function withoutTwins(list: readonly PlannedActivity[]): PlannedActivity[] {
  return list.filter((one, index) => !list.slice(0, index).some((other) => isSame(one, other)))
}
