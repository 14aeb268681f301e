import { withAnswer } from '../change-stay.ts'
import type { LocalDate } from '../local-date.ts'
import type { Details } from '../plan/details.ts'
import { type ComingAnswer, isByPoll, listPersons, type Party, type Person, parseMealTime } from '../plan/people.ts'
import { type GivenPollAnswer, isDatesOption, type PollAnswer, type PollOption, type Polls } from '../plan/polls.ts'
import { findUnconfirmed, mayCome, stayIn, TO_CONFIRM, timesOf } from '../stay.ts'
import type { TripDates } from '../trip-days.ts'
import { answersByOption } from './answers-by-option.ts'
import { withPollChange } from './changes.ts'

/*
 * Taking proposed dates: they become the trip's, and what people said about them becomes their attendance.
 * Invariants: a person's own word (see `isByPoll`) that is newer than their answer about these dates stays. Somebody
 *   who has said nothing about them keeps their own word; attendance that came from a poll is open again. So taking the
 *   same dates twice changes nothing, and taking others instead is the same as taking only those.
 */

const comingOf: Record<Exclude<PollAnswer, ''>, ComingAnswer> = {
  yes: 'coming',
  if_need_be: 'unsure',
  no: 'not_coming',
}

export type DatesOption = PollOption & { first: LocalDate; last: LocalDate }

const datesOf = ({ first, last }: DatesOption): TripDates => ({ departure_date: first, return_date: last })

export const isDatesOf = (option: DatesOption, { departure_date, return_date }: TripDates): boolean =>
  option.first === departure_date && option.last === return_date

export const withTakenDates = (details: Details, option: DatesOption): Details => ({ ...details, ...datesOf(option) })

/** The polls with an option taken. */
export function withTakenOption(value: Polls, pollId: string, optionId: string): Polls {
  return withPollChange(value, pollId, { is_closed: true, taken: optionId })
}

/**
 * The polls after answers about an option became attendance: these know what was made of them, so that a later word of
 * the person is newer, even one that they had said before.
 * @param people before or after `withAnswersOf`
 * @param only the ids of the people, if it was not all of them
 */
export function withAnswersUsed(
  value: Polls,
  people: readonly Party[],
  option: DatesOption,
  only?: ReadonlySet<string>,
): Polls {
  const change = changeOf(value.answers, option)
  const made = new Map(listPersons(people).map((person) => [person.id, change(person)]))
  return {
    ...value,
    answers: value.answers.map((given) => {
      const person = made.get(given.person_id)
      if (given.option !== option.id || given.answer === '' || !person || !isByPoll(person)) return given
      if (only && !only.has(person.id)) return given
      const coming_then = comingOf[given.answer]
      return person.coming !== coming_then || given.coming_then === coming_then ? given : { ...given, coming_then }
    }),
  }
}

/**
 * The people as their answers about an option say whether they come.
 * @param only as in `withAnswersUsed`
 */
export function withAnswersOf(
  people: readonly Party[],
  { answers }: Pick<Polls, 'answers'>,
  option: DatesOption,
  only?: ReadonlySet<string>,
): Party[] {
  const change = changeOf(answers, option)
  const isOne = ({ id }: Person) => !only || only.has(id)
  return people.map((party) => ({
    ...party,
    persons: party.persons.map((person) => (isOne(person) ? change(person) : person)),
  }))
}

/** What somebody says about the taken dates now; '' if they took it back. */
export interface LateAnswer {
  personId: string
  answer: PollAnswer
}

/**
 * Whose attendance would change if the taken dates were taken now: their answer came, changed or was taken back later.
 * Nobody if the trip departs on another day: they said nothing about that.
 */
export function listLateAnswers(
  people: readonly Party[],
  value: Polls,
  pollId: string,
  dates: Pick<TripDates, 'departure_date'>,
): LateAnswer[] {
  const option = takenDates(value, pollId)
  if (!option || option.first !== dates.departure_date) return []
  const given = answersByOption(value.answers).get(option.id)
  const change = changeOf(value.answers, option)
  const isSame = (one: Person, other: Person) =>
    one.coming === other.coming && findUnconfirmed(one, option.first) === findUnconfirmed(other, option.first)
  return listPersons(people)
    .filter((person) => !isSame(change(person), person))
    .map(({ id }) => ({ personId: id, answer: given?.get(id)?.answer ?? '' }))
}

/** The dates that were taken in a poll; undefined if none were, or they were removed. */
export function takenDates({ polls }: Pick<Polls, 'polls'>, pollId: string): DatesOption | undefined {
  const poll = polls.find(({ id }) => id === pollId)
  const option = poll?.options.find(({ id }) => id === poll.taken)
  return poll?.kind === 'dates' && poll.is_closed && option && isDatesOption(option) ? option : undefined
}

/** What taking dates means for the people on the list: their ids. */
export interface TakingEffect {
  coming: string[]
  /** They come if need be, and are asked to confirm it. */
  toConfirm: string[]
  /** They have said nothing about these dates, come as before, and are asked to confirm it. */
  stays: string[]
  notComing: string[]
  /** They have answered about these dates, but keep what they have said themselves about the trip. */
  keepsOwn: string[]
  /** They have said nothing about these dates and are not asked to confirm anything. */
  silent: string[]
}

export function effectOfTaking(people: readonly Party[], value: Polls, option: DatesOption): TakingEffect {
  const effect: TakingEffect = { coming: [], toConfirm: [], stays: [], notComing: [], keepsOwn: [], silent: [] }
  const given = answersByOption(value.answers).get(option.id)
  const change = changeOf(value.answers, option)
  for (const person of listPersons(people)) {
    const answer = given?.get(person.id)?.answer ?? ''
    effect[kindOf(change(person), answer, option.first)].push(person.id)
  }
  return effect
}

function kindOf(after: Person, answer: PollAnswer, departure: LocalDate): keyof TakingEffect {
  if (answer !== '' && after.coming !== comingOf[answer]) return 'keepsOwn'
  if (findUnconfirmed(after, departure)) return answer === '' ? 'stays' : 'toConfirm'
  if (after.coming === 'coming') return 'coming'
  if (after.coming === 'not_coming') return 'notComing'
  return answer === '' ? 'silent' : 'keepsOwn'
}

/** How each person changes when dates are taken. */
function changeOf(answers: readonly GivenPollAnswer[], option: DatesOption): (person: Person) => Person {
  const given = answersByOption(answers).get(option.id)
  return (person) => {
    const own = given?.get(person.id)
    if (!own || own.answer === '') return isByPoll(person) ? { ...person, coming: 'open', coming_by_poll: '' } : person
    const isNewer = !isByPoll(person) && person.coming !== own.coming_then
    return isNewer ? person : withComing(person, comingOf[own.answer], option)
  }
}

function withComing(person: Person, coming: ComingAnswer, option: DatesOption): Person {
  const { first } = option
  if (isMade(person, coming, option)) return { ...person, coming_by_poll: coming }
  const stay = coming === 'not_coming' || fits(person, option) ? {} : { from: '', until: '', skips: [] }
  const changed = { ...withAnswer(person, { coming, ...stay }, first), coming_by_poll: coming }
  return coming === 'unsure' ? { ...changed, answered_for: TO_CONFIRM } : changed
}

/** Whether somebody has this answer for these dates already. */
function isMade(person: Person, made: ComingAnswer, option: DatesOption): boolean {
  const { coming, answered_for, settled_for } = person
  const isConfirmed = answered_for === option.first || (made === 'unsure' && answered_for === TO_CONFIRM)
  const isWithin = made === 'not_coming' || !stayIn(person, datesOf(option)).isOutside
  return coming === made && settled_for === option.first && isConfirmed && isWithin
}

/** Whether somebody's days are meant for these dates and within them. Days of another departure mean nothing here. */
function fits(person: Person, option: DatesOption): boolean {
  const isAnswered = person.answered_for === option.first && mayCome.includes(person.coming)
  const isFor = timesOf(person).every((time) => ['', option.first].includes(parseMealTime(time).departure))
  return (isAnswered || isFor) && !stayIn(person, datesOf(option)).isOutside
}
