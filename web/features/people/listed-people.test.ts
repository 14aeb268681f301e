import { expect, test } from 'vitest'
import type { Planner } from '#domain/api/people.ts'
import { newPerson, type Party, type Person } from '#domain/plan/people.ts'
import { withJoined } from '#web/trip-core/people/with-joined.ts'
import { filterPersons, findWithoutAccess, splitByPlan } from './listed-people.ts'

const somebody = (id: string, more: Partial<Person> = {}): Person => ({ ...newPerson(id, id), ...more })
const party = (id: string, ...persons: Person[]): Party => ({ id, name: '', persons })
const idsOf = (parties: readonly Party[]) => parties.map(({ id, persons }) => [id, ...persons.map((one) => one.id)])
const place = (person_id: string, party_id = person_id) => ({
  person_id,
  party_id,
  full_name: `Name of ${person_id}`,
  username: '',
})

test('adds people who have joined and are not on the list, without an answer', () => {
  const list = withJoined([party('lake', somebody('ana'))], [place('ana', 'lake'), place('kim'), place('ben', 'lake')])
  expect(idsOf(list)).toEqual([
    ['lake', 'ana', 'ben'],
    ['kim', 'kim'],
  ])
  expect(list[1]?.persons[0]).toMatchObject({ name: 'Name of kim', coming: 'open' })
})

test('somebody who moved to another party is not added to their former one', () => {
  expect(idsOf(withJoined([party('hill', somebody('ana'))], [place('ana', 'lake')]))).toEqual([['hill', 'ana']])
})

test('counts who is coming and has opened the plan: people without access count too, the owner always has', () => {
  const planner = (person_id: string, more: Partial<Planner>) =>
    ({ ...place(person_id), role: 'member', opened_at: null, ...more }) as Planner
  const coming = { coming: 'coming' } as const
  const child = (id: string) => somebody(id, { ...coming, kind: 'child' })
  const parties = [
    party('lake', somebody('owner', coming), child('small'), child('with phone')),
    party('alone', child('alone')),
    party('hill', somebody('opened', coming), somebody('not yet', coming), somebody('not coming')),
  ]
  const opened_at = '2026-08-01T12:00:00.000Z'
  const planners = [
    planner('owner', { role: 'owner' }),
    planner('opened', { opened_at }),
    planner('with phone', { opened_at }),
    planner('not yet', {}),
    planner('not coming', { opened_at }),
  ]
  expect(splitByPlan(parties, planners)).toEqual({ opened: 3, of: 5, without: new Set(['alone', 'not yet']) })
})

test('a party has no access if nobody in it has joined, unless none of them comes', () => {
  const notComing = { coming: 'not_coming' } as const
  const parties = [
    party('lake', somebody('ana'), somebody('child', { kind: 'child' })),
    party('hill', somebody('ben'), somebody('cleo', notComing)),
    party('away', somebody('dan', notComing)),
  ]
  expect([...findWithoutAccess(parties, [place('ana') as Planner])]).toEqual(['hill'])
})

test('filters people and leaves out parties without any', () => {
  const parties = [party('a', somebody('1'), somebody('2')), party('b', somebody('3'))]
  expect(idsOf(filterPersons(parties, ({ id }) => id === '2'))).toEqual([['a', '2']])
})
