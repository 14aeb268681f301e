import { ClipboardList } from 'lucide-react'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import { startTimeOf } from '#domain/food/start-time.ts'
import { listText } from '#domain/list-text.ts'
import type { Duty } from '#domain/plan/duties.ts'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import { dutyOverAt } from '#domain/today/duty-over.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import { dayOf, type TodayLine, type TodayPlan, type TodaySource } from '#web/trip-core/today.ts'

/** The person's duties of the day that are not over, and those of no day in particular. */
export const todaySource: TodaySource = {
  icon: ClipboardList,
  list(plan) {
    return listOwn(plan)
      .filter((one) => overAt(one, plan) > plan.clock.minute)
      .map((one) => lineOf(one, plan))
  },
  changesAt(plan) {
    const ends = listOwn(plan)
      .map((one) => overAt(one, plan))
      .filter((minute) => minute > plan.clock.minute && minute < DAY_MINUTES)
    return ends.length > 0 ? Math.min(...ends) : undefined
  },
}

function listOwn(plan: TodayPlan): PeopleOnDuty[] {
  const today = dayOf(plan)
  if (today === undefined) return []
  return plan.duties.filter(({ duty, on }) => on.includes(plan.me) && [today, 0].includes(duty.day))
}

/** The minute of today at which a duty is over. */
const overAt = ({ duty }: PeopleOnDuty, { meals }: TodayPlan): number => dutyOverAt(duty, meals) ?? DAY_MINUTES

const isCooking = ({ kind }: Duty) => kind === 'cook' || kind === 'help'

function lineOf({ duty, on }: PeopleOnDuty, { trip, me, nameOf, meals }: TodayPlan): TodayLine {
  const title = dutyTitle(duty)
  const others = on.filter((id) => id !== me).map(nameOf)
  const text = duty.meal === '' ? title : m.duties_of_meal({ meal: mealTitles[duty.meal], duty: title })
  // Only those who cook start before the meal.
  const planned = isCooking(duty) && duty.meal !== '' ? meals[duty.day]?.meals[duty.meal] : undefined
  const start = planned && startTimeOf(planned)
  const note = [
    start && !start.isDayBefore && m.today_duty_start({ time: clockTimeText(start.time) }),
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
