import { Utensils } from 'lucide-react'
import type { MealType } from '#domain/plan/day-parts.ts'
import { listPersons } from '#domain/plan/people.ts'
import { attendsMeal, stayIn } from '#domain/stay.ts'
import { DAY_MINUTES } from '#domain/today/clock.ts'
import { findNextMeal, type NextMeal } from '#domain/today/next-meal.ts'
import { clockTimeText } from '#domain/today/time-text.ts'
import * as m from '#messages'
import { dayAnchor } from '../../../linked-entry.ts'
import { mealTitles } from '../../../meals/meal-order.ts'
import { namesOfSome } from '../some-names.ts'
import { dayOf, lastDayOf, type TodayPlan, type TodaySource } from '../today-plan.ts'

export const mealsSource: TodaySource = {
  sections: ['meals'],
  icon: Utensils,
  list(plan) {
    const next = find(plan)
    if (!next) return []
    const { meal, dish } = next
    const isTomorrow = next.day !== dayOf(plan)
    const text = isTomorrow ? m.today_meal_tomorrow({ meal, dish }) : m.today_meal({ meal: mealTitles[meal], dish })
    const note = factsOf(plan, next).filter(Boolean).join(' · ')
    return [{ part: 'meal', text, note, href: `/trip/${plan.trip.id}?tab=meals#${dayAnchor(next.day)}` }]
  },
  changesAt(plan) {
    const overAt = find(plan)?.overAt
    return overAt !== undefined && overAt < DAY_MINUTES ? overAt : undefined
  },
}

function find(plan: TodayPlan) {
  const day = dayOf(plan)
  if (day === undefined) return undefined
  const person = listPersons(plan.people).find(({ id }) => id === plan.me)
  const stay = person && stayIn(person, plan.dates)
  const attends = (at: number, meal: MealType) => !stay || attendsMeal(stay, at, meal)
  return findNextMeal(plan.meals, { day, minute: plan.clock.minute, lastDay: lastDayOf(plan), attends })
}

/** '6:00 PM', 'cooks start 5:00 PM: You and Ben'. */
function factsOf(plan: TodayPlan, next: NextMeal): string[] {
  const served = next.servedAt && clockTimeText(next.servedAt)
  const cooks = cooksOf(plan, next)
  const start = startOf(next)
  if (!start) return [served, cooks && m.today_meal_cooks({ people: cooks })]
  return [served, cooks ? m.today_meal_start_with({ start, people: cooks }) : start]
}

function startOf({ start }: NextMeal): string {
  if (!start) return ''
  const time = clockTimeText(start.time)
  return start.isDayBefore ? m.today_meal_start_day_before({ time }) : m.today_meal_start({ time })
}

function cooksOf({ duties, nameOf }: TodayPlan, { day, meal }: NextMeal): string {
  const cooks = duties
    .filter(({ duty }) => duty.kind === 'cook' && duty.day === day && duty.meal === meal)
    .flatMap(({ on }) => on)
  return namesOfSome([...new Set(cooks)].map(nameOf))
}
