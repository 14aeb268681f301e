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
    const note = [...timesOf(next), cooksOf(plan, next)].filter(Boolean).join(' · ')
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

function timesOf({ servedAt, start }: NextMeal): string[] {
  const served = servedAt && m.today_meal_served({ time: clockTimeText(servedAt) })
  if (!start) return [served]
  const time = clockTimeText(start.time)
  return [served, start.isDayBefore ? m.today_meal_start_day_before({ time }) : m.today_meal_start({ time })]
}

function cooksOf({ duties, nameOf }: TodayPlan, { day, meal }: NextMeal): string {
  const cooks = duties
    .filter(({ duty }) => duty.kind === 'cook' && duty.day === day && duty.meal === meal)
    .flatMap(({ on }) => on)
  return cooks.length > 0 ? m.today_meal_cooks({ people: namesOfSome([...new Set(cooks)].map(nameOf)) }) : ''
}
