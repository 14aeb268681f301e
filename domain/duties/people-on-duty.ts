import { groupBy } from '../group-by.ts'
import { firstInQueue } from '../list-kinds.ts'
import { mealTypes } from '../plan/day-parts.ts'
import type { Duties, Duty, Volunteer } from '../plan/duties.ts'

/*
 * Who has which duty.
 * Invariants: the first volunteers of a duty have it, as many as it has places; the others are on its waiting list.
 *   Somebody who is not coming has no duty and takes no place, but has both again if they come after all. Nobody counts
 *   twice in one duty, also if two people were merged who had both volunteered for it.
 */

/** The people of a duty, in the order in which they volunteered. */
export interface PeopleOnDuty {
  duty: Duty
  /** The ids of those who have it. */
  on: string[]
  /** Those for whom there is no place: its waiting list. */
  waiting: string[]
  /** Those who are not coming. Their places are open again. */
  notComing: string[]
  /** How many places nobody has. */
  open: number
}

/**
 * All duties with their people, in the order of the days.
 * @param notComing the ids of people who are not coming: see `listNotComing`
 */
export function listPeopleOnDuties({ duties, volunteers }: Duties, notComing: ReadonlySet<string>): PeopleOnDuty[] {
  const byDuty = groupBy(volunteers, ({ duty }) => duty)
  return sortDuties(duties).map((duty) => peopleOnDuty(duty, byDuty.get(duty.id) ?? [], notComing))
}

export function peopleOnDuty(
  duty: Duty,
  volunteers: readonly Volunteer[],
  notComing: ReadonlySet<string>,
): PeopleOnDuty {
  const once = oncePerPerson(volunteers.filter((one) => one.duty === duty.id))
  const coming = once.filter(({ person_id }) => !notComing.has(person_id))
  const on = firstInQueue(coming, { by: 'duty', is: duty.id, count: duty.places })
  return {
    duty,
    on: on.map(({ person_id }) => person_id),
    waiting: coming.slice(on.length).map(({ person_id }) => person_id),
    notComing: once.flatMap(({ person_id }) => (notComing.has(person_id) ? [person_id] : [])),
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
