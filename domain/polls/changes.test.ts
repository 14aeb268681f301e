import { expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import { newDatesOption, newPoll, type Poll, type PollAnswer, type Polls } from '../plan/polls.ts'
import {
  type Answering,
  withGapsFilled,
  withOption,
  withoutOption,
  withoutPoll,
  withPoll,
  withPollAnswers,
  withPollChange,
} from './changes.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const pollId = idOf(1)
const dates = (first: string, last: string) => newDatesOption(pollId, first as LocalDate, last as LocalDate)
const [august, may] = [dates('2026-08-07', '2026-08-09'), dates('2026-05-01', '2026-05-03')]
const poll: Poll = { ...newPoll(pollId, 'dates'), options: [august, may] }
const value: Polls = { polls: [poll], answers: [] }
const ana = { id: idOf(10), coming: 'open' as const }
const ben = { id: idOf(11), coming: 'coming' as const }
const said = ({ answers }: Polls) =>
  answers.map(({ person_id, option, answer, coming_then }) => [person_id, option, answer, coming_then])
const answer = (to: Polls, people: Answering[], what: PollAnswer, optionIds = [august.id]) =>
  withPollAnswers(to, { pollId, optionIds }, people, what)

it('gives one answer for several people, each with what they said about the trip', () => {
  expect(said(answer(value, [ana, ben], 'yes'))).toEqual([
    [ana.id, august.id, 'yes', 'open'],
    [ben.id, august.id, 'yes', 'coming'],
  ])
})

it('changes an answer that exists, wherever its id comes from', () => {
  const first = answer(value, [ana], 'yes')
  const merged: Polls = { ...first, answers: first.answers.map((one) => ({ ...one, id: idOf(99) })) }
  const changed = answer(merged, [{ id: ana.id, coming: 'coming' }], 'no')
  expect(changed.answers).toEqual([{ ...merged.answers[0], answer: 'no', coming_then: 'coming' }])
})

it('changes nothing for the same answer, and takes back only what was said', () => {
  const first = answer(value, [ana], 'yes', [august.id, may.id])
  // What they say about the trip later does not make their answer newer.
  expect(answer(first, [{ ...ana, coming: 'not_coming' }], 'yes').answers).toEqual(first.answers)
  const taken = answer(first, [ana, ben], '', [august.id])
  expect(said(taken).map(([, option, what]) => [option, what])).toEqual([
    [august.id, ''],
    [may.id, 'yes'],
  ])
})

it('fills only what somebody has not said', () => {
  const some = answer(answer(value, [ana], 'no'), [ben], '', [august.id])
  const filled = withGapsFilled(some, { pollId, optionIds: [august.id, may.id] }, [ana, ben], 'yes')
  expect(said(filled).map(([person, option, what]) => [person, option, what])).toEqual([
    [ana.id, august.id, 'no'],
    [ben.id, august.id, 'yes'],
    [ana.id, may.id, 'yes'],
    [ben.id, may.id, 'yes'],
  ])
  expect(withGapsFilled(filled, { pollId, optionIds: [august.id, may.id] }, [ana, ben], 'yes')).toEqual(filled)
})

it('adds equal dates once, and keeps answers to what is removed', () => {
  expect(withOption(value, pollId, dates('2026-08-07', '2026-08-09'))).toEqual(value)
  const june = dates('2026-06-05', '2026-06-07')
  expect(withOption(value, pollId, june).polls[0]?.options).toEqual([august, may, june])
  const answered = answer(value, [ana], 'yes')
  const without = withoutOption(answered, pollId, august.id)
  expect([without.polls[0]?.options, without.answers]).toEqual([[may], answered.answers])
  expect(withoutPoll(answered, pollId)).toEqual({ polls: [], answers: answered.answers })
})

it('adds a poll and changes it', () => {
  expect(withPoll({ polls: [], answers: [] }, poll)).toEqual(value)
  expect(withPollChange(value, pollId, { is_closed: true, question: 'When?' }).polls).toEqual([
    { ...poll, is_closed: true, question: 'When?' },
  ])
})
