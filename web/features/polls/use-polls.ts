import { useState } from 'react'
import { canSeePeople, identityOf } from '#domain/access.ts'
import { withAnswer } from '#domain/change-stay.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import type { Poll, PollAnswer, Polls } from '#domain/plan/polls.ts'
import { answersByOption } from '#domain/polls/answers-by-option.ts'
import { type Asked, isAskedPerson } from '#domain/polls/asked.ts'
import { type Answering, withGapsFilled, withPollAnswers } from '#domain/polls/changes.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { namesInPlan, ownId, ownParty } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { withJoined } from '#web/trip-core/people/with-joined.ts'
import { inReverse } from './in-reverse.ts'

export interface PollsView {
  section: ShownSection<'polls'>
  people: ShownSection<'people'>
  details: ShownSection<'details'>
  me: string
  nameOf: NameOf
  /**
   * The current user's party, as far as it is on the list; the current user alone if they are not on it. Nobody in a
   * trip without an owner.
   */
  own: readonly Asked[]
  /** Whether the current user is added to the list of people with their first answer. */
  isAdded: boolean
  /** Whether an organizer must first decide who the current user is: until then their answers do not count. */
  isUndecided: boolean
  /** Adds the current user to the list of people, unless they are on it: only people on the list count. */
  join: () => void
  /** Gives an answer for people about options; '' takes theirs back. Undefined for people who may not. */
  answer:
    | ((poll: Poll, optionIds: readonly string[], people: readonly Answering[], answer: PollAnswer) => Undo)
    | undefined
  /** The same for those options about which each has said nothing. */
  fill: PollsView['answer']
  /** Says whether somebody is coming to the dates that were taken, and answers the poll the same. */
  sayComing: ((poll: Poll, person: Asked, coming: 'coming' | 'not_coming') => Undo) | undefined
}

type Undo = () => void

/** The polls of a trip and how the current user answers them; undefined until all of it is loaded. */
export function usePolls(trip: Trip): PollsView | undefined {
  const user = useUser()
  const section = useSection(trip.id, 'polls')
  const people = useSection(trip.id, 'people')
  const details = useSection(trip.id, 'details')
  const me = useDerived(trip, ownId)
  const party = useDerived(trip, ownParty)
  const nameOf = useDerived(trip, namesInPlan)
  if (!section || !people || !details) return undefined
  const listed = listPersons(people.value)
  const mine = listed.filter(({ id }) => party.has(id))
  const isListed = mine.some(({ id }) => id === me)
  // An organizer must first decide whether somebody who claims to be another guest is a person of their own.
  const isUndecided = trip.taken !== null && !trip.taken.is_confirmed
  const isAdded = !isListed && !isUndecided && canSeePeople(trip) && people.edit !== undefined
  const self: Asked = { id: me, coming: 'open', coming_by_poll: '' }
  const own = !canSeePeople(trip) ? [] : isListed ? mine : [self, ...mine]
  const { edit } = section
  const join = () => {
    if (isAdded) people.edit?.((current) => withJoined(current, [{ ...user, ...identityOf(user, trip) }]), 'at-once')
  }
  const answering =
    (save: NonNullable<typeof edit>, withAnswers: typeof withPollAnswers): PollsView['answer'] =>
    (poll, optionIds, persons, answer) => {
      const about = { pollId: poll.id, optionIds }
      if (answer !== '' && persons.some(({ id }) => id === me)) join()
      return save((value) => withAnswers(value, about, persons, answer), 'at-once')
    }
  return {
    section,
    people,
    details,
    me,
    nameOf,
    own,
    isAdded,
    isUndecided,
    join,
    answer: edit && answering(edit, withPollAnswers),
    fill: edit && answering(edit, withGapsFilled),
    sayComing:
      edit &&
      people.edit &&
      ((poll, { id }, coming) => {
        const { departure_date } = details.value
        const say = (parties: Party[]) =>
          parties.map((party) => ({
            ...party,
            persons: party.persons.map((one) => (one.id === id ? withAnswer(one, { coming }, departure_date) : one)),
          }))
        const about = { pollId: poll.id, optionIds: [poll.taken] }
        const answer = coming === 'coming' ? 'yes' : 'no'
        return inReverse([
          people.edit?.(say, 'at-once'),
          edit((value) => withPollAnswers(value, about, [{ id, coming }], answer), 'at-once'),
        ])
      }),
  }
}

/** Who of a party is asked in a poll: not who is not coming at all, unless they have answered, or nobody is left. */
export function listAsked({ options }: Poll, { answers }: Polls, own: readonly Asked[]): readonly Asked[] {
  const given = answersByOption(answers)
  const asked = own.filter((one) => isAskedPerson(one) || options.some(({ id }) => given.get(id)?.has(one.id)))
  return asked.length > 0 ? asked : own
}

/** What people say about an option: one answer if all say the same, else 'differs'. */
export function commonAnswer(value: Polls, optionId: string, people: readonly Answering[]): PollAnswer | 'differs' {
  const said = new Set(people.map(({ id }) => answerOf(value, optionId, id)))
  const [first = ''] = said
  return said.size > 1 ? 'differs' : first
}

/** Whether some people have given different answers about an option. */
export function doDiffer(value: Polls, optionId: string, people: readonly Answering[]): boolean {
  const said = new Set(people.map(({ id }) => answerOf(value, optionId, id)).filter(Boolean))
  return said.size > 1
}

export const answerOf = (value: Polls, optionId: string, personId: string): PollAnswer =>
  answersByOption(value.answers).get(optionId)?.get(personId)?.answer ?? ''

/** The order of things while the page is open: nothing moves under a finger, and what is new comes last. */
export function useFixedOrder(ids: readonly string[]): string[] {
  const [order, setOrder] = useState(ids)
  const added = ids.filter((id) => !order.includes(id))
  if (added.length > 0) setOrder([...order, ...added])
  return [...order, ...added].filter((id) => ids.includes(id))
}
