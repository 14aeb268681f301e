import { Vote } from 'lucide-react'
import { canSeePeople } from '#domain/access.ts'
import { listPersons } from '#domain/plan/people.ts'
import type { Poll } from '#domain/plan/polls.ts'
import { type Asked, hasAnswered, isAskedPerson } from '#domain/polls/asked.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import { formatWeekday } from '#domain/trip-range.ts'
import * as m from '#messages'
import { section } from '#web/trip-core/derived/plan-view.ts'
import type { TodaySource } from '#web/trip-core/today.ts'
import { isAsked } from './asked.ts'

/** More polls than these are not listed: the first two lead to all of them. */
const MAX_LINES = 2

/** The polls that the person, or somebody of their party, has not answered. */
export const todaySource: TodaySource = {
  icon: Vote,
  list({ view, trip, phase, clock, people, me, party }) {
    const value = section('polls')(view)
    // In a trip without an owner nobody answers for themselves.
    if (!value || !canSeePeople(view.trip)) return []
    const listed = listPersons(people)
    const self: Asked = listed.find(({ id }) => id === me) ?? { id: me, coming: 'open', coming_by_poll: '' }
    if (!isAskedPerson(self)) return []
    const asked = [self, ...listed.filter((one) => one.id !== me && party.has(one.id) && isAskedPerson(one))]
    const areDone = (poll: Poll) => asked.every(({ id }) => hasAnswered(poll, value.answers, id))
    return value.polls
      .filter((poll) => isAsked(poll, phase.is, clock.date) && !areDone(poll))
      .slice(0, MAX_LINES)
      .map((poll) => ({
        part: 'own',
        text: pollTitle(poll),
        note: m.polls_today_note({
          kind: poll.kind,
          count: poll.options.length,
          due: poll.deadline === '' ? 'none' : poll.deadline < clock.date ? 'past' : 'ahead',
          date: poll.deadline === '' ? '' : formatWeekday(poll.deadline, clock.date),
        }),
        href: `/trip/${trip.id}/before#polls`,
        isOpen: true,
        first: 'answer',
      }))
  },
}
