import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toPersonHere } from '#domain/api/events.ts'
import type { PlanOperation } from '#domain/api/operations.ts'
import { applyEffect } from '#domain/operations/effects.ts'
import type { Mutation } from '#domain/operations/operation.ts'
import type { NamedUser } from '#domain/person.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { forms } from '#domain/plan/forms.ts'
import { commonSectionNames } from '#domain/plan/index.ts'
import { newPurchase } from '#domain/plan/shopping.ts'
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
  let person: NamedUser
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
    store = openStore()
    person = { id: await insertAccount(db), username: 'robin', full_name: 'Robin Tester' }
  })
  afterAll(() => test.remove())

  /** A store with an empty cache, as in another process. */
  const openStore = (clock = () => new Date()) => new PlanStore(db, clock)
  const newTrip = () => insertTrip(db)
  async function insertAna(): Promise<NamedUser> {
    const ana = { id: await insertAccount(db), username: 'ana', full_name: 'Ana Banana' }
    await db
      .updateTable('profiles')
      .set({ username: ana.username, full_name: ana.full_name })
      .where('id', '=', ana.id)
      .execute()
    return ana
  }
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

  describe('where two people typed in one short field', () => {
    const HOUR = 3_600_000
    const noon = Date.parse('2026-08-01T12:00:00Z')
    const gate = 'car_trip_entry_gate'

    /** Sends what a person typed at `when` by a clock, and sent at `sentAt` by the same clock, and arrived at `now`. */
    async function typed(
      trip: Trip,
      by: NamedUser,
      { to, was = '', when, sentAt, now }: { to: string; was?: string; when?: number; sentAt?: number; now: number },
    ) {
      const operation: PlanOperation = { ...set(gate, to, was), ...(when !== undefined && { when }) }
      const request = { operations: [operation], seen: {}, ...(sentAt !== undefined && { sent_at: sentAt }) }
      return { operation, answer: await openStore(() => new Date(now)).operate(trip, request, by) }
    }
    const gateOf = async (trip: Trip) => (await current(trip)).value[gate]
    let ana: NamedUser
    beforeAll(async () => {
      ana = await insertAna()
    })

    it('the newer typing wins, although the older arrives later', async () => {
      const trip = await newTrip()
      await typed(trip, ana, { to: 'East gate', when: noon, sentAt: noon, now: noon })
      const { operation, answer } = await typed(trip, person, {
        to: 'West gate',
        when: noon - 8 * HOUR,
        sentAt: noon + HOUR,
        now: noon + HOUR,
      })
      expect(answer).toMatchObject({
        superseded: [{ id: operation.id, by: 'Ana Banana', is: 'East gate' }],
        refused: [],
      })
      expect(await gateOf(trip)).toBe('East gate')
    })

    it('the newer typing wins if it arrives later', async () => {
      const trip = await newTrip()
      await typed(trip, ana, { to: 'East gate', when: noon - 8 * HOUR, sentAt: noon, now: noon })
      const { answer } = await typed(trip, person, {
        to: 'West gate',
        when: noon,
        sentAt: noon + HOUR,
        now: noon + HOUR,
      })
      expect(answer.superseded).toEqual([])
      expect(await gateOf(trip)).toBe('West gate')
    })

    it.each([
      ['late', 3 * HOUR],
      ['early', -3 * HOUR],
    ])('a clock that is hours %s is corrected', async (_, error) => {
      const trip = await newTrip()
      await typed(trip, ana, { to: 'East gate', when: noon, sentAt: noon, now: noon })
      const older = { when: noon - HOUR + error, sentAt: noon + HOUR + error, now: noon + HOUR }
      expect((await typed(trip, person, { to: 'West gate', ...older })).answer.superseded).toHaveLength(1)
      const newer = { when: noon + HOUR + error, sentAt: noon + 2 * HOUR + error, now: noon + 2 * HOUR }
      expect((await typed(trip, person, { to: 'North gate', ...newer })).answer.superseded).toEqual([])
      expect(await gateOf(trip)).toBe('North gate')
    })

    it('nothing counts as typed after its arrival, and an edit without a time is never older', async () => {
      const trip = await newTrip()
      await typed(trip, ana, { to: 'East gate', when: noon + 9 * HOUR, sentAt: noon, now: noon })
      expect(
        (await typed(trip, person, { to: 'West gate', when: noon + 1, sentAt: noon + 1, now: noon + 1 })).answer,
      ).toMatchObject({ superseded: [] })
      const old = await typed(trip, ana, { to: 'East gate', when: noon, sentAt: noon + 2, now: noon + 2 })
      expect(old.answer.superseded).toHaveLength(1)
      expect((await typed(trip, ana, { to: 'North gate', now: noon + 3 })).answer.superseded).toEqual([])
      expect(await gateOf(trip)).toBe('North gate')
    })

    it('an edit of what its author has seen is applied, whatever its time', async () => {
      const trip = await newTrip()
      await typed(trip, ana, { to: 'East gate', when: noon, sentAt: noon, now: noon })
      await typed(trip, person, { to: 'West gate', was: 'East gate', when: noon - HOUR, sentAt: noon, now: noon })
      expect(await gateOf(trip)).toBe('West gate')
    })

    it('a retry has the same outcome, although the field has changed since', async () => {
      const trip = await newTrip()
      await typed(trip, ana, { to: 'East gate', when: noon, sentAt: noon, now: noon })
      const older = { when: noon - HOUR, sentAt: noon + 1, now: noon + 1 }
      const { operation } = await typed(trip, person, { to: 'West gate', ...older })
      await typed(trip, ana, { to: '', was: 'East gate', now: noon + 2 })
      const request = { operations: [operation], seen: {}, sent_at: noon + 3 }
      const answer = await openStore(() => new Date(noon + 3)).operate(trip, request, person)
      expect(answer).toMatchObject({
        versions: { details: 2 },
        superseded: [{ id: operation.id, by: 'Ana Banana', is: '' }],
      })
    })

    it('the later of two in one request wins, and both in a request can give way', async () => {
      const trip = await newTrip()
      await typed(trip, ana, { to: 'East gate', when: noon, sentAt: noon, now: noon })
      const operations = [set(gate, 'West'), set(gate, 'West gate', 'West')].map((operation, index) => ({
        ...operation,
        when: noon - HOUR + index,
      }))
      const late = openStore(() => new Date(noon + 1))
      const answer = await late.operate(trip, { operations, seen: {}, sent_at: noon + 1 }, person)
      expect(answer.superseded.map(({ id }) => id)).toEqual(operations.map(({ id }) => id))
      expect(await gateOf(trip)).toBe('East gate')
    })

    it('the newer typing wins over a contribution that was inserted twice', async () => {
      const trip = await newTrip()
      const entry = { ...newPurchase(randomUUID(), { key: '1:milk', name: 'milk' }, ''), amount: '1' }
      const at = ['purchases', entry.id]
      const send = (now: number, when: number, mutation: Mutation) => {
        const operation: PlanOperation = { ...mutation, id: randomUUID(), section: 'shopping', when }
        const store = openStore(() => new Date(now))
        return store.operate(trip, { operations: [operation], seen: {}, sent_at: now }, person)
      }
      await send(noon, noon - 9 * HOUR, { do: 'insert', at, entry })
      await send(noon, noon, { do: 'set', at: [...at, 'amount'], was: '1', to: '3' })
      const again: Mutation = { do: 'insert', at, entry: { ...entry, amount: '2', unit: 'L' } }
      const { refused } = await send(noon + 1, noon - HOUR, again)
      expect(refused).toEqual([])
      const { shopping: version } = await openStore().listVersions(trip.id)
      const { value } = await openStore().load(trip, 'shopping', version)
      expect(value).toMatchObject({ purchases: [{ ...entry, amount: '3', unit: 'L' }] })
    })

    it('nobody is named if their account is deleted', async () => {
      const trip = await newTrip()
      const ben = { id: await insertAccount(db), username: 'ben', full_name: 'Ben' }
      await typed(trip, ben, { to: 'East gate', when: noon, sentAt: noon, now: noon })
      await db.deleteFrom('users').where('id', '=', ben.id).execute()
      const { answer } = await typed(trip, person, { to: 'West', when: noon - 1, sentAt: noon, now: noon })
      expect(answer.superseded).toMatchObject([{ by: null, is: 'East gate' }])
    })
  })

  it('tell the author of a text whose lines somebody else had changed, and remember what each typed', async () => {
    const trip = await newTrip()
    const ana = await insertAna()
    const note = { id: randomUUID(), text: 'Meet at 7' }
    const edit = async (by: NamedUser, mutation: object) => {
      const operation = { id: randomUUID(), section: 'notes', ...mutation } as PlanOperation
      return { operation, answer: await store.operate(trip, { operations: [operation], seen: {} }, by) }
    }
    const write = (by: NamedUser, to: string, was = note.text) =>
      edit(by, { do: 'set', at: [note.id, 'text'], to, was })
    await edit(person, { do: 'insert', at: [note.id], entry: note, after: null })
    expect((await write(ana, 'Meet at 6')).answer.merged).toBeUndefined()
    const { operation, answer } = await write(person, 'Meet at 8')
    expect(answer.merged).toEqual([{ id: operation.id, by: 'Ana Banana' }])
    const { notes: version } = await store.listVersions(trip.id)
    expect((await store.load(trip, 'notes', version)).value).toContainEqual({ ...note, text: 'Meet at 6\nMeet at 8' })
    const stored = await db
      .selectFrom('plan_history')
      .select('operations')
      .where('trip_id', '=', trip.id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    expect(stored.operations).toMatchObject([
      { was: 'Meet at 6', to: 'Meet at 6\nMeet at 8', typed: { was: 'Meet at 7', to: 'Meet at 8' } },
    ])
    const retry = () => store.operate(trip, { operations: [operation], seen: {} }, person)
    expect((await retry()).merged).toEqual(answer.merged)
    // Their own line on, from the text before the merge.
    expect((await write(person, 'Meet at 8:15', 'Meet at 8')).answer.merged).toBeUndefined()
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
    const nobody = { id: randomUUID(), username: 'nobody', full_name: 'Nobody' }
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
      { part: 'details', version: 2, by: toPersonHere(person), effects: [{ is: 'Killarney' }, { gone: true }] },
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
