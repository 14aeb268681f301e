import { listNotComing } from '#domain/not-coming.ts'
import { defaultEating } from '#domain/plan/details.ts'
import { listPersons, type Party } from '#domain/plan/people.ts'
import { type CostsGroup, householdOf, listHouseholds, listOwn } from '../costs-group.ts'

/** A group for tests: a trip of three nights, as somebody sees it. */
export function groupOf(me: string, people: Party[]): CostsGroup {
  const persons = listPersons(people)
  const own = people.find((party) => party.persons.some(({ id }) => id === me))
  const households = listHouseholds(people, me)
  return {
    people,
    dates: { departure_date: '2026-08-12', return_date: '2026-08-15' } as CostsGroup['dates'],
    days: [1, 2, 3, 4],
    settings: { ...defaultEating, child_share: 0.5 },
    currency: 'EUR',
    me,
    party: new Set([me, ...(own?.persons ?? []).map(({ id }) => id)]),
    own: listOwn(me, households),
    notComing: listNotComing(people),
    everybody: [...new Set([...(own ? [] : [me]), ...persons.map(({ id }) => id)])],
    children: new Set(persons.flatMap(({ id, kind }) => (kind === 'child' ? [id] : []))),
    nameOf: (id) => (id === me ? 'You' : (persons.find((person) => person.id === id)?.name ?? 'Former member')),
    isKnown: (id) => id === me || persons.some((person) => person.id === id),
    households,
    mine: householdOf(me, households),
    canChange: () => true,
    canAnswer: () => true,
  }
}
