import type { FindAbsence, PeopleOnDuty } from './people-on-duty.ts'

/** What somebody can do about a duty. Who is not there then can only take back that they volunteered. */
export function ownAction(one: PeopleOnDuty, personId: string, findAbsence: FindAbsence) {
  const { duty, on, waiting, notComing, absent, open } = one
  if (waiting.includes(personId)) return 'leave_waiting'
  if ([on, notComing, absent].some((list) => list.includes(personId))) return 'give_up'
  if (duty.places === 0 || findAbsence(personId, duty)) return undefined
  return open > 0 ? 'take' : 'join_waiting'
}
