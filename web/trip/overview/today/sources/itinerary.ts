import { CalendarDays } from 'lucide-react'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import { nowAndNext, type PlannedActivity } from '#domain/today/now-and-next.ts'
import * as m from '#messages'
import { levelLabels } from '../../../itinerary/level-labels.ts'
import { dayAnchor } from '../../../linked-entry.ts'
import { timeText } from '../times.ts'
import { dayOf, lastDayOf, type TodayLine, type TodayPlan, type TodaySource } from '../today-plan.ts'

/** More would take the first screen of a phone. */
const MAX_NOW = 3
const MAX_NEXT = 2
const MAX_UNTIMED = 2

export const itinerarySource: TodaySource = {
  sections: ['itinerary'],
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
    const line = (one: PlannedActivity, part: 'now' | 'next', all: readonly PlannedActivity[]): TodayLine => {
      const level = isShared(one, all) ? '' : levelLabels[trip.type][one.level]
      const isTomorrow = one.start >= DAY_MINUTES
      const start = timeText(one.start)
      const nowTime =
        one.end === undefined ? m.today_since({ time: start }) : m.today_until({ time: timeText(one.end) })
      const time = part === 'now' ? nowTime : isTomorrow ? m.today_next_tomorrow({ time: start }) : start
      return { part, time, text: one.activity.activity.trim(), note: level, href: hrefOf(one.day) }
    }
    return [
      ...withoutTwins(now)
        .slice(-MAX_NOW)
        .map((one) => line(one, 'now', now)),
      ...withoutTwins(next)
        .slice(0, MAX_NEXT)
        .map((one) => line(one, 'next', next)),
      ...untimed.slice(0, MAX_UNTIMED).map(({ activity, level, day }): TodayLine => {
        const note = [activity.time.trim() || m.today_untimed(), levelLabels[trip.type][level]].join(' · ')
        return { part: 'own', text: activity.activity.trim(), note, href: hrefOf(day) }
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

const isSame = (one: PlannedActivity, other: PlannedActivity) =>
  one.start === other.start && one.activity.activity.trim() === other.activity.activity.trim()

function withoutTwins(list: readonly PlannedActivity[]): PlannedActivity[] {
  return list.filter((one, index) => !list.slice(0, index).some((other) => isSame(one, other)))
}
