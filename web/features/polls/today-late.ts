import { Vote } from 'lucide-react'
import { listPersons } from '#domain/plan/people.ts'
import { pollTitle } from '#domain/polls/poll-words.ts'
import { haveAnswered } from '#domain/polls/tally.ts'
import { formatWeekday } from '#domain/trip-range.ts'
import * as m from '#messages'
import { section } from '#web/trip-core/derived/plan-view.ts'
import type { TodaySource } from '#web/trip-core/today.ts'
import { isAsked } from './asked.ts'

/** More polls than these are not listed: the first two lead to all of them. */
const MAX_LINES = 2

/** The polls that the person's party has not answered. */
export const todaySource: TodaySource = {
  icon: Vote,
  list({ view, trip, phase, clock, people, me, party }) {
    const value = section('polls')(view)
    if (!value || listPersons(people).some(({ id, coming }) => id === me && coming === 'not_coming')) return []
    return value.polls
      .filter((poll) => isAsked(poll, phase.is) && !haveAnswered(poll, value, party))
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
