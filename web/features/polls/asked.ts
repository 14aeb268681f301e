import type { LocalDate } from '#domain/local-date.ts'
import type { Poll } from '#domain/plan/polls.ts'
import { asksOn } from '#domain/polls/asked.ts'
import type { Phase } from '#domain/today/phase.ts'

type Open = Pick<Poll, 'kind' | 'is_closed' | 'options'>

/** Whether a poll may ask the group: about dates until the trip begins, about anything else until it is over. */
export function mayAsk({ kind, is_closed, options }: Open, phase: Phase['is']): boolean {
  if (is_closed || options.length === 0 || phase === 'after') return false
  return kind === 'question' || phase !== 'during'
}

/** Whether it does: not if all the dates it proposes are over. */
export const isAsked = (poll: Open, phase: Phase['is'], today: LocalDate): boolean =>
  mayAsk(poll, phase) && asksOn(poll, today)
