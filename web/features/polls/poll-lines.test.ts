import { describe, expect, it } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import type { ComingAnswer, Party } from '#domain/plan/people.ts'
import {
  newDatesOption,
  newPoll,
  newPollAnswer,
  newTextOption,
  type Poll,
  type PollAnswer,
  type Polls,
} from '#domain/plan/polls.ts'
import { buildParties, buildParty, buildPerson } from '#domain/testing/people.ts'
import type { Phase } from '#domain/today/phase.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { OpenPlan } from '#web/trip-core/open.ts'
import type { TodayPlan } from '#web/trip-core/today.ts'
import { polls as feature } from './feature.ts'
import { openKind } from './polls-open.ts'
import { todaySource } from './today-late.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const person = (number: number, name: string, coming: ComingAnswer = 'open') =>
  buildPerson(name, { id: idOf(number), coming })
const [ana, kim, ben] = [person(1, 'Ana'), person(2, 'Kim'), person(3, 'Ben')]
const people = [buildParty(ana, kim), ...buildParties(ben, person(4, 'Cleo', 'not_coming'))]
const dates = (first: string, last: string) => newDatesOption(idOf(10), first as LocalDate, last as LocalDate)
const when: Poll = {
  ...newPoll(idOf(10), 'dates'),
  options: [dates('2026-08-07', '2026-08-09'), dates('2026-08-14', '2026-08-16'), dates('2026-08-21', '2026-08-23')],
  deadline: '2026-07-10' as LocalDate,
}
const food: Poll = {
  ...newPoll(idOf(11), 'question'),
  question: 'What do we eat?',
  options: [newTextOption(idOf(12), 'Pizza'), newTextOption(idOf(13), 'Soup')],
}
const says = (who: { id: string }, poll: Poll, answer: PollAnswer) =>
  newPollAnswer({ poll: poll.id, option: poll.options[0]?.id ?? '' }, { id: who.id, coming: 'open' }, answer)

const before: Phase = { is: 'before', days: 3 }
const during: Phase = { is: 'during', day: 1, of: 3 }
const undated: Phase = { is: 'undated' }
const after: Phase = { is: 'after', days: 1, of: 3 }

function planOf(polls: Polls, phase: Phase, list: readonly Party[] = people) {
  const trip = { id: 'trip', type: 'car_trip' } as PlanView['trip']
  const view: PlanView = { trip, user: undefined, values: { polls, people: [...list] }, planners: undefined }
  const clock = { date: '2026-07-03' as LocalDate, minute: 0 }
  const names: Record<string, string> = { [ana.id]: 'Ana', [kim.id]: 'Kim', [ben.id]: 'Ben' }
  const plan = { view, trip, phase, clock, me: ana.id, party: new Set([ana.id, kim.id]), people: list }
  return { ...plan, nameInText: (id: string) => names[id] ?? '' } as unknown as TodayPlan & OpenPlan
}
const mayHave = (polls: Polls, { is }: Phase) => feature.today.last.mayHave(planOf(polls, undated).view, is)

describe('Today', () => {
  const textsOf = (polls: Polls, phase: Phase = undated, list = people) => {
    const lines = todaySource.list(planOf(polls, phase, list))
    if (lines.length > 0) expect(mayHave(polls, phase)).toBe(true)
    return lines.map(({ text, note }) => `${text} | ${note}`)
  }

  it('asks before the trip what the person’s party has not answered', () => {
    const open = { polls: [when, food], answers: [says(ben, when, 'yes')] }
    const lines = ['When shall we go? | 3 proposals, answer by Fri, Jul 10', 'What do we eat? | 2 options']
    expect([textsOf(open), textsOf(open, before)]).toEqual([lines, lines])
    expect(todaySource.list(planOf(open, undated))[0]).toMatchObject({
      href: '/trip/trip/before#polls',
      isOpen: true,
      first: 'answer',
    })
    const past = { ...when, deadline: '2026-07-02' as LocalDate, options: when.options.slice(0, 1) }
    expect(textsOf({ polls: [past], answers: [] })).toEqual([
      'When shall we go? | 1 proposal, the deadline was Thu, Jul 2',
    ])
  })

  it('asks only questions during the trip, and nothing after it', () => {
    const open = { polls: [when, food], answers: [] }
    expect([textsOf(open, during), textsOf(open, after)]).toEqual([['What do we eat? | 2 options'], []])
    expect([mayHave({ polls: [when], answers: [] }, during), mayHave(open, after)]).toEqual([false, false])
  })

  it('asks nothing that is answered for the party, closed, or has no options, nor who is not coming', () => {
    expect(textsOf({ polls: [when], answers: [says(kim, when, 'no')] })).toEqual([])
    expect(textsOf({ polls: [when], answers: [says(kim, when, '')] })).toHaveLength(1)
    expect(
      textsOf({
        polls: [
          { ...when, is_closed: true },
          { ...food, options: [] },
        ],
        answers: [],
      }),
    ).toEqual([])
    const absent = [buildParty({ ...ana, coming: 'not_coming' }, kim)]
    expect(textsOf({ polls: [when], answers: [] }, undated, absent)).toEqual([])
  })

  it('lists two polls at most', () => {
    const third = { ...food, id: idOf(30), question: 'Who drives?' }
    expect(textsOf({ polls: [when, food, third], answers: [] })).toHaveLength(2)
  })
})

describe('what is open', () => {
  const [part] = feature.open
  const listOf = (polls: Polls, phase: Phase = undated) => openKind.list?.texts(planOf(polls, phase))
  const countOf = (polls: Polls, phase: Phase = undated) => {
    const plan = planOf(polls, phase)
    const count = openKind.count?.of(plan) ?? 0
    return count > 0 ? openKind.count?.text(count, plan) : openKind.count?.done?.(plan).text
  }

  it('is who has not answered a poll', () => {
    const open = { polls: [when], answers: [says(ben, when, 'yes')] }
    expect(part?.isBegun({ ...planOf(open, undated), claimants: 0 })).toBe(true)
    expect(listOf(open)).toEqual(['Ana: “When shall we go?”', 'Kim: “When shall we go?”'])
    expect(countOf(open)).toBe('2 people haven’t answered “When shall we go?”')
    const two = { ...open, polls: [when, food] }
    expect(countOf(two)).toBe('3 people haven’t answered all polls')
    expect(listOf(two)).toHaveLength(5)
    expect(countOf(two, during)).toBe('3 people haven’t answered “What do we eat?”')
  })

  it('is nothing once all have answered, or the poll is closed', () => {
    const answers = [ana, kim, ben].map((who) => says(who, when, 'no'))
    expect(countOf({ polls: [when], answers })).toBe('Everyone has answered the poll')
    expect(listOf({ polls: [when], answers })).toEqual([])
    const closed = { polls: [{ ...when, is_closed: true }], answers: [] }
    expect([part?.isBegun({ ...planOf(closed, undated), claimants: 0 }), listOf(closed)]).toEqual([false, []])
  })
})
