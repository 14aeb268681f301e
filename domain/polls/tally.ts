import { listPersons, type Party, type Person } from '../plan/people.ts'
import type { Poll, PollAnswer, PollOption, Polls } from '../plan/polls.ts'
import { answersByOption } from './answers-by-option.ts'
import { hasAnswered, isAskedPerson } from './asked.ts'

/*
 * What the group says in a poll.
 * Invariants: only people on the list count. What somebody said who is no longer on it stays in the plan.
 */

/** Who says what about an option: the ids of people, in the order of the list. */
export interface OptionTally {
  option: PollOption
  yes: readonly string[]
  ifNeedBe: readonly string[]
  no: readonly string[]
}

export interface PollTally {
  /** What suits most people first. */
  options: readonly OptionTally[]
  /** The ids of the options that suit most people, if at least two have answered and not all suit the same. */
  best: readonly string[]
  /** Whom the poll asks and who has not answered each option. */
  unanswered: readonly string[]
  /** How many people on the list it asks, with those who have said something though it does not ask them. */
  asked: number
  /** How many answers do not count, because their people are not on the list. */
  uncounted: number
}

export function tallyPoll(poll: Poll, { answers }: Pick<Polls, 'answers'>, people: readonly Party[]): PollTally {
  const persons = listPersons(people)
  const listed = new Set(persons.map(({ id }) => id))
  const given = answersByOption(answers)
  const tallies = poll.options.map((option): OptionTally => {
    const ofOption = given.get(option.id)
    const who = (answer: PollAnswer) =>
      persons.filter(({ id }) => ofOption?.get(id)?.answer === answer).map(({ id }) => id)
    return { option, yes: who('yes'), ifNeedBe: who('if_need_be'), no: who('no') }
  })
  const hasSaid = ({ id }: Person) => poll.options.some((option) => given.get(option.id)?.has(id))
  const options = tallies.toSorted(bySuited)
  const unlisted = poll.options.flatMap(({ id }) =>
    [...(given.get(id)?.keys() ?? [])].filter((who) => !listed.has(who)),
  )
  return {
    options,
    best: persons.filter(hasSaid).length < 2 ? [] : listBest(options),
    unanswered: persons.filter((one) => isAskedPerson(one) && !hasAnswered(poll, answers, one.id)).map(({ id }) => id),
    asked: persons.filter((one) => isAskedPerson(one) || hasSaid(one)).length,
    uncounted: unlisted.length,
  }
}

const bySuited = (one: OptionTally, other: OptionTally): number =>
  countSuited(other) - countSuited(one) || other.yes.length - one.yes.length || one.no.length - other.no.length

/** @param options sorted */
function listBest(options: readonly OptionTally[]): string[] {
  const [first] = options
  if (!first || countSuited(first) === 0) return []
  const best = options.filter((one) => bySuited(first, one) === 0)
  return best.length < options.length ? best.map(({ option }) => option.id) : []
}

/** How many could come, or agree. */
export const countSuited = ({ yes, ifNeedBe }: Pick<OptionTally, 'yes' | 'ifNeedBe'>): number =>
  yes.length + ifNeedBe.length
