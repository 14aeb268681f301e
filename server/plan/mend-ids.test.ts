import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { PlanOperation } from '#domain/api/operations.ts'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newExpense, newPayer, newShare } from '#domain/plan/costs.ts'
import type { Details } from '#domain/plan/details.ts'
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
import { MAX_FOOD_NOTE, newPerson, type Party } from '#domain/plan/people.ts'
import { newRecord } from '#domain/plan/private.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/engine.ts'
import { ensureFormerMember, forgetPerson } from '#server/people/forget-person.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { appendVersion, UNREPORTED } from './history.ts'
import { rowsOf } from './index.ts'
import { mendIds } from './mend-ids.ts'
import { PlanStore } from './plan-store.ts'
import { rememberRenamed } from './renamed.ts'

const UUID = /(?<!own:)[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** But the places that other sections name: no version stored them so. */
const inUpperCase = <Value>(value: Value): Value =>
  JSON.parse(
    JSON.stringify(value)
      .replace(UUID, (id) => id.toUpperCase())
      .replace(/(?<="place_id":")[^"]*/g, (id) => id.toLowerCase()),
  ) as Value
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
  if (section === 'private')
    // Of the people on the list, each in their party.
    return (storedValue('people') as Party[]).map(({ id, persons }) => ({
      id,
      persons: persons.map((one) => ({ ...newRecord(one.id), medical: 'Asthma' })),
    }))
  const samples = fc.sample(anyValueOf[section] as fc.Arbitrary<unknown>, { seed: 7, numRuns: 20 })
  const longest = samples.toSorted((one, two) => JSON.stringify(two).length - JSON.stringify(one).length)[0]
  // What was taken up of a sample is of a later version too.
  return section === 'details'
    ? { ...inUpperCase(longest as Details), adopted: (longest as Details).adopted }
    : inUpperCase(longest)
}

/** Stores a section as it was stored then: rows, version and history. */
async function place(db: Db, trip: Trip, section: SectionName, value: unknown): Promise<void> {
  await rowsOf(section).write(db, trip.id, value, undefined)
  const text = JSON.stringify(value)
  const row = { trip_id: trip.id, section, version: 3, since_whole: 0, bytes: text.length }
  await db.insertInto('plan_sections').values(row).execute()
  if (!isCommonSectionName(section)) return
  const version = { tripId: trip.id, section, version: 3, saveId: randomUUID(), savedBy: null, savedAt: new Date() }
  await appendVersion(db, { ...version, operations: [], text: () => text, size: text.length, sinceWhole: null })
}

describe.each(engines)('ids in upper case of earlier versions on %s', (engine) => {
  let test: TestDatabase
  let trip: Trip
  let store: PlanStore
  const log = pino({ enabled: false })
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    trip = await insertTrip(test.database.kysely)
    for (const section of sectionNames) await place(test.database.kysely, trip, section, storedValue(section))
    await placeRemoved()
    store = new PlanStore(test.database.kysely, () => new Date())
    await mendIds(test.database.kysely, store, log)
  })
  afterAll(() => test.remove())

  async function placeRemoved(): Promise<void> {
    const claim = newClaim({ id: upper(group), name: 'Stove' }, upper(person), 1)
    const removed = [
      { section: 'gear', place: `claims/${claim.id}`, entry: claim },
      {
        section: 'checklist',
        place: upper(other),
        entry: { id: upper(other), category: 'Old', items: [newChecklistItem(upper(duty))] },
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
    await mendIds(test.database.kysely, store, log)
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

describe.each(engines)('ids in upper case on %s, if something is in the way', (engine) => {
  let test: TestDatabase
  let store: PlanStore
  const log = pino({ enabled: false })
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    store = new PlanStore(test.database.kysely, () => new Date())
  })
  afterAll(() => test.remove())

  const mend = async () => {
    await test.database.kysely.deleteFrom('plan_mends').execute()
    await mendIds(test.database.kysely, store, log)
  }
  const progress = () => test.database.kysely.selectFrom('plan_mends').select('last_trip').execute()
  const load = async (trip: Trip, section: SectionName) => {
    const version = (await store.listVersions(trip.id))[section]
    return (await new PlanStore(test.database.kysely, () => new Date()).load(trip, section, version)).value
  }
  const checklist = [{ id: group, category: 'Camp', items: [{ ...newChecklistItem(upper(item)), name: 'Tent' }] }]
  const claimOf = (personId: string) => ({ claims: [newClaim({ id: item, name: 'Tent' }, personId, 2)] })

  it('stay where somebody is in two parties, with all that names people', async () => {
    const trip = await insertTrip(test.database.kysely)
    const stored = {
      people: [
        { id: group, name: 'Us', persons: [newPerson(person, 'Ana')] },
        { id: other, name: 'Them', persons: [newPerson(upper(person), 'Ana')] },
      ],
      private: [{ id: other, persons: [{ ...newRecord(upper(person)), medical: 'Asthma', in_emergency: true }] }],
      gear: claimOf(upper(person)),
    }
    for (const [section, value] of Object.entries(stored))
      await place(test.database.kysely, trip, section as SectionName, value)
    await place(test.database.kysely, trip, 'costs', storedValue('costs'))
    await mend()
    for (const [section, value] of Object.entries(stored))
      expect(await load(trip, section as SectionName)).toEqual(value)
    expect(await progress()).toEqual([{ last_trip: null }])
  })

  it('stay where two entries say different things, and no one is told that they are gone', async () => {
    const trip = await insertTrip(test.database.kysely)
    const [one, two] = [newPerson(upper(person), 'Ana'), newPerson(person, 'Ana')]
    const persons = [
      { ...one, food_note: 'x'.repeat(MAX_FOOD_NOTE) },
      { ...two, food_note: 'y'.repeat(MAX_FOOD_NOTE) },
    ]
    const people = [{ id: group, name: 'Us', persons }]
    await place(test.database.kysely, trip, 'people', people)
    await mend()
    expect(JSON.stringify(await load(trip, 'people'))).toMatch(/x{200}.*y{200}/)
  })

  it('are mended by the next start if the database was busy, from that trip on', async () => {
    const trips = [await insertTrip(test.database.kysely), await insertTrip(test.database.kysely)]
    const value = [{ id: group, name: '', persons: [newPerson(upper(person), 'Ana')] }]
    for (const trip of trips) await place(test.database.kysely, trip, 'people', value)
    const rewrite = vi.spyOn(store, 'rewriteSections').mockRejectedValueOnce(new Error('SQLITE_BUSY'))
    await mend()
    rewrite.mockRestore()
    expect(await progress()).not.toContainEqual({ last_trip: null })
    await mendIds(test.database.kysely, store, log)
    for (const trip of trips) expect(await load(trip, 'people')).toMatchObject([{ persons: [{ id: person }] }])
    expect(await progress()).toEqual([{ last_trip: null }])
  })

  it('are not looked for again in trips that were mended before a start was killed', async () => {
    const trip = await insertTrip(test.database.kysely)
    await place(test.database.kysely, trip, 'gear', claimOf(upper(person)))
    await test.database.kysely.updateTable('plan_mends').set({ last_trip: trip.id }).execute()
    await mendIds(test.database.kysely, store, log)
    expect(await load(trip, 'gear')).toEqual(claimOf(upper(person)))
    await mend()
    expect(await load(trip, 'gear')).toEqual(claimOf(person))
  })

  it('name a former member or the merged entry, if they were references to one', async () => {
    const trip = await insertTrip(test.database.kysely)
    await place(test.database.kysely, trip, 'gear', {
      claims: [...claimOf(upper(person)).claims, newClaim({ id: duty, name: 'Axe' }, upper(other), 1)],
    })
    await rememberRenamed(test.database.kysely, trip.id, [
      { kind: 'person', id: person, currentId: null },
      { kind: 'merged-person', id: other, currentId: group },
    ])
    await mend()
    const { claims } = (await load(trip, 'gear')) as { claims: { person_id: string }[] }
    expect(claims[0]?.person_id).toMatch(/^[0-9a-f-]{36}$/)
    expect(claims[0]?.person_id).not.toBe(person)
    expect(claims[1]?.person_id).toBe(group)
    const departed = await test.database.kysely
      .selectFrom('departed_people')
      .select('person_id')
      .where('trip_id', '=', trip.id)
      .execute()
    expect(departed).toEqual([{ person_id: claims[0]?.person_id }])
  })

  it('are erased from the history with an account', async () => {
    const trip = await insertTrip(test.database.kysely)
    const user = await insertAccount(test.database.kysely)
    const letters = upper(user)
    await place(test.database.kysely, trip, 'people', [
      { id: letters, name: 'Ana', persons: [newPerson(letters, 'Ana')] },
    ])
    await place(test.database.kysely, trip, 'gear', claimOf(letters))
    await place(test.database.kysely, trip, 'checklist', checklist)
    await mend()
    await ensureFormerMember(test.database.kysely, new Date())
    await forgetPerson({ plan: store }, trip, [user])
    const rows = await test.database.kysely
      .selectFrom('plan_history')
      .selectAll()
      .where('trip_id', '=', trip.id)
      .execute()
    const text = JSON.stringify(rows)
    expect(text.toLowerCase()).not.toContain(user)
    expect(text).not.toContain('"Ana"')
    // Nothing else was lost.
    expect(text).toContain('Tent')
  })
})
