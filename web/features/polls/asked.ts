import type { Poll } from '#domain/plan/polls.ts'
import type { Phase } from '#domain/today/phase.ts'

/** Whether a poll still asks the group: about dates until the trip begins, about anything else until it is over. */
export function isAsked(
  { kind, is_closed, options }: Pick<Poll, 'kind' | 'is_closed' | 'options'>,
  phase: Phase['is'],
): boolean {
  if (is_closed || options.length === 0 || phase === 'after') return false
  return kind === 'question' || phase !== 'during'
}
