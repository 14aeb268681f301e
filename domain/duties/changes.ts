import { derivedId } from '../derived-id.ts'
import { withSet } from '../entries.ts'
import { listDays } from '../plan/day-number.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { type Duties, type Duty, newDuty, newVolunteer, type Volunteer } from '../plan/duties.ts'
import type { Meals } from '../plan/meals.ts'
import { isBlank } from '../text.ts'
import { type FindAbsence, listPeopleOnDuties } from './people-on-duty.ts'
import type { ProposedTurn } from './rota.ts'

/* What people do with duties, as changes of the section's value. */

/** Somebody takes a duty, or joins its waiting list. Who has volunteered already stays where they are. */
export function withVolunteer(value: Duties, dutyId: string, personId: string): Duties {
  const isKnown = value.volunteers.some(({ duty, person_id }) => duty === dutyId && person_id === personId)
  return isKnown ? value : { ...value, volunteers: [...value.volunteers, newVolunteer(dutyId, personId)] }
}

export function withoutVolunteer(value: Duties, dutyId: string, personId: string): Duties {
  const volunteers = value.volunteers.filter(({ duty, person_id }) => duty !== dutyId || person_id !== personId)
  return { ...value, volunteers }
}

/** With the turns of a proposal whose seat is still open: others may have taken it while somebody looked at it. */
export function withTurns(value: Duties, turns: readonly ProposedTurn[], findAbsence: FindAbsence): Duties {
  const left = new Map(listPeopleOnDuties(value, findAbsence).map(({ duty, open }) => [duty.id, { duty, open }]))
  const known = new Set(value.volunteers.map(turnKey))
  const added: Volunteer[] = []
  for (const turn of turns) {
    const of = left.get(turn.duty)
    if (!of || of.open <= 0 || findAbsence(turn.person_id, of.duty) || known.has(turnKey(turn))) continue
    known.add(turnKey(turn))
    of.open -= 1
    added.push(newVolunteer(turn.duty, turn.person_id))
  }
  return added.length > 0 ? { ...value, volunteers: [...value.volunteers, ...added] } : value
}

const turnKey = ({ duty, person_id }: ProposedTurn) => `${duty}/${person_id}`

export function withDuty(value: Duties, duty: Duty): Duties {
  return { ...value, duties: withSet(value.duties, duty) }
}

/** Those who volunteered for it are not shown any more. If the duty is restored, they have it again, in their order. */
export function withoutDuty(value: Duties, dutyId: string): Duties {
  return { ...value, duties: value.duties.filter(({ id }) => id !== dutyId) }
}

const usualKinds = ['cook', 'wash_up'] as const
/** Fewer people than these share the work alone. */
const MIN_FOR_TWO = 4

/** How many people a usual duty takes in a group in which so many take turns. */
export const usualSeats = (workers: number): number => (workers < MIN_FOR_TWO ? 1 : 2)

interface UsualFor {
  /** The days of the trip. */
  days: readonly number[]
  /** If any of its meals has a name, only those that do get duties. */
  meals: Meals
  places: number
}

/**
 * Cooks and people who wash up for each meal that has none yet. Their ids are derived, so two people who add them at
 * once add each only once. The next id is used if a duty has such an id that was moved to another meal, or if it was
 * removed and still has volunteers: they volunteered for the old one.
 */
export function listUsualDuties({ duties, volunteers }: Duties, { days, meals: plan, places }: UsualFor): Duty[] {
  const planned = listDays(plan).flatMap((day) =>
    mealTypes.filter((meal) => !isBlank(plan[day]?.meals[meal].name ?? '')).map((meal) => ({ day, meal })),
  )
  const isOfTrip = ({ day }: { day: number }) => days.includes(day)
  const named = planned.filter(isOfTrip)
  const meals = named.length > 0 ? named : days.flatMap((day) => mealTypes.map((meal) => ({ day, meal })))
  const taken = new Set([...duties.map(({ id }) => id), ...volunteers.map(({ duty }) => duty)])
  return meals.flatMap(({ day, meal }) =>
    usualKinds
      .filter((kind) => !duties.some((one) => one.kind === kind && one.day === day && one.meal === meal))
      .map((kind) => ({ ...newDuty(freeId(`${day}/${meal}/${kind}`, taken), kind), day, meal, places })),
  )
}

function freeId(place: string, taken: ReadonlySet<string>): string {
  const idOf = (number: number) => derivedId(`duties/usual/${place}${number > 1 ? `/${number}` : ''}`)
  let number = 1
  while (taken.has(idOf(number))) number++
  return idOf(number)
}

/** With the usual duties that it does not have yet: others may have added and changed them meanwhile. */
export function withUsualDuties(value: Duties, usual: readonly Duty[]): Duties {
  const known = new Set(value.duties.map(({ id }) => id))
  return { ...value, duties: [...value.duties, ...usual.filter(({ id }) => !known.has(id))] }
}
