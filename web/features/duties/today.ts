import { ClipboardList } from 'lucide-react'
import { entriesOf } from '#domain/day/list-days.ts'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import { listText } from '#domain/list-text.ts'
import type { Duty } from '#domain/plan/duties.ts'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import { dutyOverAt } from '#domain/today/duty-over.ts'
import { timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import { dayOf, type TodayLine, type TodayPlan, type TodaySource } from '#web/trip-core/today.ts'

/** A duty of the person that is for today or begins today. */
interface OwnDuty {
  duty: Duty
  on: readonly string[]
  /** The minute of today at which it begins, if somebody said it. */
  start: number | undefined
  /** The minute of today at which it is over: as of tomorrow for one that is for tomorrow. */
  overAt: number
}

/** The person's duties of the day that are not over, and those of no day in particular. */
export const todaySource: TodaySource = {
  icon: ClipboardList,
  list(plan) {
    return listOwn(plan)
      .filter(({ overAt }) => overAt > plan.clock.minute)
      .map((one) => lineOf(one, plan))
  },
  changesAt(plan) {
    const ends = listOwn(plan)
      .map(({ overAt }) => overAt)
      .filter((minute) => minute > plan.clock.minute && minute < DAY_MINUTES)
    return ends.length > 0 ? Math.min(...ends) : undefined
  },
}

function listOwn(plan: TodayPlan): OwnDuty[] {
  const { duties, meals, me, own } = plan
  const today = dayOf(plan)
  if (today === undefined) return []
  const ofDays = entriesOf('duties', own).flatMap(({ day, start, thing: { duty, on } }): OwnDuty[] => {
    if (day !== today && duty.day !== today) return []
    const over = (dutyOverAt(duty, meals) ?? DAY_MINUTES) + (duty.day - today) * DAY_MINUTES
    return [{ duty, on, start: day === today ? start : undefined, overAt: over }]
  })
  const ofAnyDay = duties.filter(({ duty, on }) => duty.day === 0 && on.includes(me))
  return [...ofDays, ...ofAnyDay.map(({ duty, on }) => ({ duty, on, start: undefined, overAt: DAY_MINUTES }))]
}

function lineOf({ duty, on, start }: OwnDuty, plan: TodayPlan): TodayLine {
  const { trip, me, nameOf } = plan
  const title = dutyTitle(duty)
  const others = on.filter((id) => id !== me).map(nameOf)
  const text = duty.meal === '' ? title : m.duties_of_meal({ meal: mealTitles[duty.meal], duty: title })
  const note = [
    start !== undefined && m.today_duty_start({ time: timeText(start) }),
    duty.day > (dayOf(plan) ?? duty.day) && m.today_duty_tomorrow(),
    duty.day === 0 && m.today_duty_any_day(),
    others.length > 0 && m.today_duty_with({ people: listText(others) }),
  ]
  return {
    part: 'own',
    text: m.today_duty({ duty: text }),
    note: note.filter(Boolean).join(' · '),
    href: `/trip/${trip.id}/group?tab=rides&view=duties#${duty.id}`,
    ...(duty.day > 0 && { first: 'date' }),
  }
}
