import type { Duty, DutyKind } from '../plan/duties.ts'
import { isAfterReturn, type TripDates } from '../trip-days.ts'
import { type PeopleOnDuty, slotOf } from './people-on-duty.ts'

/** Something about a duty that does not fit. */
export type DutyConflict =
  /** Somebody volunteered who is not coming, or not there then, or has another duty at the same time. */
  | { what: 'not_coming' | 'absent' | 'busy'; duty: Duty; person_id: string }
  /** Its day is after the trip's last one. */
  | { what: 'after_return'; duty: Duty }

/** What does not fit, in the order of the duties. Nobody's offer is removed by it. */
export function listConflicts(list: readonly PeopleOnDuty[], dates: TripDates): DutyConflict[] {
  const busy: Busy = new Map()
  return list.flatMap(({ duty, on, notComing, absent }): DutyConflict[] => {
    const earlier = dutiesBefore(busy, duty)
    const isBusy = (personId: string) =>
      earlier.some((one) => one.person_id === personId && isAtTheSameTime(one.kind, duty.kind))
    const about = (what: Exclude<DutyConflict['what'], 'after_return'>) => (person_id: string) =>
      ({ what, duty, person_id }) as const
    const found: DutyConflict[] = [
      ...notComing.map(about('not_coming')),
      ...(isAfterReturn(dates, duty.day) ? [{ what: 'after_return', duty } as const] : []),
      ...absent.map(about('absent')),
      ...on.filter(isBusy).map(about('busy')),
    ]
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
