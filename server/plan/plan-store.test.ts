import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Details, details } from '#domain/plan/details.ts'
import { sectionNames } from '#domain/plan/index.ts'
import { linesAt, type Meals, newMealDay } from '#domain/plan/meals.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { anyValueOf } from '#domain/testing/arbitraries.ts'
import type { Trip } from '#domain/trip.ts'
import type { Db } from '#server/db/database.ts'
import { engines, openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertTrip } from '#server/testing/rows.ts'
import { type LoadedSection, PlanStore } from './plan-store.ts'

const empty = details.empty
const saveOf = (base: number, value: Partial<Details>, id: string = randomUUID()) => ({ id, base, value: { ...empty, ...value } })
const row = (place: string) => ({ id: randomUUID(), place, distance: '20 km' })
const read = ({ version, text }: LoadedSection) => ({ version, value: JSON.parse(text) as Details })

describe.each(engines)('the plans of trips on %s', (engine) => {
  let test: TestDatabase
  let db: Db
  let store: PlanStore
  let person: string
  beforeAll(async () => {
    test = await openTestDatabase(engine)
    db = test.database.kysely
    store = openStore()
    person = await insertAccount(db)
  })
  afterAll(() => test.remove())

  /** As in one more process: nothing is kept in it yet. */
  const openStore = (clock = () => new Date()) => new PlanStore(db, clock)
  const newTrip = () => insertTrip(db)
  const save = async (trip: Trip, base: number, value: Partial<Details>, id?: string) =>
    read(await store.save(trip, 'details', saveOf(base, value, id), person))
  const current = async (trip: Trip, from = openStore()) => {
    const { details: version } = await from.listVersions(trip.id)
    return read(await from.load(trip, 'details', version))
  }
  /** Every version with who, when and its value, as the history gives it back. */
  const historyOf = async (trip: Trip) => {
    const rows = await db
      .selectFrom('plan_history')
      .select(['section', 'version', 'save_id', 'saved_by', 'saved_at'])
      .where('trip_id', '=', trip.id)
      .orderBy('version')
      .execute()
    return Promise.all(rows.map(async (entry) => ({ ...entry, value: await store.findEarlier(trip, 'details', entry.version) })))
  }

  it('start with the template at version 0, without any row', async () => {
    const trip = await newTrip()
    expect(await store.listVersions(trip.id)).toEqual({
      details: 0,
      notes: 0,
      meals: 0,
      itinerary: 0,
      checklist: 0,
      tickets: 0,
      documents: 0,
    })
    expect(await current(trip)).toEqual({ version: 0, value: empty })
    expect(await historyOf(trip)).toEqual([])
  })

  it('SAVE-8 a save replaces the rows of its trip and leaves the rows of other trips alone', async () => {
    const [trip, other] = [await newTrip(), await newTrip()]
    const kept = [row('Ottawa'), row('Barrie')]
    await save(other, 0, { destination_name: 'Killarney', car_trip_distances: kept })
    await save(trip, 0, { destination_name: 'Algonquin', car_trip_distances: [row('Toronto'), row('Huntsville')] })
    const left = [row('Sudbury')]
    await save(trip, 1, { destination_name: 'Algonquin', car_trip_distances: left })

    const rows = db.selectFrom('trip_distances').select(['trip_id', 'id', 'place', 'distance']).orderBy('order_index')
    expect(await rows.where('trip_id', '=', trip.id).execute()).toEqual(left.map((entry) => ({ trip_id: trip.id, ...entry })))
    expect(await rows.where('trip_id', '=', other.id).execute()).toEqual(kept.map((entry) => ({ trip_id: other.id, ...entry })))
    expect(await current(other)).toMatchObject({ version: 1, value: { destination_name: 'Killarney', car_trip_distances: kept } })
  })

  it('the version counts up by one with every save, and the history holds each with who, when and value', async () => {
    const trip = await newTrip()
    let minute = 0
    const later = openStore(() => new Date(`2026-06-01T12:0${minute}:00.000Z`))
    const saves = ['a', 'b', 'c'].map((destination_name, base) => saveOf(base, { destination_name }))
    for (const [index, entry] of saves.entries()) {
      minute++
      const saved = await later.save(trip, 'details', entry, index === 1 ? null : person)
      expect(read(saved)).toEqual({ version: index + 1, value: entry.value })
      expect(await later.listVersions(trip.id)).toEqual({
        details: index + 1,
        notes: 0,
        meals: 0,
        itinerary: 0,
        checklist: 0,
        documents: 0,
        tickets: 0,
      })
    }
    expect(await historyOf(trip)).toEqual(
      saves.map(({ id, value }, index) => ({
        section: 'details',
        version: index + 1,
        save_id: id,
        saved_by: index === 1 ? null : person,
        saved_at: `2026-06-01T12:0${index + 1}:00.000Z`,
        value,
      })),
    )
  })

  it.each(sectionNames)('every version of %s can be had again, whatever led to it', async (name) => {
    const trip = await newTrip()
    const values = fc.sample(anyValueOf[name] as fc.Arbitrary<unknown>, 12)
    for (const [base, value] of values.entries())
      await store.save(trip, name, { id: randomUUID(), base, value: value as never }, person)
    for (const [index, value] of values.entries()) expect(await store.findEarlier(trip, name, index + 1)).toEqual(value)
    expect(await store.findEarlier(trip, name, values.length + 1)).toBeUndefined()
  })

  it('a tick adds what was ticked to the history, not the list', async () => {
    const trip = await newTrip()
    const groups = planTemplates.checklist(trip.type)
    const ticked = groups.flatMap((group, g) =>
      group.items.map((_, i) =>
        groups.map((other, at) =>
          at === g ? { ...other, items: other.items.map((item, n) => ({ ...item, checked: n <= i })) } : other,
        ),
      ),
    )
    for (const [base, value] of ticked.entries()) await store.save(trip, 'checklist', { id: randomUUID(), base, value }, person)
    const rows = await db.selectFrom('plan_history').select(['operations', 'value']).where('trip_id', '=', trip.id).execute()
    const text = JSON.stringify(groups)
    const written = rows.reduce((sum, { operations, value }) => sum + JSON.stringify([operations, value]).length, 0)
    expect(rows.length).toBe(ticked.length)
    // Each tick as itself, and the whole list once for each time that these come to as much.
    expect(written).toBeLessThan(text.length * 2 + rows.length * 700)
    for (const at of [0, 40, ticked.length - 1]) expect(await store.findEarlier(trip, 'checklist', at + 1)).toEqual(ticked[at])
  })

  it('a save that started from an earlier version keeps both sides', async () => {
    const trip = await newTrip()
    const [toronto, ottawa] = [row('Toronto'), row('Ottawa')]
    await save(trip, 0, { destination_name: 'Algonquin', car_trip_distances: [toronto] })
    await save(trip, 1, { destination_name: 'Killarney', car_trip_distances: [toronto, ottawa] })
    const entry = {
      destination_name: 'Algonquin',
      car_trip_entry_gate: 'West Gate',
      car_trip_distances: [{ ...toronto, distance: '270 km' }],
    }
    const merged = {
      ...empty,
      destination_name: 'Killarney',
      car_trip_entry_gate: 'West Gate',
      car_trip_distances: [{ ...toronto, distance: '270 km' }, ottawa],
    }
    expect(await save(trip, 1, entry)).toEqual({ version: 3, value: merged })
    expect(await current(trip)).toEqual({ version: 3, value: merged })
    expect((await historyOf(trip)).at(-1)).toMatchObject({ version: 3, value: merged })
  })

  it('a save that started from the template keeps what others saved since', async () => {
    const trip = await newTrip()
    await save(trip, 0, { destination_name: 'Algonquin' })
    await save(trip, 1, { destination_name: 'Algonquin', car_trip_distances: [row('Toronto')] })
    const { version, value } = await save(trip, 0, { car_trip_entry_gate: 'West Gate' })
    expect(version).toBe(3)
    expect(value).toMatchObject({
      destination_name: 'Algonquin',
      car_trip_entry_gate: 'West Gate',
      car_trip_distances: [{ place: 'Toronto' }],
    })
  })

  it('a save repeated changes nothing, whatever happened since, and is answered with what stands now', async () => {
    const trip = await newTrip()
    const id = randomUUID()
    await save(trip, 0, { destination_name: 'Algonquin' }, id)
    expect(await save(trip, 0, { destination_name: 'Algonquin' }, id)).toMatchObject({ version: 1 })
    await save(trip, 1, { destination_name: 'Killarney' })
    const history = await historyOf(trip)
    for (const again of [store, openStore()]) {
      for (const base of [0, 1, 2, 99]) {
        const answer = await again.save(trip, 'details', saveOf(base, { destination_name: 'Algonquin' }, id), person)
        expect(read(answer)).toEqual({ version: 2, value: { ...empty, destination_name: 'Killarney' } })
      }
    }
    expect(await current(trip)).toMatchObject({ version: 2, value: { destination_name: 'Killarney' } })
    expect(await historyOf(trip)).toEqual(history)
  })

  it('a save repeated while the first is still under way is made once', async () => {
    const trip = await newTrip()
    const entry = saveOf(0, { destination_name: 'Algonquin' })
    const answers = await Promise.all(Array.from({ length: 5 }, () => openStore().save(trip, 'details', entry, person)))
    for (const answer of answers) expect(read(answer)).toEqual({ version: 1, value: entry.value })
    expect(await historyOf(trip)).toHaveLength(1)
  })

  it('a save with the id of a save of another section is refused', async () => {
    const trip = await newTrip()
    const save_id = randomUUID()
    const other = { trip_id: trip.id, section: 'notes', version: 1, save_id, saved_by: null, saved_at: new Date().toISOString() }
    await db
      .insertInto('plan_history')
      .values({ ...other, value: '[]' })
      .execute()
    await expect(save(trip, 0, { destination_name: 'Algonquin' }, save_id)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await current(trip)).toEqual({ version: 0, value: empty })
  })

  it('a save with the id of a save in another trip is one of its own', async () => {
    const [trip, other] = [await newTrip(), await newTrip()]
    const id = randomUUID()
    await save(trip, 0, { destination_name: 'Algonquin' }, id)
    expect(await save(other, 0, { destination_name: 'Killarney' }, id)).toMatchObject({
      version: 1,
      value: { destination_name: 'Killarney' },
    })
  })

  it('a save from a version that does not exist yet is refused, and nothing is stored', async () => {
    const trip = await newTrip()
    await expect(save(trip, 1, { destination_name: 'Algonquin' })).rejects.toMatchObject({ code: 'base_unknown' })
    expect(await db.selectFrom('plan_sections').selectAll().where('trip_id', '=', trip.id).execute()).toEqual([])
    await save(trip, 0, { destination_name: 'Killarney' })
    const history = await historyOf(trip)
    for (const base of [2, 2_000_000]) {
      await expect(save(trip, base, { destination_name: 'Algonquin' })).rejects.toMatchObject({ code: 'base_unknown' })
    }
    expect(await current(trip)).toMatchObject({ version: 1, value: { destination_name: 'Killarney' } })
    expect(await historyOf(trip)).toEqual(history)
  })

  it('a save from a version that the history has lost is refused', async () => {
    const trip = await newTrip()
    for (const base of [0, 1]) await save(trip, base, { destination_name: `version ${base + 1}` })
    await db.deleteFrom('plan_history').where('trip_id', '=', trip.id).where('version', '=', 1).execute()
    await expect(save(trip, 1, { destination_name: 'Algonquin' })).rejects.toMatchObject({ code: 'base_unknown' })
    expect(await current(trip)).toMatchObject({ version: 2, value: { destination_name: 'version 2' } })
  })

  it('a save that follows others brings them along: each is stored once, in their order, whichever arrives first', async () => {
    const fields = [{ destination_name: 'Algonquin' }, { car_trip_entry_gate: 'West Gate' }, { map_embed_url: 'Map' }]
    for (const arriving of ['after the first', 'before the first', 'twice']) {
      const trip = await newTrip()
      const first = saveOf(0, { ...fields[0] })
      const second = { ...saveOf(0, { ...fields[0], ...fields[1] }), from: first.value }
      const last = { ...saveOf(0, { ...fields[0], ...fields[1], ...fields[2] }), from: second.value, after: [first, second] }
      if (arriving === 'after the first') await store.save(trip, 'details', first, person)
      await store.save(trip, 'details', last, person)
      // Of what was stored nothing is said again.
      await save(trip, 3, { destination_name: 'Killarney', car_trip_entry_gate: 'East Gate' })
      if (arriving === 'before the first') await store.save(trip, 'details', first, person)
      if (arriving === 'twice') await store.save(trip, 'details', last, person)
      expect(await current(trip), arriving).toMatchObject({
        version: 4,
        value: { destination_name: 'Killarney', car_trip_entry_gate: 'East Gate', map_embed_url: '' },
      })
      expect((await historyOf(trip)).map(({ save_id }) => save_id).slice(0, 3)).toEqual([first.id, second.id, last.id])
    }
  })

  /** How many turns with the process everybody else has meanwhile. */
  async function countTurns(during: () => Promise<unknown>): Promise<number> {
    let turns = 0
    const takeTurn = () => {
      turns += 1
      next = setImmediate(takeTurn)
    }
    let next = setImmediate(takeTurn)
    await during()
    clearImmediate(next)
    return turns
  }

  it('between a save and the one that follows it everybody else has a turn with the process', async () => {
    const trip = await newTrip()
    const saves = Array.from({ length: 8 }, (_, base) => saveOf(base, { destination_name: `version ${base + 1}` }))
    const last = { ...(saves.at(-1) as (typeof saves)[0]), after: saves.slice(0, -1) }
    expect(await countTurns(() => store.save(trip, 'details', last, person))).toBeGreaterThanOrEqual(7)
    expect(await current(trip)).toMatchObject({ version: 8, value: { destination_name: 'version 8' } })
  })

  it('while a save of thousands of rows is stored everybody else has turns with the process', async () => {
    const trip = await newTrip()
    const car_trip_distances = Array.from({ length: 5500 }, () => row(''))
    expect(await countTurns(() => save(trip, 0, { car_trip_distances }))).toBeGreaterThanOrEqual(5)
    expect((await current(trip)).value.car_trip_distances).toEqual(car_trip_distances)
  })

  it('a save that repeats what is stored, beside one that is new, is stored from the rows as they are', async () => {
    const trip = await newTrip()
    const rows = [row('Toronto'), row('Huntsville')]
    const first = saveOf(0, { car_trip_distances: rows })
    await store.save(trip, 'details', first, person)
    const [second, third] = [[row('Sudbury'), ...rows.slice(1)], [row('Ottawa')]]
    const after = [first, { ...saveOf(1, { car_trip_distances: second }), from: first.value }]
    const last = { ...saveOf(1, { car_trip_distances: third }), from: after[1]?.value as Details, after }
    await store.save(trip, 'details', last, person)
    expect((await current(trip)).value.car_trip_distances).toEqual(third)
    expect((await historyOf(trip)).map(({ version }) => version)).toEqual([1, 2, 3])
  })

  it('a save of which one cannot be stored that comes along with it stores nothing', async () => {
    const trip = await newTrip()
    await save(trip, 0, { destination_name: 'Killarney' })
    const [known, unknown] = [saveOf(1, { destination_name: 'Algonquin' }), saveOf(7, { destination_name: 'Pog Lake' })]
    for (const after of [[unknown], [unknown, known]]) {
      const last = { ...saveOf(1, { car_trip_entry_gate: 'West Gate' }), after }
      await expect(store.save(trip, 'details', last, person)).rejects.toMatchObject({ code: 'base_unknown' })
    }
    const other = { ...known, id: randomUUID() }
    await store.save(trip, 'notes', { id: other.id, base: 0, value: [] }, person)
    const last = { ...saveOf(1, { car_trip_entry_gate: 'West Gate' }), after: [known, other] }
    await expect(store.save(trip, 'details', last, person)).rejects.toMatchObject({ code: 'invalid_request' })
    expect(await current(trip)).toMatchObject({ version: 1, value: { destination_name: 'Killarney' } })
    expect(await historyOf(trip)).toHaveLength(2)
  })

  it('a save that brings along what it started from is merged from that, whether or not its version is known', async () => {
    const trip = await newTrip()
    await save(trip, 0, { destination_name: 'Algonquin', car_trip_entry_gate: 'West Gate' })
    const from = { ...empty, destination_name: 'Killarney' }
    for (const base of [0, 1, 99]) {
      const sent = { ...saveOf(base, { destination_name: 'Killarney', map_embed_url: `from ${base}` }), from }
      expect(read(await store.save(trip, 'details', sent, person)).value).toMatchObject({
        destination_name: 'Algonquin',
        car_trip_entry_gate: 'West Gate',
        map_embed_url: `from ${base}`,
      })
    }
  })

  it('two people who add the same new day apart have both edited it', async () => {
    const trip = await newTrip()
    const sent = (value: Meals) => ({ id: randomUUID(), base: 1, value })
    const fresh = newMealDay(trip.type, 1)
    const edited = { ...fresh, meals: { ...fresh.meals, lunch: { ...fresh.meals.lunch, name: 'Chili' } } }
    await store.save(trip, 'meals', { ...sent({}), base: 0 }, person)
    await store.save(trip, 'meals', sent({ 1: edited }), person)
    const { text } = await store.save(trip, 'meals', sent({ 1: { ...fresh, snacks: linesAt(1, 'snacks', ['Nuts']) } }), person)
    expect(JSON.parse(text)).toEqual({ 1: { ...edited, snacks: linesAt(1, 'snacks', ['Nuts']) } })
  })

  it('a save that fails in the middle leaves rows, version, history and texts as they were', async () => {
    const trip = await newTrip()
    await save(trip, 0, { destination_name: 'Algonquin', car_trip_distances: [row('Toronto')] })
    const state = async () => ({
      plan: [await current(trip), await current(trip, store)],
      history: await historyOf(trip),
      row: await db.selectFrom('trips').selectAll().where('id', '=', trip.id).execute(),
      counts: await countRows(db, 'plan_sections', 'trip_distances'),
    })
    const before = await state()
    // The history, which is written last, knows nobody of this id.
    const entry = saveOf(1, { destination_name: 'Killarney', car_trip_distances: [] })
    await expect(store.save(trip, 'details', entry, randomUUID())).rejects.toThrow(/foreign key/i)
    expect(await state()).toEqual(before)
    expect(read(await store.save(trip, 'details', entry, person))).toEqual({ version: 2, value: entry.value })
  })

  it('20 saves at the same time from the same version all survive, and whoever reads meanwhile sees whole versions', async () => {
    const trip = await newTrip()
    await save(trip, 0, { destination_name: 'Algonquin' })
    const stores = [store, openStore(), openStore()]
    const rows = Array.from({ length: 20 }, (_, n) => row(`place ${n}`))
    const saves = rows.map((entry, n) =>
      (stores[n % 3] as PlanStore).save(
        trip,
        'details',
        saveOf(1, { destination_name: 'Algonquin', car_trip_distances: [entry] }),
        person,
      ),
    )
    const reads = rows.map((_, n) => current(trip, stores[n % 3]))
    const answers = (await Promise.all(saves)).map(read)
    const seen = await Promise.all(reads)

    expect(answers.map(({ version }) => version).toSorted((a, b) => a - b)).toEqual(rows.map((_, n) => n + 2))
    const end = await current(trip)
    expect(end.version).toBe(21)
    expect(end.value.car_trip_distances.map(({ id }) => id).toSorted()).toEqual(rows.map(({ id }) => id).toSorted())
    const history = new Map((await historyOf(trip)).map(({ version, value }) => [version, value]))
    expect(history.size).toBe(21)
    for (const { version, value } of [...answers, ...seen]) expect(value, `version ${version}`).toEqual(history.get(version))
  })

  it('what a process has kept is never shown as a later version', async () => {
    const trip = await newTrip()
    const [one, another] = [openStore(), openStore()]
    await one.save(trip, 'details', saveOf(0, { destination_name: 'Algonquin' }), person)
    expect(await current(trip, one)).toMatchObject({ version: 1, value: { destination_name: 'Algonquin' } })
    await another.save(trip, 'details', saveOf(1, { destination_name: 'Killarney' }), person)
    expect(await current(trip, one)).toMatchObject({ version: 2, value: { destination_name: 'Killarney' } })
    // Asked for a version that is gone by now, a process that did not keep it answers with the one that it finds.
    expect(read(await openStore().load(trip, 'details', 1))).toMatchObject({ version: 2, value: { destination_name: 'Killarney' } })
    // And its own next save starts from what stands there, not from what it kept.
    const saved = await one.save(
      trip,
      'details',
      saveOf(2, { destination_name: 'Killarney', car_trip_entry_gate: 'West Gate' }),
      person,
    )
    expect(read(saved)).toMatchObject({ version: 3, value: { destination_name: 'Killarney', car_trip_entry_gate: 'West Gate' } })
  })

  it('are gone with their trip', async () => {
    const trip = await newTrip()
    await save(trip, 0, { car_trip_distances: [row('Toronto')] })
    await db.deleteFrom('trips').where('id', '=', trip.id).execute()
    for (const table of ['plan_sections', 'plan_history', 'trip_distances'] as const) {
      expect(await db.selectFrom(table).select('trip_id').where('trip_id', '=', trip.id).execute(), table).toEqual([])
    }
  })
})
