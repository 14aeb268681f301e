import * as z from 'zod/mini'
import * as m from '#messages'
import { derivedId } from '../derived-id.ts'
import { id, itemList } from '../id.ts'
import { contributionList } from '../list-kinds.ts'
import { type LocalDate, optionalLocalDate } from '../local-date.ts'
import { choice } from '../operations/form.ts'
import { freeText } from '../text.ts'
import { comingAnswers, type Person } from './people.ts'
import { idFromPerson, personRef } from './person-ref.ts'
import { defineSection } from './section.ts'

/*
 * What the group is asked before the trip: when it can take place, and any other question with options.
 */

export const MAX_QUESTION = 200
export const MAX_OPTION = 200
/** Polls of one trip. */
export const MAX_POLLS = 20
/** Options of one poll. */
export const MAX_OPTIONS = 30

/** Proposed dates, or another answer to a question. */
export const pollOption = z.strictObject({
  id,
  /** '' for dates. */
  text: freeText(MAX_OPTION),
  /** The first and the last day of proposed dates; '' for another option. They stay as they were proposed. */
  first: choice(optionalLocalDate),
  last: choice(optionalLocalDate),
})
export type PollOption = z.infer<typeof pollOption>

export const pollKinds = ['dates', 'question'] as const

export const poll = z.strictObject({
  id,
  kind: z.enum(pollKinds),
  /** What is asked. '' if the kind says it: when. */
  question: freeText(MAX_QUESTION),
  options: itemList(pollOption),
  /** The day by which people should answer; '' for none. */
  deadline: choice(optionalLocalDate),
  is_closed: z.boolean(),
  /** The id of the option that was taken; '' as long as there is none. */
  taken: choice(z.union([z.literal(''), id])),
})
export type Poll = z.infer<typeof poll>

export const pollAnswers = ['', 'yes', 'if_need_be', 'no'] as const
export type PollAnswer = (typeof pollAnswers)[number]

/** The id of somebody's answer about an option. After a merge of two people, an entry may have another one. */
export const answerIdOf = ({ option, person_id }: Pick<GivenPollAnswer, 'option' | 'person_id'>) =>
  derivedId(`polls/answers/${option}/${person_id}`)

/** What one person says about one option. The id is derived from both, so nobody answers twice. */
export const givenPollAnswer = z.strictObject({
  id: idFromPerson<Pick<GivenPollAnswer, 'option' | 'person_id'>>(answerIdOf),
  /** The ids of the poll and of its option. */
  poll: choice(id),
  option: choice(id),
  person_id: personRef,
  /** '' if it was taken back. */
  answer: z.enum(pollAnswers),
  /**
   * Whether the person was coming when they answered, or what taking the dates made of the answer. If they say
   * something else about the trip since, that is newer than their word about its dates.
   */
  coming_then: z.enum(comingAnswers),
})
export interface GivenPollAnswer {
  id: string
  poll: string
  option: string
  person_id: string
  answer: PollAnswer
  coming_then: Person['coming']
}

export interface Polls {
  polls: Poll[]
  answers: GivenPollAnswer[]
}

export const polls = defineSection<Polls>({
  schema: z.strictObject({ polls: itemList(poll), answers: contributionList(givenPollAnswer) }),
  empty: { polls: [], answers: [] },
  failures: () => ({ load: m.plan_polls_load_failed(), save: m.plan_polls_save_failed() }),
  readers: () => ({ polls: [], answers: [] }),
  // Another trip is at another time, and its people are asked again.
  copied: undefined,
})

export function newPoll(pollId: string, kind: Poll['kind']): Poll {
  return { id: pollId, kind, question: '', options: [], deadline: '', is_closed: false, taken: '' }
}

/** Proposed dates. Their id is derived, so two people who propose the same dates add one option. */
export function newDatesOption(pollId: string, first: LocalDate, last: LocalDate): PollOption {
  return { id: derivedId(`polls/${pollId}/${first}/${last}`), text: '', first, last }
}

export function newTextOption(optionId: string, text: string): PollOption {
  return { id: optionId, text, first: '', last: '' }
}

/** What a person says about an option. */
export function newPollAnswer(
  { poll: pollId, option }: Pick<GivenPollAnswer, 'poll' | 'option'>,
  { id: personId, coming }: Pick<Person, 'id' | 'coming'>,
  answer: PollAnswer,
): GivenPollAnswer {
  const about = { option, person_id: personId }
  return { id: answerIdOf(about), poll: pollId, ...about, answer, coming_then: coming }
}

/** Whether an option has both days. */
export function isDatesOption<Option extends Pick<PollOption, 'first' | 'last'>>(
  option: Option,
): option is Option & { first: LocalDate; last: LocalDate } {
  return option.first !== '' && option.last !== ''
}
