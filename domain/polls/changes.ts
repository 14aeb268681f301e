import { withSet } from '../entries.ts'
import type { Person } from '../plan/people.ts'
import { newPollAnswer, type Poll, type PollAnswer, type PollOption, type Polls } from '../plan/polls.ts'
import { answersByOption } from './answers-by-option.ts'

/* What people do with polls, as changes of the section's value. */

export function withPoll(value: Polls, poll: Poll): Polls {
  return { ...value, polls: withSet(value.polls, poll) }
}

/** Its answers stay in the plan. If the poll is restored, it has them again. */
export function withoutPoll(value: Polls, pollId: string): Polls {
  return { ...value, polls: value.polls.filter(({ id }) => id !== pollId) }
}

export function withPollChange(
  value: Polls,
  pollId: string,
  change: Partial<Pick<Poll, 'question' | 'deadline' | 'is_closed' | 'taken'>>,
): Polls {
  return { ...value, polls: value.polls.map((poll) => (poll.id === pollId ? { ...poll, ...change } : poll)) }
}

/** Adds an option, unless the poll has it. */
export function withOption(value: Polls, pollId: string, option: PollOption): Polls {
  return withOptions(value, pollId, (options) =>
    options.some(({ id }) => id === option.id) ? options : [...options, option],
  )
}

/** What was said about it stays in the plan, as with a poll. */
export function withoutOption(value: Polls, pollId: string, optionId: string): Polls {
  return withOptions(value, pollId, (options) => options.filter(({ id }) => id !== optionId))
}

function withOptions(value: Polls, pollId: string, change: (options: PollOption[]) => PollOption[]): Polls {
  return {
    ...value,
    polls: value.polls.map((poll) => (poll.id === pollId ? { ...poll, options: change(poll.options) } : poll)),
  }
}

/** Somebody who answers a poll. `coming` is what they have said about the trip. */
export type Answering = Pick<Person, 'id' | 'coming'>

interface AnswerOf {
  pollId: string
  optionIds: readonly string[]
}

/** These people give an answer about those options about which they have said nothing. */
export function withGapsFilled(
  value: Polls,
  { pollId, optionIds }: AnswerOf,
  people: readonly Answering[],
  answer: PollAnswer,
): Polls {
  const given = answersByOption(value.answers)
  return optionIds.reduce((filled, option) => {
    const silent = people.filter(({ id }) => !given.get(option)?.has(id))
    return withPollAnswers(filled, { pollId, optionIds: [option] }, silent, answer)
  }, value)
}

/** These people give the same answer about some options; '' takes theirs back. */
export function withPollAnswers(
  value: Polls,
  { pollId, optionIds }: AnswerOf,
  people: readonly Answering[],
  answer: PollAnswer,
): Polls {
  const answering = new Map(people.map((person) => [person.id, person]))
  const isAbout = new Set(optionIds)
  const given = new Set<string>()
  const changed = value.answers.map((one) => {
    const person = answering.get(one.person_id)
    if (!person || !isAbout.has(one.option)) return one
    given.add(`${one.option}/${person.id}`)
    return one.answer === answer ? one : { ...one, answer, coming_then: person.coming }
  })
  if (answer === '') return { ...value, answers: changed }
  const added = optionIds.flatMap((option) =>
    [...answering.values()]
      .filter(({ id }) => !given.has(`${option}/${id}`))
      .map((person) => newPollAnswer({ poll: pollId, option }, person, answer)),
  )
  return { ...value, answers: [...changed, ...added] }
}
