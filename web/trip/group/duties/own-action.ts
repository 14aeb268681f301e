import type { PeopleOnDuty } from '#domain/duties/people-on-duty.ts'

/** What somebody can do about a duty. Who isn't coming can still take back that they volunteered. */
export function ownAction({ duty, on, waiting, notComing, open }: PeopleOnDuty, personId: string) {
  if (waiting.includes(personId)) return 'leave_waiting'
  if (on.includes(personId) || notComing.includes(personId)) return 'give_up'
  if (duty.places === 0) return undefined
  return open > 0 ? 'take' : 'join_waiting'
}
