import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonHere } from '#domain/api/events.ts'
import type { PlanOperation } from '#domain/api/operations.ts'
import { applyEffect } from '#domain/operations/effects.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { forms } from '#domain/plan/forms.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import { canonical } from '#domain/testing/canonical.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/engine.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertTrip } from '#server/testing/rows.ts'
import { makeSection } from './make-section.ts'
import { type LoadedSection, PlanStore, versionedNames } from './plan-store.ts'

const empty = details.empty
const row = (place: string) => ({ id: randomUUID() as string, place, distance: '20 km' })
const set = (name: string, to: string, was = ''): PlanOperation => ({
  id: randomUUID(),
  section: 'details',
  do: 'set',
  at: [name],
  to,
  was,
})
const insert = (entry: { id: string }, after: string | null = null): PlanOperation => ({
  id: randomUUID(),
  section: 'details',
  do: 'insert',
  at: ['car_trip_distances', entry.id],
  entry,
  after,
})
const read = ({ version, text }: LoadedSection) => ({ version, value: JSON.parse(text) as Details })

describe.each(engines)('the plans of trips on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  let store: PlanStore
  let person: PersonHere
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
    store = openStore()
    person = { id: await insertAccount(db), username: 'robin' }
  })
  afterAll(() => test.remove())

  /** A store with an empty cache, as in another process. */
  const openStore = (clock = () => new Date()) => new PlanStore(db, clock)
  const newTrip = () => insertTrip(db)
  const operate = (trip: Trip, operations: PlanOperation[], seen?: number, by = store) =>
    by.operate(trip, { operations, seen: seen === undefined ? {} : { details: seen } }, person)
  const make = (trip: Trip, value: Partial<Details>) =>
    makeSection(store, trip, 'details', { ...empty, ...value }, { person })
  const current = async (trip: Trip, from = openStore()) => {
    const { details: version } = await from.listVersions(trip.id)
    return read(await from.load(trip, 'details', version))
  }
  const historyOf = async (trip: Trip) => {
    const rows = await db
      .selectFrom('plan_history')
      .select(['section', 'version', 'save_id', 'saved_by', 'saved_at'])
      .where('trip_id', '=', trip.id)
      .orderBy('version')
      .execute()
    return Promise.all(
      rows.map(async (entry) => ({ ...entry, value: await store.findEarlier(trip, 'details', entry.version) })),
    )
  }

  it('start with the template at version 0, without any rows', async () => {
    const trip = await newTrip()
    expect(await store.listVersions(trip.id)).toEqual(Object.fromEntries(versionedNames.map((name) => [name, 0])))
    expect(await current(trip)).toEqual({ version: 0, value: empty })
    expect(await historyOf(trip)).toEqual([])
  })

  it('SAVE-8 replace the rows of their own trip and leave other trips alone', async () => {
    const [trip, other] = [await newTrip(), await newTrip()]
    const otherRows = [row('Ottawa'), row('Barrie')]
    await make(other, { destination_name: 'Killarney', car_trip_distances: otherRows })
    await make(trip, { destination_name: 'Algonquin', car_trip_distances: [row('Toronto'), row('Huntsville')] })
    const remaining = [row('Sudbury')]
    await make(trip, { destination_name: 'Algonquin', car_trip_distances: remaining })

    const rows = db.selectFrom('trip_distances').select(['trip_id', 'id', 'place', 'distance']).orderBy('order_index')
    expect(await rows.where('trip_id', '=', trip.id).execute()).toEqual(
      remaining.map((entry) => ({ trip_id: trip.id, ...entry })),
    )
    expect(await rows.where('trip_id', '=', other.id).execute()).toEqual(
      otherRows.map((entry) => ({ trip_id: other.id, ...entry })),
    )
    expect(await current(other)).toMatchObject({
      version: 1,
      value: { destination_name: 'Killarney', car_trip_distances: otherRows },
    })
  })

  it('get a new version with every changing request, with author, time and value in the history', async () => {
    const trip = await newTrip()
    let minute = 0
    const later = openStore(() => new Date(`2026-06-01T12:0${minute}:00.000Z`))
    const names = ['a', 'b', 'c']
    const operations = names.map((to, index) => set('destination_name', to, names[index - 1]))
    for (const [index, operation] of operations.entries()) {
      minute++
      const request = { operations: [operation], seen: { details: index } }
      const answer = await later.operate(trip, request, index === 1 ? null : person)
      expect(answer.versions).toEqual({ details: index + 1 })
      expect(await later.listVersions(trip.id)).toMatchObject({ details: index + 1, notes: 0, documents: 0 })
    }
    expect(await historyOf(trip)).toEqual(
      operations.map(({ id }, index) => ({
        section: 'details',
        version: index + 1,
        save_id: id,
        saved_by: index === 1 ? null : person.id,
        saved_at: `2026-06-01T12:0${index + 1}:00.000Z`,
        value: { ...empty, destination_name: names[index] },
      })),
    )
  })

  it.each(commonSectionNames)('return every earlier version of %s, whatever led to it', async (name) => {
    const trip = await newTrip()
    const values = fc.sample(anyValueOf[name] as fc.Arbitrary<unknown>, 12)
    const made: unknown[] = [planTemplates[name](trip.type)]
    for (const value of values) if (await makeSection(store, trip, name, value as never)) made.push(value)
    for (const [version, value] of made.entries())
      expect(canonical(forms[name], await store.findEarlier(trip, name, version))).toEqual(
        canonical(forms[name], value),
      )
    expect(await store.findEarlier(trip, name, made.length)).toBeUndefined()
  })

  it('add only the tick to the history, not the whole list', async () => {
    const trip = await newTrip()
    const groups = planTemplates.checklist(trip.type)
    const ticks = groups.flatMap((group) => group.items.map((item) => [group.id, 'items', item.id, 'checked']))
    for (const at of ticks) {
      const operation: PlanOperation = { id: randomUUID(), section: 'checklist', do: 'set', at, to: true, was: false }
      await store.operate(trip, { operations: [operation], seen: {} }, person)
    }
    const rows = await db
      .selectFrom('plan_history')
      .select(['operations', 'value'])
      .where('trip_id', '=', trip.id)
      .execute()
    const text = JSON.stringify(groups)
    const written = rows.reduce((sum, { operations, value }) => sum + JSON.stringify([operations, value]).length, 0)
    expect(rows.length).toBe(ticks.length)
    // Each tick by itself, plus a snapshot whenever the ticks since the last one are as long as the list.
    expect(written).toBeLessThan(text.length * 2 + rows.length * 700)
    for (const done of [1, 41, ticks.length]) {
      const value = (await store.findEarlier(trip, 'checklist', done)) as typeof groups
      expect(value.flatMap(({ items }) => items.filter(({ checked }) => checked))).toHaveLength(done)
    }
  })

  it('merge edits that start from an earlier version', async () => {
    const trip = await newTrip()
    const [toronto, ottawa] = [row('Toronto'), row('Ottawa')]
    await operate(trip, [set('destination_name', 'Algonquin'), insert(toronto)], 0)
    await operate(trip, [set('destination_name', 'Killarney', 'Algonquin'), insert(ottawa, toronto.id)], 1)
    const distance: PlanOperation = {
      ...set('', '270 km', '20 km'),
      at: ['car_trip_distances', toronto.id, 'distance'],
    }
    const answer = await operate(trip, [set('car_trip_entry_gate', 'West Gate'), distance], 1)
    expect(answer.versions).toEqual({ details: 3 })
    const merged = {
      ...empty,
      destination_name: 'Killarney',
      car_trip_entry_gate: 'West Gate',
      car_trip_distances: [{ ...toronto, distance: '270 km' }, ottawa],
    }
    expect(await current(trip)).toEqual({ version: 3, value: merged })
    expect((await historyOf(trip)).at(-1)).toMatchObject({ version: 3, value: merged })
  })

  it('do not apply an operation again, and answer a retry with the current value', async () => {
    const trip = await newTrip()
    const first = set('destination_name', 'Algonquin')
    await operate(trip, [first], 0)
    expect(await operate(trip, [first], 0)).toMatchObject({
      versions: { details: 1 },
      effects: [{ op: first.id, is: 'Algonquin' }],
    })
    await operate(trip, [set('destination_name', 'Killarney', 'Algonquin')], 1)
    const history = await historyOf(trip)
    for (const again of [store, openStore()]) {
      expect((await operate(trip, [first], 1, again)).effects).toMatchObject([{ version: 2, is: 'Killarney' }])
      expect((await operate(trip, [first], 2, again)).effects).toEqual([])
      for (const unknown of [3, 99]) {
        const { effects, values } = await operate(trip, [first], unknown, again)
        expect([effects, values]).toEqual([[], { details: { ...empty, destination_name: 'Killarney' } }])
      }
    }
    expect(await historyOf(trip)).toEqual(history)
  })

  it('apply an operation once when it is retried while the first request is running', async () => {
    const trip = await newTrip()
    const operation = insert(row('Toronto'))
    const answers = await Promise.all(Array.from({ length: 5 }, () => operate(trip, [operation], 0, openStore())))
    for (const answer of answers)
      expect(answer).toMatchObject({ versions: { details: 1 }, effects: [{ op: operation.id }] })
    expect(await historyOf(trip)).toHaveLength(1)
  })

  it('apply an operation whose id is known in another trip only', async () => {
    const [trip, other] = [await newTrip(), await newTrip()]
    const operation = set('destination_name', 'Algonquin')
    await operate(trip, [operation])
    expect(await operate(other, [{ ...operation, to: 'Killarney' } as PlanOperation])).toMatchObject({
      versions: { details: 1 },
    })
    expect(await current(other)).toMatchObject({ value: { destination_name: 'Killarney' } })
  })

  it('name the user whose edit prevents a removal, if it is newer than the seen version', async () => {
    const trip = await newTrip()
    const toronto = row('Toronto')
    const ana = { id: await insertAccount(db), username: 'robin' }
    await db.updateTable('profiles').set({ username: 'ana' }).where('id', '=', ana.id).execute()
    await operate(trip, [insert(toronto)])
    const place: PlanOperation = {
      ...set('', 'Toronto, downtown', 'Toronto'),
      at: ['car_trip_distances', toronto.id, 'place'],
    }
    await store.operate(trip, { operations: [place], seen: {} }, ana)
    // Another entry is added and this one is moved. Neither conflicts with removing it.
    await operate(trip, [insert(row('Ottawa'), toronto.id)])
    await operate(trip, [
      { id: randomUUID(), section: 'details', do: 'move', at: ['car_trip_distances', toronto.id], after: null },
    ])
    const remove = (): PlanOperation => ({ ...insert(toronto), do: 'remove', was: toronto }) as PlanOperation
    for (const [seen, by] of [
      [1, 'ana'],
      [2, null],
      [undefined, null],
    ] as const) {
      const operation = remove()
      expect(await operate(trip, [operation], seen)).toMatchObject({
        superseded: [{ id: operation.id, by }],
        refused: [],
      })
      expect(await operate(trip, [operation], seen)).toMatchObject({ superseded: [{ id: operation.id, by }] })
    }
    await db.deleteFrom('users').where('id', '=', ana.id).execute()
    expect(await operate(trip, [remove()], 1)).toMatchObject({ superseded: [{ by: null }] })
  })

  it('let the event loop run while thousands of rows are written', async () => {
    const trip = await newTrip()
    const operations = Array.from({ length: 5500 }, () => insert(row('')))
    let iterations = 0
    const countIteration = () => {
      iterations += 1
      next = setImmediate(countIteration)
    }
    let next = setImmediate(countIteration)
    await operate(trip, operations)
    clearImmediate(next)
    expect(iterations).toBeGreaterThanOrEqual(5)
    expect((await current(trip)).value.car_trip_distances).toHaveLength(5500)
  })

  it('leave rows, version, history and cache unchanged when operations fail halfway', async () => {
    const trip = await newTrip()
    const toronto = row('Toronto')
    await make(trip, { destination_name: 'Algonquin', car_trip_distances: [toronto] })
    const state = async () => ({
      plan: [await current(trip), await current(trip, store)],
      history: await historyOf(trip),
      row: await db.selectFrom('trips').selectAll().where('id', '=', trip.id).execute(),
      counts: await countRows(db, 'plan_sections', 'trip_distances', 'plan_operations', 'plan_removed'),
    })
    const before = await state()
    const published: unknown[] = []
    store.onChange((_, change) => published.push(change))
    const remove = { ...insert(toronto), do: 'remove', was: toronto } as PlanOperation
    const operations = [set('destination_name', 'Killarney', 'Algonquin'), remove]
    // The history is written last and fails, because this user does not exist. The other request is stored.
    const nobody = { id: randomUUID(), username: 'nobody' }
    const [failing, other] = await Promise.allSettled([
      store.operate(trip, { operations, seen: {} }, nobody),
      operate(trip, [set('destination_name', 'Algonquin', 'Algonquin')]),
    ])
    expect(failing).toMatchObject({
      status: 'rejected',
      reason: { cause: { message: expect.stringMatching(/foreign key/i) } },
    })
    expect(other).toMatchObject({ status: 'fulfilled', value: { versions: { details: 1 } } })
    expect(await state()).toEqual({
      ...before,
      counts: { ...before.counts, plan_operations: before.counts.plan_operations + 1 },
    })
    expect(published).toEqual([])
    expect(await operate(trip, operations, 1)).toMatchObject({ versions: { details: 2 }, refused: [] })
    expect(published).toMatchObject([
      { part: 'details', version: 2, by: person, effects: [{ is: 'Killarney' }, { gone: true }] },
    ])
  })

  it('apply 20 simultaneous requests, show only whole versions meanwhile, and publish in commit order', async () => {
    const trip = await newTrip()
    await operate(trip, [set('destination_name', 'Algonquin')])
    const stores = [store, openStore(), openStore()]
    const published = stores.map((one) => {
      const versions: (number | null)[] = []
      one.onChange((tripId, { version }) => tripId === trip.id && versions.push(version))
      return versions
    })
    const rows = Array.from({ length: 20 }, (_, n) => row(`place ${n}`))
    const requests = rows.map((entry, n) => operate(trip, [insert(entry)], 1, stores[n % 3]))
    const reads = rows.map((_, n) => current(trip, stores[n % 3]))
    const answers = await Promise.all(requests)
    const seen = await Promise.all(reads)

    expect(answers.map(({ versions }) => versions.details ?? 0).toSorted((a, b) => a - b)).toEqual(
      rows.map((_, n) => n + 2),
    )
    for (const versions of published) expect(versions).toEqual(versions.toSorted((a, b) => Number(a) - Number(b)))
    expect(published.flat()).toHaveLength(20)
    const end = await current(trip)
    expect(end.version).toBe(21)
    expect(end.value.car_trip_distances.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    const history = new Map((await historyOf(trip)).map(({ version, value }) => [version, value]))
    expect(history.size).toBe(21)
    for (const { version, value } of seen) expect(value, `version ${version}`).toEqual(history.get(version))
    const start = history.get(1)
    for (const { effects, values, versions } of answers) {
      const result = values.details ?? effects.reduce((value, effect) => applyEffect(value, effect), start)
      expect(result).toEqual(history.get(versions.details ?? 0))
    }
  })

  it('never return a cached value as a later version', async () => {
    const trip = await newTrip()
    const [one, another] = [openStore(), openStore()]
    await operate(trip, [set('destination_name', 'Algonquin')], 0, one)
    expect(await current(trip, one)).toMatchObject({ version: 1, value: { destination_name: 'Algonquin' } })
    await operate(trip, [set('destination_name', 'Killarney', 'Algonquin')], 1, another)
    expect(await current(trip, one)).toMatchObject({ version: 2, value: { destination_name: 'Killarney' } })
    // If the version is gone, a store that has not cached it returns the current one.
    expect(read(await openStore().load(trip, 'details', 1))).toMatchObject({
      version: 2,
      value: { destination_name: 'Killarney' },
    })
    await operate(trip, [set('map_embed_url', 'Map')], 2, another)
    // Its own operations start from the stored value, not from the cached one.
    await operate(trip, [set('car_trip_entry_gate', 'West Gate')], 2, one)
    const value = { destination_name: 'Killarney', map_embed_url: 'Map', car_trip_entry_gate: 'West Gate' }
    for (const store of [one, another, openStore()])
      expect(await current(trip, store)).toMatchObject({ version: 4, value })
  })

  it('are deleted with their trip', async () => {
    const trip = await newTrip()
    await make(trip, { car_trip_distances: [row('Toronto')] })
    await db.deleteFrom('trips').where('id', '=', trip.id).execute()
    for (const table of ['plan_sections', 'plan_history', 'trip_distances'] as const) {
      expect(await db.selectFrom(table).select('trip_id').where('trip_id', '=', trip.id).execute(), table).toEqual([])
    }
  })
})
