import type { Duty } from '../plan/duties.ts'
import { listPersons, type Party } from '../plan/people.ts'
import { stayIn } from '../stay.ts'
import { isAfterReturn, type TripDates } from '../trip-days.ts'
import { type PeopleOnDuty, slotOf } from './people-on-duty.ts'
import { isThereFor } from './workers.ts'

/** Something about a duty that does not fit. */
export type DutyConflict =
  /** Somebody has it who is not coming, or not there at that time, or has another duty then. */
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
  const busy = new Map<string, Set<string>>()
  return list.flatMap(({ duty, on, notComing }): DutyConflict[] => {
    const others = busyBefore(busy, duty)
    const found: DutyConflict[] = notComing.map((person_id) => ({ what: 'not_coming', duty, person_id }))
    if (isAfterReturn(dates, duty.day)) found.push({ what: 'after_return', duty })
    for (const person_id of on) {
      const stay = stays.get(person_id)
      if (stay && !isThereFor(stay, duty)) found.push({ what: 'absent', duty, person_id })
      else if (others?.has(person_id)) found.push({ what: 'busy', duty, person_id })
      others?.add(person_id)
    }
    return found
  })
}

/** Those who have a duty at the same time that comes earlier in the list. */
function busyBefore(busy: Map<string, Set<string>>, duty: Duty): Set<string> | undefined {
  const slot = slotOf(duty)
  if (slot === undefined) return undefined
  const known = busy.get(slot) ?? new Set<string>()
  busy.set(slot, known)
  return known
}
