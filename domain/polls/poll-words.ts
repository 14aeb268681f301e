import * as m from '#messages'
import type { Poll, PollOption } from '../plan/polls.ts'
import { trimmed } from '../text.ts'
import { formatTripDates } from '../trip-dates.ts'

/** What a poll asks. */
export function pollTitle({ kind, question }: Pick<Poll, 'kind' | 'question'>): string {
  return trimmed(question) || (kind === 'dates' ? m.polls_when() : m.polls_unnamed())
}

/** An option in a sentence, with the year: 'Aug 7, 2027 – Aug 9, 2027'. */
export function optionName({ text, first, last }: Pick<PollOption, 'text' | 'first' | 'last'>): string {
  return formatTripDates(first, last) || trimmed(text) || m.polls_option_unnamed()
}
