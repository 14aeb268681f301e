import { groupBy } from '../group-by.ts'
import { firstInQueue } from '../list-kinds.ts'
import { mealTypes } from '../plan/day-parts.ts'
import type { Duties, Duty, Volunteer } from '../plan/duties.ts'
import { listPersons, type Party } from '../plan/people.ts'
import { attendsMeal, type Stay, stayIn } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'

/*
 * Who has which duty.
 * Invariants: the first volunteers of a duty have it, as many as it has seats; the others are on its waiting list.
 *   Somebody who is not coming, or not there then, has no duty and takes no seat, but has both again if they come
 *   after all. Nobody counts twice in one duty, also if two people were merged who had both volunteered for it.
 */

/** The people of a duty, in the order in which they volunteered. */
export interface PeopleOnDuty {
  duty: Duty
  /** The ids of those who have it. */
  on: string[]
  /** Those for whom there is no seat: its waiting list. */
  waiting: string[]
  /** Those who are not coming. Their seats are open again. */
  notComing: string[]
  /** Those who are coming, but not there then. Their seats are open too. */
  absent: string[]
  /** How many of its seats are free. */
  open: number
}

/** Why somebody cannot do a duty; undefined if they can, or are not on the list of people. */
export type FindAbsence = (personId: string, duty: Pick<Duty, 'day' | 'meal'>) => 'not_coming' | 'absent' | undefined

/** Who cannot do which duty, by what people answered. */
export function absencesOf(people: readonly Party[], dates: TripDates): FindAbsence {
  const answers = new Map(
    listPersons(people).map((person) => [person.id, { coming: person.coming, stay: stayIn(person, dates) }]),
  )
  return (personId, duty) => {
    const answer = answers.get(personId)
    if (!answer) return undefined
    if (answer.coming === 'not_coming') return 'not_coming'
    return isThereFor(answer.stay, duty) ? undefined : 'absent'
  }
}

/** Whether somebody is there for a duty: at its meal, at any meal of its day, or at all. */
export function isThereFor(stay: Stay, { day, meal }: Pick<Duty, 'day' | 'meal'>): boolean {
  if (day === 0) return !stay.isOutside
  return meal === '' ? mealTypes.some((one) => attendsMeal(stay, day, one)) : attendsMeal(stay, day, meal)
}

/** All duties with their people, in the order of the days. */
export function listPeopleOnDuties({ duties, volunteers }: Duties, findAbsence: FindAbsence): PeopleOnDuty[] {
  const byDuty = groupBy(volunteers, ({ duty }) => duty)
  return sortDuties(duties).map((duty) => peopleOnDuty(duty, byDuty.get(duty.id) ?? [], findAbsence))
}

export function peopleOnDuty(duty: Duty, volunteers: readonly Volunteer[], findAbsence: FindAbsence): PeopleOnDuty {
  const once = oncePerPerson(volunteers.filter((one) => one.duty === duty.id))
  const groups = groupBy(once, ({ person_id }) => findAbsence(person_id, duty) ?? 'there')
  const idsOf = (list: readonly Volunteer[] = []) => list.map(({ person_id }) => person_id)
  const there = groups.get('there') ?? []
  const on = firstInQueue(there, { by: 'duty', is: duty.id, count: duty.places })
  return {
    duty,
    on: idsOf(on),
    waiting: idsOf(there.slice(on.length)),
    notComing: idsOf(groups.get('not_coming')),
    absent: idsOf(groups.get('absent')),
    open: duty.places - on.length,
  }
}

/** Readers by share link get volunteers without references; each of those counts. */
function oncePerPerson(volunteers: readonly Volunteer[]): Volunteer[] {
  const known = new Set<string>()
  return volunteers.filter(({ person_id }) => {
    if (person_id === '') return true
    if (known.has(person_id)) return false
    known.add(person_id)
    return true
  })
}

/** Duties in the order of their days and meals; within a meal in their own order. Those of any day are last. */
export function sortDuties(duties: readonly Duty[]): Duty[] {
  return duties.toSorted((one, other) => timeOf(one) - timeOf(other))
}

const LAST = 1e6

/** Duties of a day without a meal come before its meals. */
function timeOf({ day, meal }: Duty): number {
  const place = meal === '' ? 0 : mealTypes.indexOf(meal) + 1
  return (day === 0 ? LAST : day * 10) + place
}

/** How many duties each person has. Waiting for one is no duty. */
export function countLoads(list: readonly PeopleOnDuty[]): Map<string, number> {
  const loads = new Map<string, number>()
  for (const { on } of list) for (const personId of on) loads.set(personId, (loads.get(personId) ?? 0) + 1)
  return loads
}

/** When a duty keeps somebody busy: one person has one duty at a meal. Undefined for a duty of any day. */
export function slotOf({ day, meal }: Pick<Duty, 'day' | 'meal'>): string | undefined {
  return day === 0 ? undefined : `${day} ${meal}`
}
