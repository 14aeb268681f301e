import { derivedId } from '../derived-id.ts'
import { listDays } from '../plan/day-number.ts'
import { mealTypes } from '../plan/day-parts.ts'
import { type Duties, type Duty, newDuty, newVolunteer, type Volunteer } from '../plan/duties.ts'
import type { Meals } from '../plan/meals.ts'
import { listPeopleOnDuties } from './people-on-duty.ts'
import type { ProposedTurn } from './rota.ts'

/* What people do with duties, as changes of the section's value. */

/** Somebody takes a duty, or stands by. Who has volunteered already stays where they are. */
export function withVolunteer(value: Duties, dutyId: string, personId: string): Duties {
  const isKnown = value.volunteers.some(({ duty, person_id }) => duty === dutyId && person_id === personId)
  return isKnown ? value : { ...value, volunteers: [...value.volunteers, newVolunteer(dutyId, personId)] }
}

export function withoutVolunteer(value: Duties, dutyId: string, personId: string): Duties {
  const volunteers = value.volunteers.filter(({ duty, person_id }) => duty !== dutyId || person_id !== personId)
  return { ...value, volunteers }
}

/** With the turns of a proposal whose place is still open: others may have taken it while somebody looked at it. */
export function withTurns(value: Duties, turns: readonly ProposedTurn[], notComing: ReadonlySet<string>): Duties {
  const left = new Map(listPeopleOnDuties(value, notComing).map(({ duty, open }) => [duty.id, open]))
  const known = new Set(value.volunteers.map(turnKey))
  const added: Volunteer[] = []
  for (const turn of turns) {
    const open = left.get(turn.duty) ?? 0
    if (open <= 0 || notComing.has(turn.person_id) || known.has(turnKey(turn))) continue
    known.add(turnKey(turn))
    left.set(turn.duty, open - 1)
    added.push(newVolunteer(turn.duty, turn.person_id))
  }
  return added.length > 0 ? { ...value, volunteers: [...value.volunteers, ...added] } : value
}

const turnKey = ({ duty, person_id }: ProposedTurn) => `${duty}/${person_id}`

export function withDuty(value: Duties, duty: Duty): Duties {
  const isKnown = value.duties.some(({ id }) => id === duty.id)
  const duties = isKnown ? value.duties.map((one) => (one.id === duty.id ? duty : one)) : [...value.duties, duty]
  return { ...value, duties }
}

/** Those who volunteered for it are not shown any more. If the duty is restored, they have it again, in their order. */
export function withoutDuty(value: Duties, dutyId: string): Duties {
  return { ...value, duties: value.duties.filter(({ id }) => id !== dutyId) }
}

const usualKinds = ['cook', 'wash_up'] as const
const USUAL_PLACES = 2

/**
 * Two cooks and two people who wash up for each meal that has none yet. Their ids are derived, so two people who add
 * them at once add each only once. If a duty that was moved to another meal has such an id, the next one is used.
 * @param days the days of the trip
 * @param plan the meals of the trip. If any of them has a name, only those that do get duties
 */
export function listUsualDuties({ duties }: Pick<Duties, 'duties'>, days: readonly number[], plan: Meals): Duty[] {
  const planned = listDays(plan).flatMap((day) =>
    mealTypes.filter((meal) => plan[day]?.meals[meal].name.trim()).map((meal) => ({ day, meal })),
  )
  const isOfTrip = ({ day }: { day: number }) => days.includes(day)
  const named = planned.filter(isOfTrip)
  const meals = named.length > 0 ? named : days.flatMap((day) => mealTypes.map((meal) => ({ day, meal })))
  const taken = new Set(duties.map(({ id }) => id))
  return meals.flatMap(({ day, meal }) =>
    usualKinds
      .filter((kind) => !duties.some((one) => one.kind === kind && one.day === day && one.meal === meal))
      .map((kind) => ({ ...newDuty(freeId(`${day}/${meal}/${kind}`, taken), kind), day, meal, places: USUAL_PLACES })),
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
