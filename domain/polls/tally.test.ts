import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LocalDate } from '../local-date.ts'
import type { Person } from '../plan/people.ts'
import {
  newDatesOption,
  newPoll,
  newPollAnswer,
  newTextOption,
  type Poll,
  type PollAnswer,
  type Polls,
  pollAnswers,
} from '../plan/polls.ts'
import { buildParties, buildPerson } from '../testing/people.ts'
import { asksOn, hasAnswered } from './asked.ts'
import { ownDatesPoll } from './own-dates-poll.ts'
import { countSuited, tallyPoll } from './tally.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const persons = ['Ana', 'Ben', 'Cleo', 'Dan'].map((name, index) => buildPerson(name, { id: idOf(index) }))
const [ana, ben, cleo, dan] = persons.map(({ id }) => id) as [string, string, string, string]
const people = buildParties(...persons)
const poll: Poll = {
  ...newPoll(idOf(10), 'question'),
  options: [newTextOption(idOf(11), 'Lake'), newTextOption(idOf(12), 'Hills'), newTextOption(idOf(13), 'City')],
}
const [lake, hills, city] = poll.options.map(({ id }) => id) as [string, string, string]
const says = (personId: string, option: string, answer: PollAnswer) =>
  newPollAnswer({ poll: poll.id, option }, { id: personId, coming: 'open' }, answer)

describe('the tally of a poll', () => {
  it('lists who says what in the order of the list, what suits most first', () => {
    const answers = [
      says(cleo, hills, 'yes'),
      says(ana, hills, 'yes'),
      says(ben, hills, 'if_need_be'),
      says(ana, lake, 'no'),
      says(ben, lake, 'yes'),
      says(ana, city, 'if_need_be'),
      says(ben, city, 'no'),
    ]
    const { options, best, unanswered, asked } = tallyPoll(poll, { answers }, people)
    expect(options).toEqual([
      { option: poll.options[1], yes: [ana, cleo], ifNeedBe: [ben], no: [] },
      // One suits as many, with a yes.
      { option: poll.options[0], yes: [ben], ifNeedBe: [], no: [ana] },
      { option: poll.options[2], yes: [], ifNeedBe: [ana], no: [ben] },
    ])
    // Cleo has said nothing about two of them.
    expect([best, unanswered, asked]).toEqual([[hills], [cleo, dan], 4])
  })

  it('marks nothing as best before two have answered, if nothing suits anybody, or if all suit the same', () => {
    const bestOf = (...answers: ReturnType<typeof says>[]) => tallyPoll(poll, { answers }, people).best
    expect(bestOf(says(ana, hills, 'yes'))).toEqual([])
    expect(bestOf(says(ana, hills, 'yes'), says(ben, lake, 'no'))).toEqual([hills])
    expect(bestOf(says(ana, hills, 'no'), says(ben, lake, 'no'))).toEqual([])
    expect(bestOf(says(ana, hills, 'yes'), says(ben, lake, 'yes'))).toEqual([lake, hills])
    expect(bestOf(says(ana, hills, 'yes'), says(ben, lake, 'yes'), says(cleo, lake, 'no'))).toEqual([hills])
    expect(bestOf(...[lake, hills, city].flatMap((id) => [says(ana, id, 'yes'), says(ben, id, 'no')]))).toEqual([])
  })

  it('counts neither answers that were taken back nor those of people who are not on the list', () => {
    const answers = [says(ana, hills, ''), says(idOf(99), hills, 'yes'), says(idOf(99), lake, 'no')]
    const { options, unanswered, asked, uncounted } = tallyPoll(poll, { answers }, people)
    expect(options.map(countSuited)).toEqual([0, 0, 0])
    expect([unanswered, asked, uncounted]).toEqual([[ana, ben, cleo, dan], 4, 2])
  })

  it('counts the entry under the id of the answer if a person has two after a merge', () => {
    const derived = says(ana, hills, 'no')
    const kept = { ...says(ana, hills, 'yes'), id: idOf(50) }
    for (const answers of [
      [derived, kept],
      [kept, derived],
    ]) {
      const { options } = tallyPoll(poll, { answers }, people)
      expect(options.find(({ option }) => option.id === hills)).toMatchObject({ yes: [], no: [ana] })
    }
    // Also if it was taken back.
    expect(tallyPoll(poll, { answers: [kept, { ...derived, answer: '' }] }, people).options[0]?.yes).toEqual([])
    expect(tallyPoll(poll, { answers: [kept] }, people).options[0]?.yes).toEqual([ana])
  })

  it('does not wait for somebody who says that they are not coming, but counts what they say', () => {
    const benIs = (more: Partial<Person>) =>
      buildParties(...persons.map((one) => (one.id === ben ? { ...one, ...more } : one)))
    const absent = benIs({ coming: 'not_coming' })
    expect(tallyPoll(poll, { answers: [] }, absent)).toMatchObject({ unanswered: [ana, cleo, dan], asked: 3 })
    const { options, asked } = tallyPoll(poll, { answers: [says(ben, hills, 'yes')] }, absent)
    expect([options[0]?.yes, asked]).toEqual([[ben], 4])
    // What other dates made of their answers is not their own word.
    const byPoll = benIs({ coming: 'not_coming', coming_by_poll: 'not_coming' })
    expect(tallyPoll(poll, { answers: [] }, byPoll).unanswered).toEqual([ana, ben, cleo, dan])
  })

  it('has everybody on the list in one place for each option, whatever was said', () => {
    const anyAnswer = fc.record({
      person: fc.integer({ min: 0, max: 5 }).map(idOf),
      option: fc.constantFrom(lake, hills, city, idOf(77)),
      answer: fc.constantFrom(...pollAnswers),
    })
    fc.assert(
      fc.property(fc.array(anyAnswer), (said) => {
        const answers = said.map(({ person, option, answer }) => says(person, option, answer))
        const tally = tallyPoll(poll, { answers }, people)
        for (const { yes, ifNeedBe, no } of tally.options) {
          const all = [...yes, ...ifNeedBe, ...no]
          expect(new Set(all).size).toBe(all.length)
        }
        for (const { id } of persons)
          expect(tally.unanswered.includes(id)).toBe(
            tally.options.some(({ yes, ifNeedBe, no }) => ![...yes, ...ifNeedBe, ...no].includes(id)),
          )
        expect(tally.asked).toBe(people.length)
        const suited = tally.options.map(countSuited)
        expect(suited).toEqual(suited.toSorted((one, other) => other - one))
      }),
    )
  })
})

it('says that somebody has answered once they have an answer to each option', () => {
  const [one, two] = [lake, hills].map((id) => says(ana, id, 'no'))
  const answers = [...(one && two ? [one, two] : []), says(ben, lake, 'yes')]
  const have = (id: string, options = poll.options) => hasAnswered({ options }, answers, id)
  expect([have(ana), have(ana, poll.options.slice(0, 2)), have(ben, poll.options.slice(0, 2))]).toEqual([
    false,
    true,
    false,
  ])
})

describe('a poll for dates', () => {
  const dates = (first: string, last: string) => newDatesOption(idOf(20), first as LocalDate, last as LocalDate)
  const when: Poll = {
    ...newPoll(idOf(20), 'dates'),
    options: [dates('2026-05-01', '2026-05-03'), dates('2026-08-07', '2026-08-09')],
  }
  const on = (date: string, person: Partial<Person> = {}, answers: Polls['answers'] = []) =>
    ownDatesPoll({ polls: [poll, when], answers }, { ...buildPerson('Ana', { id: ana }), ...person }, date as LocalDate)
  const answered = when.options.map(({ id }) => ({ ...says(ana, id, 'no'), poll: when.id }))

  it('asks somebody until they have an answer to each proposal', () => {
    expect([on('2026-01-01'), on('2026-01-01', {}, answered.slice(1)), on('2026-01-01', {}, answered)]).toEqual([
      'open',
      'open',
      'answered',
    ])
  })

  it('does not ask somebody who says that they are not coming', () => {
    expect(on('2026-01-01', { coming: 'not_coming' })).toBe('answered')
    expect(on('2026-01-01', { coming: 'not_coming', coming_by_poll: 'not_coming' })).toBe('open')
  })

  it('asks nobody once all proposals are over', () => {
    expect([on('2026-08-09'), on('2026-08-10')]).toEqual(['open', 'none'])
    const today = '2026-08-10' as LocalDate
    expect([asksOn(when, today), asksOn(poll, today), asksOn({ ...poll, is_closed: true }, today)]).toEqual([
      false,
      true,
      false,
    ])
    expect(asksOn({ ...when, options: [] }, today)).toBe(false)
  })
})
