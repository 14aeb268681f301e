import { listPersons } from '#domain/plan/people.ts'
import { ownDatesPoll as findOwnDatesPoll, type OwnDatesPoll } from '#domain/polls/own-dates-poll.ts'
import { derive } from './derive.ts'
import { listedPeople, ownId } from './people.ts'
import { section } from './plan-view.ts'

/** Whether the group is asked for dates, and whether the current user has said which suit them. */
export const ownDatesPoll = derive([section('polls'), listedPeople, ownId], ([polls, people, me]): OwnDatesPoll => {
  const coming = listPersons(people).find(({ id }) => id === me)?.coming ?? 'open'
  return polls ? findOwnDatesPoll(polls, me, coming) : 'none'
})
