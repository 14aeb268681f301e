import type { DutyConflict } from '#domain/duties/conflicts.ts'
import { dutyTitle } from '#domain/duties/duty-words.ts'
import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'
import type { ProposedTurn } from '#domain/duties/rota.ts'
import { listText } from '#domain/list-text.ts'
import type { Duty } from '#domain/plan/duties.ts'
import { dayLabel, dayName, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { mealTitles } from '#web/trip-core/days/meal-order.ts'
import type { NameOf, Names } from '#web/trip-core/people/names.ts'
import { whoIs } from '#web/trip-core/people/names.ts'

/* What the screen says about duties. */

/** The duties of a day, by its meals. */
export interface DutyDay {
  day: number
  title: string
  meals: { meal: Duty['meal']; list: PeopleOnDuty[] }[]
}

/** @param list in the order of the days: see `listPeopleOnDuties` */
export function groupByDay(list: readonly PeopleOnDuty[], dates: TripDates): DutyDay[] {
  const days: DutyDay[] = []
  for (const one of list) {
    const { day, meal } = one.duty
    let group = days.at(-1)
    if (group?.day !== day) {
      group = { day, title: day === 0 ? m.duties_any_day() : dayLabel(dates, day), meals: [] }
      days.push(group)
    }
    const last = group.meals.at(-1)
    if (last?.meal === meal) last.list.push(one)
    else group.meals.push({ meal, list: [one] })
  }
  return days
}

/** Where there is no heading: 'Cook, Fri dinner', 'Fire, Fri', 'Cook'. */
export function placedTitle(duty: Duty, dates: TripDates): string {
  const { day, meal } = duty
  if (day === 0 && meal === '') return dutyTitle(duty)
  const when = m.duties_when({ day: day === 0 ? 'none' : 'some', name: dayName(dates, day), meal: meal || 'none' })
  return m.duties_placed({ duty: dutyTitle(duty), when })
}

/** Below the heading of a day: 'Dinner · Cook'. */
export function titleWithMeal(duty: Duty): string {
  const { meal } = duty
  return meal === '' ? dutyTitle(duty) : m.duties_of_meal({ meal: mealTitles[meal], duty: dutyTitle(duty) })
}

/** 'You and Ben · 1 place open'. */
export function peopleText({ on, open }: Pick<PeopleOnDuty, 'on' | 'open'>, nameOf: NameOf): string {
  const names = on.length > 0 ? listText(on.map(nameOf)) : ''
  const places = open > 0 ? m.duties_open({ count: open }) : ''
  return [names, places].filter(Boolean).join(' · ') || m.duties_no_places()
}

/** 'Waiting list: Cleo'; '' if nobody waits. */
export const waitingText = ({ waiting }: Pick<PeopleOnDuty, 'waiting'>, nameOf: NameOf): string =>
  waiting.length > 0 ? m.duties_waiting({ people: listText(waiting.map(nameOf)) }) : ''

export function conflictText(conflict: DutyConflict, names: Names): string {
  if (conflict.what === 'after_return') return m.duties_conflict_after_return()
  const { what, person_id, duty } = conflict
  return m.duties_conflict({ what, ...whoIs(person_id, names), meal: duty.meal || 'none' })
}

/** All duties as a text to send. */
export function dutiesAsText(trip: string, days: readonly DutyDay[], nameOf: NameOf): string {
  const blocks = days.map(({ title, meals }) =>
    [title, ...meals.flatMap(({ list }) => list.map((one) => lineOf(one, nameOf)))].join('\n'),
  )
  return [m.duties_text_title({ trip }), ...blocks].join('\n\n')
}

function lineOf(one: PeopleOnDuty, nameOf: NameOf): string {
  const { duty } = one
  return m.duties_text_line({ duty: titleWithMeal(duty), people: peopleText(one, nameOf) })
}

/** The duties of a proposal with the people who are proposed for them, in the order of the days. */
export function turnsByDuty(list: readonly PeopleOnDuty[], turns: readonly ProposedTurn[]): PeopleOnDuty[] {
  return list.flatMap((one) => {
    const on = turns.flatMap(({ duty, person_id }) => (duty === one.duty.id ? [person_id] : []))
    return on.length > 0 ? [{ ...one, on, open: one.open - on.length }] : []
  })
}
