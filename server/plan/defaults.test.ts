import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { NamedUser } from '#domain/person.ts'
import type { Party } from '#domain/plan/people.ts'
import { buildPerson } from '#domain/testing/people.ts'
import type { Db } from '#server/db/engine.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { listApplied } from './history.ts'
import { PlanStore } from './plan-store.ts'

const partyId = randomUUID()
const ana = buildPerson('Ana')
const lakes: Party = { id: partyId, name: 'The Lakes', persons: [ana] }

/** As an older version stored or sent it. */
function withoutNewFields<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, part) => (newFields.includes(key) ? undefined : part))) as Value
}
const newFields = ['answered_for', 'settled_for']

describe.each(engines)('people of an older version on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  let person: NamedUser
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
    person = { id: await insertAccount(db), username: 'robin', full_name: 'Robin Tester' }
  })
  afterAll(() => test.remove())

  /** A store with an empty cache, as after an update of the server. */
  const openStore = () => new PlanStore(db, () => new Date())
  const operationOf = (mutation: object) => ({ id: randomUUID(), section: 'people', ...mutation }) as PlanOperation
  const insertion = () => operationOf({ do: 'insert', at: [partyId], entry: lakes, after: null })

  it('have defaults once they are loaded, edited and listed in the history', async () => {
    const trip = await insertTrip(db)
    const removal = operationOf({ do: 'remove', at: [partyId], was: lakes, after: null })
    await openStore().operate(trip, { operations: [insertion()], seen: {} }, person)
    await openStore().operate(trip, { operations: [removal], seen: {} }, person)
    await openStore().operate(trip, { operations: [insertion()], seen: {} }, person)
    await removeNewFields(trip.id)

    const store = openStore()
    expect((await store.load(trip, 'people', 3)).value).toEqual([lakes])
    expect(await store.findEarlier(trip, 'people', 1)).toEqual([lakes])
    const applied = await listApplied(db, trip.id, 'people', { from: 0, to: 1, maxBytes: 1e6 })
    expect(applied?.[0]?.operations).toMatchObject([{ do: 'insert', entry: lakes }])
    const at = [partyId, 'persons', ana.id, 'answered_for']
    const set = operationOf({ do: 'set', at, was: '', to: '2026-08-12' })
    const answer = await store.operate(trip, { operations: [set], seen: { people: 0 } }, person)
    expect(answer.refused).toEqual([])
    const value = [{ ...lakes, persons: [{ ...ana, answered_for: '2026-08-12' }] }]
    expect((await openStore().load(trip, 'people', 4)).value).toEqual(value)
  })

  it('come back complete if a late edit restores them', async () => {
    const trip = await insertTrip(db)
    const removal = operationOf({ do: 'remove', at: [partyId], was: lakes, after: null })
    await openStore().operate(trip, { operations: [insertion(), removal], seen: {} }, person)
    await removeNewFields(trip.id)
    const rename = operationOf({ do: 'set', at: [partyId, 'name'], was: 'The Lakes', to: 'The Ponds' })
    await openStore().operate(trip, { operations: [rename], seen: {} }, person)
    expect((await openStore().load(trip, 'people', 2)).value).toEqual([{ ...lakes, name: 'The Ponds' }])
  })

  it('get defaults if an older operation inserts them', async () => {
    const trip = await insertTrip(db)
    const operations = [withoutNewFields(insertion())]
    const answer = await openStore().operate(trip, { operations, seen: { people: 0 } }, person)
    expect(answer.refused).toEqual([])
    expect((await openStore().load(trip, 'people', 1)).value).toEqual([lakes])
  })

  async function removeNewFields(tripId: string) {
    const entries = await db.selectFrom('plan_entries').select(['id', 'value']).where('trip_id', '=', tripId).execute()
    for (const { id, value } of entries)
      await db
        .updateTable('plan_entries')
        .set({ value: JSON.stringify(withoutNewFields(value)) })
        .where('trip_id', '=', tripId)
        .where('id', '=', id)
        .execute()
    const versions = await db
      .selectFrom('plan_history')
      .select(['version', 'operations', 'value'])
      .where('trip_id', '=', tripId)
      .execute()
    for (const { version, operations, value } of versions)
      await db
        .updateTable('plan_history')
        .set({
          operations: JSON.stringify(withoutNewFields(operations)),
          value: value === null ? null : JSON.stringify(withoutNewFields(value)),
        })
        .where('trip_id', '=', tripId)
        .where('version', '=', version)
        .execute()
    const removed = await db
      .selectFrom('plan_removed')
      .select(['place', 'entry'])
      .where('trip_id', '=', tripId)
      .execute()
    for (const { place, entry } of removed)
      await db
        .updateTable('plan_removed')
        .set({ entry: JSON.stringify(withoutNewFields(entry)) })
        .where('trip_id', '=', tripId)
        .where('place', '=', place)
        .execute()
  }
})
