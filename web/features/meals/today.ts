import { Utensils } from 'lucide-react'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import { findNextMeal, type NextMeal } from '#domain/today/next-meal.ts'
import { clockTimeText, timeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import { dayAnchor } from '#web/trip-core/linked-entry.ts'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import { dayOf, type TodayPlan, type TodaySource } from '#web/trip-core/today.ts'

export const todaySource: TodaySource = {
  icon: Utensils,
  list(plan) {
    const next = find(plan)
    if (!next) return []
    const { start, day } = next
    const { meal, dish } = next.thing
    const isTomorrow = day !== dayOf(plan)
    const text = isTomorrow ? m.today_meal_tomorrow({ meal, dish }) : m.today_meal({ meal: mealTitles[meal], dish })
    const line = { text, note: factsOf(plan, next), href: `/trip/${plan.trip.id}?tab=meals#${dayAnchor(day ?? 0)}` }
    if (start === undefined) return [{ part: 'meal', ...line }]
    return [{ part: start > plan.clock.minute ? 'next' : 'now', time: timeText(start), start, ...line }]
  },
  changesAt(plan) {
    const next = find(plan)
    const minutes = [next?.start, next?.overAt].filter(
      (minute) => minute !== undefined && minute > plan.clock.minute && minute < DAY_MINUTES,
    )
    return minutes[0]
  },
}

function find(plan: TodayPlan) {
  const day = dayOf(plan)
  if (day === undefined) return undefined
  return findNextMeal(plan.own, { day, minute: plan.clock.minute })
}

/** 'cooks start 5:00 PM: You and Ben'. */
function factsOf(plan: TodayPlan, next: NextMeal): string {
  const cooks = cooksOf(plan, next)
  const start = cookingStartOf(next)
  if (!start) return cooks && m.today_meal_cooks({ people: cooks })
  return cooks ? m.today_meal_start_with({ start, people: cooks }) : start
}

function cookingStartOf({ thing: { cooking } }: NextMeal): string {
  if (!cooking) return ''
  const time = clockTimeText(cooking.time)
  return cooking.isDayBefore ? m.today_meal_start_day_before({ time }) : m.today_meal_start({ time })
}

function cooksOf({ duties, nameOf }: TodayPlan, { day, thing: { meal } }: NextMeal): string {
  const cooks = duties
    .filter(({ duty }) => duty.kind === 'cook' && duty.day === day && duty.meal === meal)
    .flatMap(({ on }) => on)
  return namesOfSome([...new Set(cooks)].map(nameOf))
}
