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
import { countsText } from './poll-words.ts'
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
const says = (who: { id: string }, { id: poll, options }: Poll, answer: PollAnswer, count = options.length) =>
  options
    .slice(0, count)
    .map(({ id: option }) => newPollAnswer({ poll, option }, { id: who.id, coming: 'open' }, answer))

const before: Phase = { is: 'before', days: 3 }
const during: Phase = { is: 'during', day: 1, of: 3 }
const undated: Phase = { is: 'undated' }
const after: Phase = { is: 'after', days: 1, of: 3 }

function planOf(polls: Polls, phase: Phase, list: readonly Party[] = people, today = '2026-07-03') {
  const trip = { id: 'trip', type: 'car_trip' } as PlanView['trip']
  const view: PlanView = { trip, user: undefined, values: { polls, people: [...list] }, planners: undefined }
  const clock = { date: today as LocalDate, minute: 0 }
  const names: Record<string, string> = { [ana.id]: 'Ana', [kim.id]: 'Kim', [ben.id]: 'Ben' }
  const plan = {
    view,
    trip,
    phase,
    clock,
    today: clock.date,
    me: ana.id,
    party: new Set([ana.id, kim.id]),
    people: list,
  }
  return { ...plan, nameInText: (id: string) => names[id] ?? '' } as unknown as TodayPlan & OpenPlan
}
const mayHave = (polls: Polls, { is }: Phase) => feature.today.last.mayHave(planOf(polls, undated).view, is)

describe('Today', () => {
  const textsOf = (polls: Polls, phase: Phase = undated, list = people, today?: string) => {
    const lines = todaySource.list(planOf(polls, phase, list, today))
    if (lines.length > 0) expect(mayHave(polls, phase)).toBe(true)
    return lines.map(({ text, note }) => `${text} | ${note}`)
  }

  it('asks before the trip what the person’s party has not answered', () => {
    const open = { polls: [when, food], answers: says(ben, when, 'yes') }
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
    const both = [...says(ana, when, 'yes'), ...says(kim, when, 'no')]
    expect(textsOf({ polls: [when], answers: both })).toEqual([])
    expect(textsOf({ polls: [when], answers: both.slice(1) })).toHaveLength(1)
    expect(textsOf({ polls: [when], answers: both.slice(0, -1) })).toHaveLength(1)
    expect(textsOf({ polls: [when], answers: [...says(ana, when, 'yes'), ...says(kim, when, '')] })).toHaveLength(1)
    // Kim says that she is not coming.
    const kimAbsent = [buildParty(ana, { ...kim, coming: 'not_coming' })]
    expect(textsOf({ polls: [when], answers: says(ana, when, 'yes') }, undated, kimAbsent)).toEqual([])
    // Dates of another poll did not suit her.
    const kimByPoll = [buildParty(ana, { ...kim, coming: 'not_coming', coming_by_poll: 'not_coming' })]
    expect(textsOf({ polls: [when], answers: says(ana, when, 'yes') }, undated, kimByPoll)).toHaveLength(1)
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

  it('asks nobody for dates that are all over, nor in a trip without an owner', () => {
    const polls = { polls: [when], answers: [] }
    expect(textsOf(polls, undated, people, '2026-08-23')).toHaveLength(1)
    expect(textsOf(polls, undated, people, '2026-08-24')).toEqual([])
    const plan = planOf(polls, undated)
    const trip = { ...plan.view.trip, role: 'everybody' } as PlanView['trip']
    expect(todaySource.list({ ...plan, view: { ...plan.view, trip } })).toEqual([])
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
    const open = { polls: [when], answers: [...says(ben, when, 'yes'), ...says(kim, when, 'yes', 2)] }
    expect(part?.isBegun({ ...planOf(open, undated), claimants: 0 })).toBe(true)
    expect(listOf(open)).toEqual(['Ana: “When shall we go?”', 'Kim: “When shall we go?”'])
    expect(countOf(open)).toBe('2 people haven’t answered “When shall we go?”')
    const two = { ...open, polls: [when, food] }
    expect(countOf(two)).toBe('3 people haven’t answered all polls')
    expect(listOf(two)).toHaveLength(5)
    expect(countOf(two, during)).toBe('3 people haven’t answered “What do we eat?”')
  })

  it('is nothing once all have answered, or the poll is closed', () => {
    const answers = [ana, kim, ben].flatMap((who) => says(who, when, 'no'))
    expect(countOf({ polls: [when], answers })).toBe('Everyone has answered the poll')
    expect(listOf({ polls: [when], answers })).toEqual([])
    const over = planOf({ polls: [when], answers: [] }, undated, people, '2026-08-24')
    expect([openKind.count?.of(over), openKind.list?.texts(over)]).toEqual([undefined, []])
    const closed = { polls: [{ ...when, is_closed: true }], answers: [] }
    expect([part?.isBegun({ ...planOf(closed, undated), claimants: 0 }), listOf(closed)]).toEqual([false, []])
  })
})

it('counts who can come, without parts that are zero', () => {
  const [option] = when.options
  const ids = (count: number) => Array.from({ length: count }, (_, index) => idOf(100 + index))
  const textOf = (yes: number, need: number, no: number, of: Partial<Poll> = {}) =>
    option &&
    countsText({ ...when, ...of }, { option, yes: ids(yes), ifNeedBe: ids(need), no: ids(no) }, 30).replace(
      '2 nights · ',
      '',
    )
  expect(textOf(0, 0, 0)).toBe('No answers yet')
  expect(textOf(0, 0, 1)).toBe('0 of 30 can come so far: 1 no')
  expect(textOf(22, 4, 3)).toBe('26 of 30 can come so far: 22 yes, 4 if need be, 3 no')
  expect(textOf(22, 0, 8)).toBe('22 of 30 can come: 22 yes, 8 no')
  expect(textOf(0, 4, 0)).toBe('4 of 30 can come so far: 4 if need be')
  expect([textOf(3, 0, 0), textOf(30, 0, 0)]).toEqual(['3 of 30 can come so far', '30 of 30 can come'])
  expect(textOf(22, 0, 3, { is_closed: true })).toBe('22 of 30 can come: 22 yes, 3 no')
  expect(textOf(1, 0, 1, { kind: 'question' })).toBe('1 of 30 agrees so far: 1 yes, 1 no')
})
