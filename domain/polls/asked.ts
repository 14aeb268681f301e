import type { LocalDate } from '../local-date.ts'
import { isByPoll, type Person } from '../plan/people.ts'
import { type GivenPollAnswer, isDatesOption, type Poll, type PollOption } from '../plan/polls.ts'
import { answersByOption } from './answers-by-option.ts'

/* Whom a poll asks, and who has answered it: the same rule for each place that says so. */

/** What a poll has to know about somebody. */
export type Asked = Pick<Person, 'id' | 'coming' | 'coming_by_poll'>

/** Whether polls ask somebody: not if they said themselves that they are not coming. */
export const isAskedPerson = (person: Pick<Asked, 'coming' | 'coming_by_poll'>): boolean =>
  person.coming !== 'not_coming' || isByPoll(person)

/** Whether somebody has an answer to each option of a poll. */
export function hasAnswered(
  { options }: Pick<Poll, 'options'>,
  answers: readonly GivenPollAnswer[],
  personId: string,
): boolean {
  const given = answersByOption(answers)
  return options.every(({ id }) => given.get(id)?.has(personId))
}

/** Whether a poll is open and still has an option to choose: dates that are over ask nobody. */
export function asksOn({ is_closed, options }: Pick<Poll, 'is_closed' | 'options'>, today: LocalDate): boolean {
  return !is_closed && options.some((option) => !isPast(option, today))
}

const isPast = (option: PollOption, today: LocalDate): boolean => isDatesOption(option) && option.last < today
