import { canSeePeople } from '#domain/access.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { listPersons } from '#domain/plan/people.ts'
import { ownDatesPoll as findOwnDatesPoll, type OwnDatesPoll } from '#domain/polls/own-dates-poll.ts'
import { derive } from './derive.ts'
import { listedPeople, ownId } from './people.ts'
import { section } from './plan-view.ts'

/** Whether the group is asked for dates on a day, and whether the current user has said which suit them. */
export const ownDatesPoll = derive(
  [section('polls'), listedPeople, ownId, ({ trip }) => canSeePeople(trip)],
  ([polls, people, me, hasOwnEntry]) =>
    (today: LocalDate): OwnDatesPoll => {
      if (!polls) return 'none'
      const own = listPersons(people).find(({ id }) => id === me) ?? { id: me, coming: 'open', coming_by_poll: '' }
      const poll = findOwnDatesPoll(polls, own, today)
      // In a trip without an owner nobody answers for themselves.
      return poll === 'open' && !hasOwnEntry ? 'answered' : poll
    },
)
