import { useState } from 'react'
import { canSeePeople, identityOf } from '#domain/access.ts'
import { listPersons, newParty, type Party } from '#domain/plan/people.ts'
import type { Poll, PollAnswer, Polls } from '#domain/plan/polls.ts'
import { type Answering, withPollAnswers } from '#domain/polls/changes.ts'
import { answersByOption } from '#domain/polls/tally.ts'
import type { Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { namesInPlan, ownId, ownParty } from '#web/trip-core/derived/people.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import type { NameOf } from '#web/trip-core/people/names.ts'

export interface PollsView {
  section: ShownSection<'polls'>
  people: ShownSection<'people'>
  details: ShownSection<'details'>
  me: string
  nameOf: NameOf
  /** The current user's party, as far as it is on the list; the current user alone if they are not on it. */
  own: readonly Answering[]
  /** Whether the current user is added to the list of people with their first answer. */
  isAdded: boolean
  /** Gives an answer for people about options; '' takes theirs back. Undefined for people who may not. */
  answer:
    | ((poll: Poll, optionIds: readonly string[], people: readonly Answering[], answer: PollAnswer) => Undo)
    | undefined
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
  const own = isListed ? mine : [{ id: me, coming: 'open' as const }, ...mine]
  const { edit } = section
  return {
    section,
    people,
    details,
    me,
    nameOf,
    own,
    isAdded,
    answer:
      edit &&
      ((poll, optionIds, persons, answer) => {
        const about = { pollId: poll.id, optionIds }
        // Only people on the list count.
        if (isAdded && answer !== '' && persons.some(({ id }) => id === me))
          people.edit?.((current) => withOwnEntry(current, newParty(identityOf(user, trip), user)), 'at-once')
        return edit((value) => withPollAnswers(value, about, persons, answer), 'at-once')
      }),
  }
}

/** The list with the current user's entry, in their party if it exists. */
function withOwnEntry(people: Party[], own: Party): Party[] {
  if (!people.some(({ id }) => id === own.id)) return [...people, own]
  return people.map((one) => (one.id === own.id ? { ...one, persons: [...one.persons, ...own.persons] } : one))
}

/** Who of a party is asked in a poll: not who is not coming at all, unless they have answered, or nobody is left. */
export function listAsked(poll: Poll, value: Polls, own: readonly Answering[]): readonly Answering[] {
  const answers = value.answers.filter(({ answer, option }) => answer && poll.options.some(({ id }) => id === option))
  const asked = own.filter(
    ({ id, coming }) => coming !== 'not_coming' || answers.some(({ person_id }) => person_id === id),
  )
  return asked.length > 0 ? asked : own
}

/** What people say about an option: one answer if all say the same, else 'differs'. */
export function commonAnswer(value: Polls, optionId: string, people: readonly Answering[]): PollAnswer | 'differs' {
  const said = new Set(people.map(({ id }) => answerOf(value, optionId, id)))
  const [first = ''] = said
  return said.size > 1 ? 'differs' : first
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
