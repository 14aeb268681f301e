import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { calendarMade } from '#domain/api/calendar.ts'
import { operationsResponse } from '#domain/api/operations.ts'
import { tripResponse } from '#domain/api/trips.ts'
import { details } from '#domain/plan/details.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { MAX_PEOPLE } from '#domain/plan/limits.ts'
import { newPerson } from '#domain/plan/people.ts'
import { engines } from './testing/engines.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import type { TestClient } from './testing/test-client.ts'
import { sweepDeletedTrips } from './trips/trip-life.ts'

/** From now on, every piece of work is found to have taken long. */
function slowDown(): void {
  const now = performance.now.bind(performance)
  let calls = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 40 * ++calls)
}

const NOTES = 800

describe.each(engines)('long work on %s', (engine) => {
  let app: TestApp
  let owner: TestClient
  let other: TestClient
  beforeAll(async () => {
    app = await openTestApp(engine)
    owner = (await app.signUp()).client
    other = (await app.signUp()).client
  })
  afterAll(() => app.remove())

  async function newTrip(client = owner): Promise<string> {
    const id = randomUUID()
    expect((await client.post('/api/trips', { id, name: 'Long', type: 'car_trip' })).status).toBe(201)
    return id
  }
  const notesOf = (count: number) =>
    Array.from({ length: count }, (_, number) => ({ id: randomUUID() as string, text: `Note ${number}` }))
  async function longTrip(): Promise<string> {
    const id = await newTrip()
    await owner.makeSection(id, 'notes', notesOf(NOTES))
    return id
  }
  const sectionOf = async (id: string, name: 'notes' | 'people') => {
    const section = tripResponse.parse((await owner.get(`/api/trips/${id}`)).body).sections[name]
    return 'value' in section ? (section.value as { id: string }[]) : undefined
  }
  const bodyOfCopy = () => ({ id: randomUUID() as string, name: 'Again', with_people: false, with_ticks: false })
  const insertAll = (entries: { id: string }[]) => ({
    operations: entries.map((entry, index) => ({
      id: randomUUID(),
      section: 'notes',
      do: 'insert',
      at: [entry.id],
      entry,
      after: entries[index - 1]?.id ?? null,
    })),
    seen: {},
  })
  /** Ends the work after so many versions of the notes, as the end of the process would. */
  function stopAfter(versions: number): void {
    let seen = 0
    let isOver = false
    app.plan.onChange((_, { part }) => {
      if (part !== 'notes' || isOver || ++seen < versions) return
      isOver = true
      throw new Error('The process has ended')
    })
  }
  /** How often another account is answered until some work is done. */
  async function countAnswers(work: Promise<unknown>): Promise<number> {
    const id = await newTrip(other)
    let isDone = false
    void work.finally(() => {
      isDone = true
    })
    let count = 0
    for (; !isDone; count++) expect((await other.get(`/api/trips/${id}`)).status).toBe(200)
    return count
  }

  it('lets others be answered while a trip is copied', async () => {
    const id = await longTrip()
    slowDown()
    const body = bodyOfCopy()
    const copying = owner.post(`/api/trips/${id}/copies`, body)
    // Each copies some 25 notes. Without slices, others are answered before the copy begins and after it.
    expect(await countAnswers(copying)).toBeGreaterThan(10)
    expect((await copying).status).toBe(201)
    expect(await sectionOf(body.id, 'notes')).toEqual(await sectionOf(id, 'notes'))
  })

  it('lets others be answered while the calendar of many trips is written', async () => {
    const { client } = await app.signUp()
    for (const name of ['Lake', 'Sea', 'Hills']) {
      const id = await newTrip(client)
      const dates = { departure_date: '2031-06-25', return_date: '2031-06-25' }
      await client.makeSection(id, 'details', { ...details.empty, ...dates })
      const light = Array.from({ length: 700 }, () => ({ ...newActivity(randomUUID()), activity: name, time: '14:00' }))
      await client.makeSection(id, 'itinerary', { 1: { title: '', light, hard: [] } })
    }
    const { token } = calendarMade.parse((await client.post('/api/calendar', { zone: '' })).body)
    slowDown()
    const reading = app.openClient().get(`/calendar/${token}.ics`)
    // Each of the 2,100 events gives way. Without, others are answered only before it is written and after it.
    expect(await countAnswers(reading)).toBeGreaterThan(10)
    expect((await reading).text.match(/BEGIN:VEVENT/g)).toHaveLength(2100)
  })

  it('is completed by a retry if a copy is interrupted, which then changes nothing any more', async () => {
    const id = await longTrip()
    const body = bodyOfCopy()
    slowDown()
    stopAfter(3)
    expect((await owner.post(`/api/trips/${id}/copies`, body)).status).toBe(500)
    const partial = await sectionOf(body.id, 'notes')
    expect(partial?.length).toBeGreaterThan(0)
    expect(partial?.length).toBeLessThan(NOTES)

    expect((await owner.post(`/api/trips/${id}/copies`, body)).status).toBe(201)
    const copied = await sectionOf(body.id, 'notes')
    expect(copied).toEqual(await sectionOf(id, 'notes'))
    await owner.makeSection(body.id, 'notes', [])
    await owner.makeSection(id, 'notes', [...(copied ?? []), ...notesOf(1)])
    expect((await owner.post(`/api/trips/${id}/copies`, body)).status).toBe(201)
    expect(await sectionOf(body.id, 'notes')).toEqual([])
  })

  it('applies a request in slices, whose answer has everything', async () => {
    const id = await newTrip()
    const notes = notesOf(200)
    slowDown()
    const request = insertAll(notes)
    const answer = operationsResponse.parse(
      (await owner.post(`/api/trips/${id}/operations`, { ...request, seen: { notes: 0 } })).body,
    )
    expect(answer).toMatchObject({ refused: [], superseded: [], versions: { notes: 8 } })
    const inserted = answer.effects.map((effect) => 'entry' in effect && effect.entry)
    expect(((answer.values.notes ?? inserted) as unknown[]).slice(0, 200)).toEqual(notes)
    expect((await sectionOf(id, 'notes'))?.slice(0, 200)).toEqual(notes)
  })

  it('loses and repeats nothing if a request is interrupted and sent again', async () => {
    const id = await newTrip()
    const notes = notesOf(200)
    const request = insertAll(notes)
    slowDown()
    stopAfter(2)
    expect((await owner.post(`/api/trips/${id}/operations`, request)).status).toBe(500)
    expect((await sectionOf(id, 'notes'))?.length).toBeLessThan(100)
    expect((await owner.post(`/api/trips/${id}/operations`, request)).body).toMatchObject({
      refused: [],
      superseded: [],
    })
    expect((await sectionOf(id, 'notes'))?.slice(0, 200)).toEqual(notes)
    const history = await app.db.selectFrom('plan_history').select('operations').where('trip_id', '=', id).execute()
    const applied = history.flatMap(({ operations }) => operations.map((operation) => operation.id))
    expect(applied.toSorted()).toEqual(request.operations.map((operation) => operation.id).toSorted())
  })

  it('keeps what its owner types into a copy that is not done yet', async () => {
    const id = await longTrip()
    const detailsOf = (destination_name: string) => ({ ...details.empty, destination_name })
    await owner.makeSection(id, 'details', detailsOf('Lake'))
    const body = bodyOfCopy()
    slowDown()
    expect((await owner.post(`/api/trips/${id}/copies`, body)).status).toBe(201)
    // As if the copy had ended before its details, and its owner had typed them since then.
    const set = { section: 'details', do: 'set', at: ['destination_name'], to: 'Bay', was: 'Lake' }
    const typed = { operations: [{ ...set, id: randomUUID(), when: Date.now() }], seen: {}, sent_at: Date.now() }
    expect((await owner.post(`/api/trips/${body.id}/operations`, typed)).status).toBe(200)
    await app.db.deleteFrom('plan_operations').where('trip_id', '=', body.id).execute()
    expect((await owner.post(`/api/trips/${id}/copies`, body)).status).toBe(201)
    const { sections } = tripResponse.parse((await owner.get(`/api/trips/${body.id}`)).body)
    expect(sections.details).toMatchObject({ value: { destination_name: 'Bay' } })
  })

  it('asks again what somebody may do before each slice', async () => {
    const id = await newTrip()
    slowDown()
    let isGone: Promise<unknown> | undefined
    app.plan.onChange((tripId) => {
      if (tripId !== id) return
      isGone ??= app.db
        .updateTable('trips')
        .set({ deleted_at: new Date().toISOString() as never })
        .where('id', '=', id)
        .execute()
    })
    const answer = await owner.post(`/api/trips/${id}/operations`, insertAll(notesOf(200)))
    await isGone
    expect(answer.status).toBe(404)
    const stored = await app.db.selectFrom('trip_notes').select('id').where('trip_id', '=', id).execute()
    expect(stored.length).toBeGreaterThan(0)
    expect(stored.length).toBeLessThan(200)
  })

  it('lets others be answered while a trip is deleted for good', async () => {
    const id = await longTrip()
    await owner.put(`/api/trips/${id}/deleted`, { is_deleted: true })
    slowDown()
    const deletion = owner.send('DELETE', `/api/trips/${id}`)
    const count = await countAnswers(deletion)
    // PostgreSQL deletes all rows while the process does other things.
    if (engine === 'sqlite') expect(count).toBeGreaterThan(4)
    expect((await deletion).status).toBe(204)
    for (const table of ['trips', 'plan_history', 'plan_operations', 'trip_notes'] as const) {
      const column = table === 'trips' ? 'id' : 'trip_id'
      expect(
        await app.db
          .selectFrom(table)
          .select(column as never)
          .where(column as never, '=', id as never)
          .execute(),
      ).toEqual([])
    }
  })

  it('is finished by the sweep if a permanent deletion is interrupted; the trip is nobody’s from its start', async () => {
    const id = await longTrip()
    await owner.put(`/api/trips/${id}/deleted`, { is_deleted: true })
    const original = app.db.transaction.bind(app.db)
    let transactions = 0
    const interrupted = vi.spyOn(app.db, 'transaction').mockImplementation(() => {
      if (++transactions > 1) throw new Error('The process has ended')
      return original()
    })
    expect((await owner.send('DELETE', `/api/trips/${id}`)).status).toBe(500)
    interrupted.mockRestore()
    expect((await owner.put(`/api/trips/${id}/deleted`, { is_deleted: false })).status).toBe(404)
    for (const client of [owner, other]) {
      expect((await client.get(`/api/trips/${id}`)).status).toBe(404)
      expect(JSON.stringify((await client.get('/api/trips')).body)).not.toContain(id)
    }
    await sweepDeletedTrips(app.db, new Date())
    expect(await app.db.selectFrom('trip_notes').select('id').where('trip_id', '=', id).execute()).toEqual([])
    expect(await app.db.selectFrom('trips').select('id').where('id', '=', id).execute()).toEqual([])
  })

  it('has no more people than a trip may have, and one with more opens and can shrink', async () => {
    const id = await newTrip()
    const partyOf = (count: number) => ({
      id: randomUUID() as string,
      name: '',
      persons: Array.from({ length: count }, () => newPerson(randomUUID(), 'Ana')),
    })
    const insert = async (entry: { id: string }) => {
      const operation = { id: randomUUID(), section: 'people', do: 'insert', at: [entry.id], entry, after: null }
      return (await owner.post(`/api/trips/${id}/operations`, { operations: [operation], seen: {} })).body
    }
    await owner.makeSection(id, 'people', [partyOf(MAX_PEOPLE)])
    expect(await insert(partyOf(1))).toMatchObject({
      refused: [{ code: 'too_many_people', message: 'A trip can have at most 1,000 people. Remove someone first.' }],
    })
    // The app itself may have added more.
    const parties = [partyOf(MAX_PEOPLE), partyOf(5)]
    await app.plan.operate(
      { id, type: 'car_trip' },
      {
        operations: [
          { id: randomUUID(), section: 'people', do: 'insert', at: [parties[1]?.id ?? ''], entry: parties[1] },
        ],
        seen: {},
      },
      null,
    )
    const before = (await sectionOf(id, 'people')) as { id: string; persons: { id: string }[] }[]
    const party = before.find(({ persons }) => persons.length === MAX_PEOPLE)
    const at = [party?.id ?? '', 'persons', party?.persons[0]?.id ?? '']
    const removal = { id: randomUUID(), section: 'people', do: 'remove', at, was: party?.persons[0], after: null }
    expect((await owner.post(`/api/trips/${id}/operations`, { operations: [removal], seen: {} })).body).toMatchObject({
      refused: [],
    })
    expect((await sectionOf(id, 'people'))?.length).toBe(before.length)
    // What was removed comes back.
    const restore = { id: randomUUID(), section: 'people', do: 'restore', at, was: party?.persons[0], after: null }
    expect((await owner.post(`/api/trips/${id}/operations`, { operations: [restore], seen: {} })).body).toMatchObject({
      refused: [],
    })
    const unknown = newPerson(randomUUID(), 'Ben')
    const forged = { ...restore, id: randomUUID(), at: [at[0], 'persons', unknown.id], was: unknown }
    expect((await owner.post(`/api/trips/${id}/operations`, { operations: [forged], seen: {} })).body).toMatchObject({
      refused: [{ code: 'too_many_people' }],
    })
  })
})
