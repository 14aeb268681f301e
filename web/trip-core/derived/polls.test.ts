import { expect, it } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import type { User } from '#domain/person.ts'
import { newDatesOption, newPoll, newPollAnswer } from '#domain/plan/polls.ts'
import { buildParties, buildPerson } from '#domain/testing/people.ts'
import type { Role } from '#domain/trip.ts'
import type { PlanView } from './plan-view.ts'
import { ownDatesPoll } from './polls.ts'

const ana = buildPerson('Ana')
const dates = newDatesOption('when', '2026-08-07' as LocalDate, '2026-08-09' as LocalDate)
const poll = { ...newPoll('when', 'dates'), options: [dates] }

function stateOf(role: Role, isAnswered: boolean, people = buildParties(ana), date = '2026-07-01') {
  const answers = isAnswered ? [newPollAnswer({ poll: poll.id, option: dates.id }, ana, 'no')] : []
  const view = {
    trip: { id: 'trip', role, taken: null } as unknown as PlanView['trip'],
    user: { id: ana.id } as User,
    values: { people, polls: { polls: [poll], answers } },
    planners: undefined,
  } satisfies PlanView
  return ownDatesPoll(view)(date as LocalDate)
}

it('asks the current user for dates until they have answered, also before they are on the list', () => {
  expect([stateOf('member', false), stateOf('member', true)]).toEqual(['open', 'answered'])
  expect(stateOf('member', false, [])).toBe('open')
  expect(stateOf('member', false, buildParties({ ...ana, coming: 'not_coming' }))).toBe('answered')
  expect(stateOf('member', false, buildParties(ana), '2026-08-10')).toBe('none')
})

it('asks nobody in a trip without an owner', () => {
  expect(stateOf('everybody', false)).toBe('answered')
})
