import type { Duty, DutyKind } from '../plan/duties.ts'
import { listPersons, type Party } from '../plan/people.ts'
import { stayIn } from '../stay.ts'
import { isAfterReturn, type TripDates } from '../trip-days.ts'
import { type PeopleOnDuty, slotOf } from './people-on-duty.ts'
import { isThereFor } from './workers.ts'

/** Something about a duty that does not fit. */
export type DutyConflict =
  /** Somebody has it who is not coming, or not there then, or has another duty at the same time. */
  | { what: 'not_coming' | 'absent' | 'busy'; duty: Duty; person_id: string }
  /** Its day is after the trip's last one. */
  | { what: 'after_return'; duty: Duty }

/** What does not fit, in the order of the duties. Nobody loses a duty by it. */
export function listConflicts(
  list: readonly PeopleOnDuty[],
  people: readonly Party[],
  dates: TripDates,
): DutyConflict[] {
  const stays = new Map(listPersons(people).map((person) => [person.id, stayIn(person, dates)]))
  const busy: Busy = new Map()
  return list.flatMap(({ duty, on, notComing }): DutyConflict[] => {
    const earlier = dutiesBefore(busy, duty)
    const found: DutyConflict[] = notComing.map((person_id) => ({ what: 'not_coming', duty, person_id }))
    if (isAfterReturn(dates, duty.day)) found.push({ what: 'after_return', duty })
    for (const person_id of on) {
      const stay = stays.get(person_id)
      if (stay && !isThereFor(stay, duty)) found.push({ what: 'absent', duty, person_id })
      else if (earlier.some((one) => one.person_id === person_id && isAtTheSameTime(one.kind, duty.kind)))
        found.push({ what: 'busy', duty, person_id })
    }
    earlier.push(...on.map((person_id) => ({ person_id, kind: duty.kind })))
    return found
  })
}

/** Who has which kinds of duty at the same meal, by slot. */
type Busy = Map<string, { person_id: string; kind: DutyKind }[]>

/** The duties at the same meal that come earlier in the list. */
function dutiesBefore(busy: Busy, duty: Duty) {
  const slot = slotOf(duty)
  if (slot === undefined) return []
  const known = busy.get(slot) ?? []
  busy.set(slot, known)
  return known
}

/** The steps of a meal, one after the other. A duty of another kind may be at any time. */
const steps: Partial<Record<DutyKind, 'before' | 'cooking' | 'after'>> = {
  water: 'before',
  fire: 'before',
  cook: 'cooking',
  help: 'cooking',
  wash_up: 'after',
}

function isAtTheSameTime(one: DutyKind, other: DutyKind): boolean {
  const [step, otherStep] = [steps[one], steps[other]]
  return step === undefined || otherStep === undefined || step === otherStep
}
