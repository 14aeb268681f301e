import type { LocalDate } from '../local-date.ts'
import type { Polls } from '../plan/polls.ts'
import { type Asked, asksOn, hasAnswered, isAskedPerson } from './asked.ts'

/** Whether the group is asked for dates, and whether somebody has said which suit them. */
export type OwnDatesPoll = 'none' | 'open' | 'answered'

/** Somebody whom polls do not ask has nothing to say. */
export function ownDatesPoll({ polls, answers }: Polls, person: Asked, today: LocalDate): OwnDatesPoll {
  const open = polls.filter((poll) => poll.kind === 'dates' && asksOn(poll, today))
  if (open.length === 0) return 'none'
  return !isAskedPerson(person) || open.every((poll) => hasAnswered(poll, answers, person.id)) ? 'answered' : 'open'
}
