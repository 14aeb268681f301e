import { derivedId } from '../derived-id.ts'
import { listDays } from '../plan/day-number.ts'
import { type MealType, mealTypes } from '../plan/day-parts.ts'
import { type Duties, type Duty, newDuty, newVolunteer } from '../plan/duties.ts'
import type { Meals } from '../plan/meals.ts'
import { peopleOnDuty } from './people-on-duty.ts'
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
  return turns.reduce((changed, { duty: dutyId, person_id }) => {
    const duty = changed.duties.find(({ id }) => id === dutyId)
    const isOpen = duty && !notComing.has(person_id) && peopleOnDuty(duty, changed.volunteers, notComing).open > 0
    return isOpen ? withVolunteer(changed, dutyId, person_id) : changed
  }, value)
}

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
 * them at once add each only once.
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
  return meals.flatMap(({ day, meal }) =>
    usualKinds
      .filter((kind) => !duties.some((one) => one.kind === kind && one.day === day && one.meal === meal))
      .map((kind) => ({ ...newDuty(usualId(day, meal, kind), kind), day, meal, places: USUAL_PLACES })),
  )
}

const usualId = (day: number, meal: MealType, kind: Duty['kind']) => derivedId(`duties/usual/${day}/${meal}/${kind}`)
