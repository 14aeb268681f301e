import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import { newVolunteer } from '#domain/plan/duties.ts'
import { newClaim } from '#domain/plan/gear.ts'
import {
  type CommonSectionName,
  isCommonSectionName,
  plan,
  type SectionName,
  sectionNames,
} from '#domain/plan/index.ts'
import { newLine, newMark, newMealDay } from '#domain/plan/meals.ts'
import { newPerson } from '#domain/plan/people.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import type { Trip } from '#domain/trip.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { appendVersion, UNREPORTED } from './history.ts'
import { rowsOf } from './index.ts'
import { mendIds } from './mend-ids.ts'
import { PlanStore } from './plan-store.ts'

const UUID = /(?<!own:)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
const inUpperCase = <Value>(value: Value): Value =>
  JSON.parse(JSON.stringify(value).replace(UUID, (id) => id.toUpperCase())) as Value
const upper = (id: string) => id.toUpperCase()

const [person, other, group, item, duty] = ['a', 'b', 'c', 'd', 'e'].map(
  (letter) => `${letter.repeat(8)}-0000-4000-8000-00000000000${letter}`,
) as [string, string, string, string, string]

/** A value of each section, with ids in upper case wherever an earlier version stored them. */
function storedValue(section: SectionName): unknown {
  const line = { ...newLine(upper(item), 'Milk'), for_whom: 'people' as const, people: [{ id: upper(person) }] }
  const day = newMealDay('car_trip', 1)
  const expense = newExpense(item, 'EUR', upper(person))
  const values: Partial<Record<SectionName, unknown>> = {
    checklist: [{ id: group, category: 'Camp', items: [{ ...newChecklistItem(upper(item)), name: 'Tent' }] }],
    gear: { claims: [newClaim({ id: upper(item), name: 'Tent' }, upper(person), 2)] },
    duties: { duties: plan.duties.empty.duties, volunteers: [newVolunteer(duty, upper(person))] },
    meals: { 1: { ...day, snacks: [{ ...line, marks: [{ ...newMark('nuts'), id: upper(newMark('nuts').id) }] }] } },
    costs: {
      ...plan.costs.empty,
      expenses: [
        {
          ...expense,
          payers: [newPayer(upper(person), 500)],
          shares: [newShare(upper(person)), newShare(other)],
          receipts: [{ id: upper(group), file_name: 'receipt.jpg' }],
        },
      ],
    },
  }
  if (values[section]) return values[section]
  const samples = fc.sample(anyValueOf[section] as fc.Arbitrary<unknown>, { seed: 7, numRuns: 20 })
  const longest = samples.toSorted((one, two) => JSON.stringify(two).length - JSON.stringify(one).length)[0]
  return inUpperCase(longest)
}

describe.each(engines)('ids in upper case of earlier versions on %s', (engine) => {
  let test: TestDatabase
  let trip: Trip
  let store: PlanStore
  const log = pino({ enabled: false })
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    trip = await insertTrip(test.database.kysely)
    for (const section of sectionNames) await place(section, storedValue(section))
    await placeRemoved()
    store = new PlanStore(test.database.kysely, () => new Date())
    await mendIds(test.database.kysely, store, log)
  })
  afterAll(() => test.remove())

  /** Stores a section as it was stored then: rows, version and history. */
  async function place(section: SectionName, value: unknown): Promise<void> {
    const db = test.database.kysely
    await rowsOf(section).write(db, trip.id, value, undefined)
    const text = JSON.stringify(value)
    const row = { trip_id: trip.id, section, version: 3, since_whole: 0, bytes: text.length }
    await db.insertInto('plan_sections').values(row).execute()
    if (!isCommonSectionName(section)) return
    const version = { tripId: trip.id, section, version: 3, saveId: randomUUID(), savedBy: null, savedAt: new Date() }
    await appendVersion(db, { ...version, operations: [], text: () => text, size: text.length, sinceWhole: null })
  }

  async function placeRemoved(): Promise<void> {
    const claim = newClaim({ id: upper(group), name: 'Stove' }, upper(person), 1)
    const removed = [
      { section: 'gear', place: `claims/${claim.id}`, entry: claim },
      {
        section: 'checklist',
        place: other,
        entry: { id: other, category: 'Old', items: [newChecklistItem(upper(duty))] },
      },
    ]
    for (const { entry, ...row } of removed)
      await test.database.kysely
        .insertInto('plan_removed')
        .values({ trip_id: trip.id, ...row, entry: JSON.stringify(entry), after: null })
        .execute()
  }

  const load = async (section: SectionName) => {
    const version = (await store.listVersions(trip.id))[section]
    // Not from the cache.
    return (await new PlanStore(test.database.kysely, () => new Date()).load(trip, section, version)).value
  }
  const operate = async (...operations: object[]) => {
    const all = operations.map((one) => ({ id: randomUUID(), ...one }) as PlanOperation)
    const answer = await store.operate(trip, { operations: all, seen: {} }, null)
    expect(answer.refused).toEqual([])
    return answer
  }

  it.each(sectionNames)('are in lower case in %s, as its schema returns them', async (section) => {
    const value = await load(section)
    expect(plan[section].schema.parse(value)).toEqual(value)
    if (section === 'gear' || section === 'duties' || section === 'costs') return
    expect(value).toEqual(plan[section].schema.parse(storedValue(section)))
  })

  it('have new derived ids', async () => {
    expect(await load('gear')).toEqual({ claims: [newClaim({ id: item, name: 'Tent' }, person, 2)] })
    expect(await load('duties')).toMatchObject({ volunteers: [newVolunteer(duty, person)] })
    expect(await load('costs')).toMatchObject({
      expenses: [
        {
          added_by: person,
          payers: [newPayer(person, 500)],
          shares: [newShare(person), newShare(other)],
          receipts: [{ id: group }],
        },
      ],
    })
  })

  it('led to one version without effects, once, and the history stays', async () => {
    const versions = await store.listVersions(trip.id)
    const nested: CommonSectionName[] = [
      'checklist',
      'itinerary',
      'meals',
      'people',
      'gear',
      'duties',
      'costs',
      'rides',
    ]
    for (const section of [...nested, 'private'] as const) expect([section, versions[section]]).toEqual([section, 4])
    const rows = await test.database.kysely
      .selectFrom('plan_history')
      .select(['section', 'version', 'save_id', 'value', 'operations'])
      .where('trip_id', '=', trip.id)
      .where('section', '=', 'checklist')
      .orderBy('version')
      .execute()
    expect(rows).toMatchObject([
      { version: 3, value: storedValue('checklist') },
      { version: 4, save_id: UNREPORTED, operations: [], value: [{ items: [{ id: item }] }] },
    ])
    const answer = await store.operate(
      trip,
      {
        operations: [
          { id: randomUUID(), section: 'checklist', do: 'set', at: [group, 'category'], was: 'Camp', to: 'Camping' },
        ],
        seen: { checklist: 3 },
      },
      null,
    )
    expect(answer).toMatchObject({ effects: [], values: { checklist: [{ items: [{ id: item }] }] } })
    const before = await store.listVersions(trip.id)
    await mendIds(test.database.kysely, store, log)
    await test.database.kysely.deleteFrom('plan_mends').execute()
    if (engine === 'sqlite') await mendIds(test.database.kysely, store, log)
    expect(await store.listVersions(trip.id)).toEqual(before)
  })

  it('are found by operations of devices that have them still', async () => {
    const at = [group, 'items', upper(item), 'checked']
    await operate({ section: 'checklist', do: 'set', at, was: false, to: true })
    expect(await load('checklist')).toMatchObject([{ items: [{ id: item, checked: true }] }])
    const claim = newClaim({ id: upper(item), name: 'Tent' }, upper(person), 2)
    await operate({ section: 'gear', do: 'set', at: ['claims', claim.id, 'count'], was: 2, to: 3 })
    // An entry that is inserted late, with what was typed in it in the same request and in a later one.
    const late = newClaim({ id: upper(duty), name: 'Axe' }, upper(person), 1)
    await operate(
      { section: 'gear', do: 'insert', at: ['claims', late.id], entry: late, after: null },
      { section: 'gear', do: 'set', at: ['claims', late.id, 'count'], was: 1, to: 4 },
    )
    await operate({ section: 'gear', do: 'set', at: ['claims', late.id, 'is_packed'], was: false, to: true })
    const { claims } = (await load('gear')) as { claims: unknown[] }
    expect(claims).toEqual([
      { ...newClaim({ id: item, name: 'Tent' }, person, 2), count: 3 },
      { ...newClaim({ id: duty, name: 'Axe' }, person, 4), is_packed: true },
    ])
  })

  it('are in lower case in what is restored', async () => {
    const claim = newClaim({ id: upper(group), name: 'Stove' }, upper(person), 1)
    await operate({ section: 'gear', do: 'restore', at: ['claims', claim.id], was: claim, after: null })
    const was = { id: other, category: 'Old', items: [newChecklistItem(upper(duty))] }
    await operate({ section: 'checklist', do: 'restore', at: [other], was, after: null })
    expect(await load('gear')).toMatchObject({
      claims: expect.arrayContaining([newClaim({ id: group, name: 'Stove' }, person, 1)]),
    })
    expect(await load('checklist')).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ id: other, items: [newChecklistItem(duty)] })]),
    )
  })

  it('are stored in lower case when they are sent', async () => {
    const [newGroup, newItem, ana] = [randomUUID(), randomUUID(), randomUUID()]
    const entry = { id: newGroup, category: 'New', items: [newChecklistItem(upper(newItem))] }
    const party = { id: newGroup, name: '', persons: [newPerson(upper(ana), 'Ana')] }
    const answer = await operate(
      {
        section: 'checklist',
        do: 'insert',
        at: [newGroup],
        entry,
        after: null,
      },
      { section: 'people', do: 'insert', at: [newGroup], entry: party, after: null },
    )
    expect(JSON.stringify(answer)).not.toContain(upper(newItem))
    expect(await load('checklist')).toMatchObject([{ id: newGroup, items: [{ id: newItem }] }, {}, {}])
    expect(await load('people')).toMatchObject([
      { id: newGroup, persons: [{ id: ana }] },
      ...((await load('people')) as []).slice(1),
    ])
    // The same person again.
    const again = { ...party, id: randomUUID() }
    const operation = { id: randomUUID(), section: 'people', do: 'insert', at: [again.id], entry: again, after: null }
    const { refused } = await store.operate(trip, { operations: [operation as PlanOperation], seen: {} }, null)
    expect(refused).toMatchObject([{ code: 'invalid_operation' }])
  })
})
