import { expect, test } from 'vitest'
import { localDate } from '#domain/local-date.ts'
import { newRecord } from '#domain/plan/private.ts'
import { allergensOf, buildComing, buildParty, buildPerson } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import { contactCards, countPrivate, helperCards, knownPeople } from './group.ts'

const today = localDate.parse('2031-06-01')
const ana = buildComing('Ana', { id: '00000000-0000-4000-8000-00000000000a' })
const ben = buildComing('Ben', { allergens: allergensOf('peanuts'), carries_medicine: true })
const cleo = buildPerson('Cleo')
const dan = buildPerson('Dan', { coming: 'not_coming', allergens: allergensOf('milk') })
const people = [ana, ben, cleo, dan].map((person) => buildParty(person))
const records = people.map(({ id, persons: [person] }) => ({
  id,
  persons: [{ ...newRecord(person?.id ?? ''), phone: `${person?.name} 555`, medical: 'Asthma', in_emergency: true }],
}))

/** What Ana sees. */
const viewOf = (role: Trip['role']) =>
  ({
    trip: { role, taken: null },
    user: { id: ana.id },
    values: { people },
    planners: undefined,
  }) as unknown as PlanView

const texts = (cards: ReturnType<typeof helperCards>) =>
  cards.flatMap(({ rows }) => rows.map(({ text, aside, notes }) => [text, aside, ...notes].filter(Boolean).join(' | ')))

test('organizers print the numbers and notes of everybody who may come', () => {
  const view = viewOf('organizer')
  const known = knownPeople(view, records, today)
  expect(texts(contactCards(view, known))).toEqual(['Ana | Ana 555', 'Ben | Ben 555', 'Cleo | Cleo 555'])
  expect(texts(helperCards(known))).toEqual([
    'Ana | Ana 555 | Medical notes: Asthma',
    'Ben | Ben 555 | Allergy: peanuts | Carries medicine | Medical notes: Asthma',
    'Cleo | Cleo 555 | Medical notes: Asthma',
  ])
  expect(countPrivate(helperCards(known))).toBe(3)
})

test('members print no contacts, and of others only what everybody sees at any time', () => {
  const view = viewOf('member')
  const known = knownPeople(view, records, today)
  expect(contactCards(view, known)).toEqual([])
  // What Ben shows in an emergency is not on the paper.
  expect(texts(helperCards(known))).toEqual([
    'Ana | Ana 555 | Medical notes: Asthma',
    'Ben | Allergy: peanuts | Carries medicine',
  ])
})

test('nothing private is printed once it is to be erased, or as long as it is not there', () => {
  const view = viewOf('organizer')
  const dates = { departure_date: '2031-01-01', return_date: '2031-01-02' }
  const past = { ...view, values: { ...view.values, details: dates } } as unknown as PlanView
  expect(texts(contactCards(past, knownPeople(past, records, today)))).toEqual([])
  expect(texts(contactCards(view, knownPeople(view, undefined, today)))).toEqual([])
})
