import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withAnswer } from '../change-stay.ts'
import type { LocalDate } from '../local-date.ts'
import { apply } from '../operations/apply.ts'
import { inverse } from '../operations/inverse.ts'
import { details } from '../plan/details.ts'
import { diffSection } from '../plan/diff-section.ts'
import { forms } from '../plan/forms.ts'
import { type ComingAnswer, comingAnswers, listPersons, type Party, type Person } from '../plan/people.ts'
import {
  newDatesOption,
  newPoll,
  newPollAnswer,
  type Poll,
  type PollAnswer,
  type Polls,
  pollAnswers,
} from '../plan/polls.ts'
import { findUnconfirmed, stayIn, TO_CONFIRM } from '../stay.ts'
import { datesOf } from '../testing/dates.ts'
import { buildParties, buildPerson } from '../testing/people.ts'
import { withPollAnswers } from './changes.ts'
import {
  type DatesOption,
  effectOfTaking,
  listLateAnswers,
  withAnswersOf,
  withAnswersUsed,
  withTakenDates,
  withTakenOption,
} from './take-dates.ts'

const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const pollId = idOf(1)
const option = (first: string, last: string) =>
  newDatesOption(pollId, first as LocalDate, last as LocalDate) as DatesOption
const [august, may] = [option('2026-08-07', '2026-08-09'), option('2026-05-01', '2026-05-03')]
const augustDates = datesOf('2026-08-07', '2026-08-09')
const poll: Poll = { ...newPoll(pollId, 'dates'), options: [august, may] }
const ana = buildPerson('Ana', { id: idOf(10) })

const says = (answer: PollAnswer, about: DatesOption = august, person: Pick<Person, 'id' | 'coming'> = ana) =>
  newPollAnswer({ poll: pollId, option: about.id }, person, answer)
const pollsOf = (...answers: Polls['answers']): Polls => ({ polls: [poll], answers })
/** Ana after dates were taken. */
const taken = (person: Person, value: Polls, about = august): Person =>
  listPersons(withAnswersOf(buildParties(person), value, about))[0] as Person
const comingOf = (person: Person, value: Polls, about = august) => taken(person, value, about).coming
const take = (person: Person, value: Polls, about = august) => ({
  person: taken(person, value, about),
  value: withAnswersUsed(withTakenOption(value, pollId, about.id), buildParties(person), about),
})

describe('taking dates', () => {
  it('makes them the trip’s and closes the poll', () => {
    const plan = { ...details.empty, ...datesOf('2026-07-01', '2026-07-03') }
    expect(withTakenDates(plan, august)).toEqual({ ...plan, ...augustDates })
    const value = pollsOf(says('yes'), says('no', may))
    expect(withTakenOption(value, pollId, august.id)).toEqual({
      ...value,
      polls: [{ ...poll, is_closed: true, taken: august.id }],
    })
  })

  it('notes what was made of the answers about them', () => {
    const kept = buildPerson('Ben', { id: idOf(11), coming: 'not_coming' })
    const value = pollsOf(says('if_need_be'), says('yes', may), says('yes', august, { ...kept, coming: 'open' }))
    const people = buildParties(ana, kept)
    const used = withAnswersUsed(value, people, august)
    expect(used.answers.map(({ coming_then }) => coming_then)).toEqual(['unsure', 'open', 'open'])
    expect(withAnswersUsed(value, withAnswersOf(people, value, august), august)).toEqual(used)
  })

  it('makes of each answer whether they come, and asks those who come if need be to confirm it', () => {
    expect(taken(ana, pollsOf(says('yes')))).toEqual({
      ...withAnswer(ana, { coming: 'coming' }, august.first),
      coming_by_poll: 'coming',
    })
    expect(taken(ana, pollsOf(says('no')))).toMatchObject({ coming: 'not_coming', answered_for: august.first })
    const unsure = taken(ana, pollsOf(says('if_need_be')))
    expect(unsure).toMatchObject({ coming: 'unsure', answered_for: TO_CONFIRM, settled_for: august.first })
    expect(findUnconfirmed(unsure, august.first)).toBe('coming')
    // Any answer of theirs confirms it.
    expect(findUnconfirmed(withAnswer(unsure, { coming: 'coming' }, august.first), august.first)).toBeUndefined()
  })

  it('changes nobody who said nothing about these dates', () => {
    for (const value of [pollsOf(), pollsOf(says('')), pollsOf(says('yes', may))]) expect(taken(ana, value)).toBe(ana)
  })

  it('keeps what somebody has said about coming since they answered', () => {
    expect(comingOf({ ...ana, coming: 'not_coming' }, pollsOf(says('yes')))).toBe('not_coming')
    const wasComing = says('no', august, { ...ana, coming: 'coming' })
    expect(comingOf({ ...ana, coming: 'coming' }, pollsOf(wasComing))).toBe('not_coming')
    expect(comingOf({ ...ana, coming: 'unsure' }, pollsOf(wasComing))).toBe('unsure')
    // Also an answer that says the same as long ago: what came from the poll is in between.
    const first = take(ana, pollsOf(says('yes')))
    const again = withAnswer(first.person, { coming: 'not_coming' }, august.first)
    expect(again.coming_by_poll).toBe('')
    expect(comingOf(again, first.value)).toBe('not_coming')
    // Or one from a phone that was offline and knew nothing of the poll's.
    expect(comingOf({ ...first.person, coming: 'unsure' }, first.value)).toBe('unsure')
  })

  it('keeps days that were given for these dates or for none, and clears those of other dates', () => {
    const untilLunch = (departure: LocalDate | '') => withAnswer(ana, { until: '3 lunch' }, departure)
    const daysOf = (person: Person, answer: PollAnswer = 'yes') => taken(person, pollsOf(says(answer))).until
    expect(daysOf(untilLunch(''))).toBe('3 lunch 2026-08-07')
    expect(daysOf(untilLunch(august.first))).toBe('3 lunch 2026-08-07')
    expect(daysOf(untilLunch(may.first))).toBe('')
    // Days outside these dates mean nothing, whatever they were given for.
    expect(daysOf(withAnswer(ana, { from: '5 lunch' }, august.first))).toBe('')
    expect(taken(withAnswer(ana, { from: '5 lunch' }, ''), pollsOf(says('yes'))).from).toBe('')
    const longer = withAnswer({ ...ana, coming: 'coming' }, { from: '5 lunch' }, august.first)
    expect(taken(longer, pollsOf(says('yes', august, longer)))).toMatchObject({ coming: 'coming', from: '' })
    expect(daysOf(untilLunch(may.first), 'no')).toBe('3 lunch 2026-05-01')
    // Not even if they say later that they come after all.
    const absent = take(untilLunch(may.first), pollsOf(says('no')))
    const late = withPollAnswers(absent.value, { pollId, optionIds: [august.id] }, [absent.person], 'yes')
    expect(taken(absent.person, late)).toMatchObject({ coming: 'coming', until: '' })
  })

  it('changes nothing the second time', () => {
    const first = take(ana, pollsOf(says('if_need_be')))
    const confirmed = withAnswer(first.person, { coming: 'coming' }, august.first)
    expect(taken(confirmed, first.value)).toBe(confirmed)
    const second = take(first.person, first.value)
    expect([second.person, second.value]).toEqual([first.person, first.value])
  })

  it('takes other dates of the poll instead: what came from the first ones is nobody’s own word', () => {
    const both = pollsOf(says('yes'), says('no', may))
    const first = take(ana, both)
    const second = take(first.person, first.value, may)
    expect([first.person.coming, second.person.coming]).toEqual(['coming', 'not_coming'])
    expect(comingOf(second.person, second.value, august)).toBe('coming')
    // Somebody who said nothing about the second ones is open again, and keeps their days.
    const silent = take(withAnswer(ana, { until: '3 lunch' }, ''), pollsOf(says('yes')))
    expect(taken(silent.person, silent.value, may)).toMatchObject({
      coming: 'open',
      coming_by_poll: '',
      until: '3 lunch 2026-08-07',
    })
    // Their own word in between is.
    expect(comingOf({ ...first.person, coming: 'unsure' }, first.value, may)).toBe('unsure')
  })
})

describe('an answer after dates were taken', () => {
  const first = take(ana, pollsOf(says('yes')))
  const late = withPollAnswers(first.value, { pollId, optionIds: [august.id] }, [first.person], 'no')
  const lateOf = (person: Person, value: Polls, dates = augustDates) =>
    listLateAnswers(buildParties(person), value, pollId, dates).map(({ answer }) => answer)

  it('is listed until it is used', () => {
    expect([lateOf(first.person, first.value), lateOf(first.person, late)]).toEqual([[], ['no']])
    const person = taken(first.person, late)
    const used = withAnswersUsed(late, buildParties(first.person), august)
    expect([person.coming, lateOf(person, used)]).toEqual(['not_coming', []])
    expect(taken(person, used)).toEqual(person)
  })

  it('is listed if it comes from a phone that was offline', () => {
    // It saw neither the dates nor what they made of the first answer.
    const arrived = withPollAnswers(first.value, { pollId, optionIds: [august.id] }, [ana], 'if_need_be')
    expect(lateOf(first.person, arrived)).toEqual(['if_need_be'])
    const ben = buildPerson('Ben')
    const added = { ...first.value, answers: [...first.value.answers, says('no', august, ben)] }
    expect(lateOf(ben, added)).toEqual(['no'])
  })

  it('is not listed if it changes nothing, or the person has said since whether they come', () => {
    expect(lateOf({ ...first.person, coming: 'not_coming' }, late)).toEqual([])
    expect(lateOf({ ...first.person, coming: 'unsure' }, late)).toEqual([])
    const back = withPollAnswers(late, { pollId, optionIds: [august.id] }, [first.person], 'yes')
    expect(lateOf(first.person, back)).toEqual([])
  })

  it('is listed if it was taken back: whether they come is open then', () => {
    const takenBack = withPollAnswers(late, { pollId, optionIds: [august.id] }, [first.person], '')
    expect(lateOf(first.person, takenBack)).toEqual([''])
    const open = taken(first.person, takenBack)
    expect([open.coming, lateOf(open, takenBack)]).toEqual(['open', []])
    expect(lateOf(withAnswer(first.person, { coming: 'coming' }, august.first), takenBack)).toEqual([])
  })

  it('is not listed if it is about other dates than the trip’s, or the poll is open again', () => {
    expect(lateOf(first.person, late, datesOf('2026-05-01', '2026-05-03'))).toEqual([])
    expect(lateOf(first.person, late, datesOf('2026-08-07', '2026-08-12'))).toEqual(['no'])
    expect(lateOf(first.person, late, { departure_date: '', return_date: '' })).toEqual([])
    const open = { ...late, polls: late.polls.map((one) => ({ ...one, is_closed: false, taken: '' as const })) }
    expect(lateOf(first.person, open)).toEqual([])
    expect(lateOf(first.person, { ...late, polls: [{ ...poll, is_closed: true, taken: idOf(98) }] })).toEqual([])
  })
})

it('tells beforehand what taking dates would mean', () => {
  const person = (number: number, coming: ComingAnswer = 'open') =>
    buildPerson(`P${number}`, { id: idOf(number), coming })
  const people = [
    person(20),
    person(21),
    person(22),
    person(23, 'coming'),
    person(24),
    person(25, 'not_coming'),
    person(26),
    withAnswer(person(27), { coming: 'coming' }, may.first),
    withAnswer(person(28), { coming: 'coming' }, august.first),
    { ...person(29, 'coming'), coming_by_poll: 'coming' as const },
  ]
  const words: [number, PollAnswer][] = [
    [20, 'yes'],
    [21, 'if_need_be'],
    [22, 'no'],
    [23, 'no'],
    [26, ''],
  ]
  const said = words.map(([number, answer]) => says(answer, august, person(number)))
  expect(effectOfTaking(buildParties(...people), pollsOf(...said), august)).toEqual({
    coming: [idOf(20), idOf(28)],
    toConfirm: [idOf(21)],
    stays: [idOf(27)],
    notComing: [idOf(22), idOf(25)],
    keepsOwn: [idOf(23)],
    silent: [idOf(24), idOf(26), idOf(29)],
  })
})

/** A change of a section and its undo, as the engine makes them. */
function thereAndBack<Value>(name: 'people' | 'polls' | 'details', from: Value, to: Value): unknown {
  const deps = {
    form: forms[name],
    findTombstone: () => undefined,
    mergeText: () => ({ text: '', hasBothLines: false }),
  }
  const undo: ReturnType<typeof diffSection> = []
  let current: unknown = from
  for (const mutation of diffSection(name, 'car_trip', from, to)) {
    const back = inverse(forms[name], mutation, current as never)
    if (back) undo.unshift(back)
    current = apply(current as never, mutation, deps as never).value
  }
  expect(current).toEqual(to)
  return undo.reduce<unknown>((value, mutation) => apply(value as never, mutation, deps as never).value, current)
}

const anyAnswer = fc.record({
  person: fc.integer({ min: 0, max: 4 }),
  about: fc.constantFrom(august, may),
  answer: fc.constantFrom(...pollAnswers),
  coming_then: fc.constantFrom(...comingAnswers),
})
const anyPerson = fc.record({
  coming: fc.constantFrom(...comingAnswers),
  coming_by_poll: fc.constantFrom('' as const, ...comingAnswers),
  answered_for: fc.constantFrom('' as const, august.first, may.first, TO_CONFIRM),
  settled_for: fc.constantFrom('' as const, august.first, may.first),
  from: fc.constantFrom('', '5 lunch', '2 lunch 2026-08-07'),
  until: fc.constantFrom('', '3 lunch', '3 lunch 2026-08-07', '2 dinner 2026-05-01', '98 dinner 2026-05-01'),
})
const build = (
  each: Partial<Person>[],
  said: { person: number; about: DatesOption; answer: PollAnswer; coming_then: ComingAnswer }[],
) => {
  const persons = each.map((more, index) => buildPerson('A', { id: idOf(30 + index), ...more }))
  const given = said.map(({ person, about, answer, coming_then }) =>
    says(answer, about, { id: idOf(30 + person), coming: coming_then }),
  )
  const value = pollsOf(...new Map(given.map((one) => [one.id, one])).values())
  const answerOf = (personId: string, about: DatesOption) =>
    value.answers.find(({ person_id, option }) => person_id === personId && option === about.id)
  return { people: buildParties(...persons), value, answerOf }
}
const takeAll = (people: Party[], value: Polls, about: DatesOption) => ({
  people: withAnswersOf(people, value, about),
  value: withAnswersUsed(withTakenOption(value, pollId, about.id), people, about),
})
const isOwnWord = ({ coming, coming_by_poll }: Person) => coming_by_poll === '' || coming_by_poll !== coming

it('can be undone, and the second time it changes nothing, whatever was said', () => {
  fc.assert(
    fc.property(fc.array(anyAnswer), fc.array(anyPerson, { maxLength: 5 }), (said, each) => {
      const { people, value } = build(each, said)
      const after = takeAll(people, value, august)
      expect(takeAll(after.people, after.value, august)).toEqual(after)
      expect(listLateAnswers(after.people, after.value, pollId, augustDates)).toEqual([])
      expect(thereAndBack('people', people, after.people)).toEqual(people)
      expect(thereAndBack('polls', value, after.value)).toEqual(value)
      expect(
        Object.values(effectOfTaking(people, value, august))
          .flat()
          .toSorted(),
      ).toEqual(
        listPersons(people)
          .map(({ id }) => id)
          .toSorted(),
      )
    }),
  )
})

const meaning = { yes: 'coming', if_need_be: 'unsure', no: 'not_coming' } as const

it('makes of each answer what it says, unless a person has a newer word of their own', () => {
  fc.assert(
    fc.property(fc.array(anyAnswer), fc.array(anyPerson, { maxLength: 5 }), (said, each) => {
      const { people, value, answerOf } = build(each, said)
      const after = listPersons(withAnswersOf(people, value, august))
      for (const [index, before] of listPersons(people).entries()) {
        const given = answerOf(before.id, august)
        const made = after[index] as Person
        if (!given || given.answer === '') expect(made.coming).toBe(isOwnWord(before) ? before.coming : 'open')
        else if (isOwnWord(before) && before.coming !== given.coming_then) expect(made).toBe(before)
        else {
          expect([made.coming, made.coming_by_poll]).toEqual([meaning[given.answer], meaning[given.answer]])
          if (made.coming !== 'not_coming') expect(stayIn(made, augustDates).isOutside).toBe(false)
        }
      }
    }),
  )
})

it('is the same whether other dates were taken before, for people without a word of their own', () => {
  const anyBlank = fc.record({ until: fc.constantFrom('', '3 lunch') })
  const anyFirst = anyAnswer.map((one) => ({ ...one, coming_then: 'open' as const }))
  const words = (people: readonly Party[]) =>
    listPersons(people).map(({ coming, coming_by_poll }) => [coming, coming_by_poll])
  fc.assert(
    fc.property(fc.array(anyFirst), fc.array(anyBlank, { maxLength: 5 }), (said, each) => {
      const { people, value } = build(each, said)
      const alone = takeAll(people, value, may)
      const first = takeAll(people, value, august)
      expect(words(takeAll(first.people, first.value, may).people)).toEqual(words(alone.people))
    }),
  )
})
