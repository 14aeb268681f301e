import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { newBed } from '#domain/plan/beds.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { CommitBatcher } from '#server/db/commit-batcher.ts'
import type { Db } from '#server/db/engine.ts'
import { engines } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { openToldTrip, openWatch, type ToldTrip, toldTo } from '#server/testing/told-trip.ts'
import { removeNoticesOfTrip } from './notices.ts'

describe.each(engines)('looking at trips, on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine)
  })
  afterAll(() => app.remove())

  const textsTo = async (trip: ToldTrip, who: 'ana' | 'ben' | 'kim') =>
    (await toldTo(app, trip.trip.id, trip[who])).map(({ text }) => text)
  const watchOf = (tripId: string) =>
    app.db.selectFrom('trip_watches').selectAll().where('trip_id', '=', tripId).executeTakeFirst()
  const giveUpSeat = ({ kim, trip, rides }: ToldTrip) =>
    kim.client.makeSection(trip.id, 'rides', { ...rides, riders: [] })

  async function insertDue(deletedAt: string | null, minute: number): Promise<string> {
    const { user } = await app.signUp()
    const { id } = await insertTrip(app.db, { owner_id: user.id })
    await app.db.updateTable('trips').set({ deleted_at: deletedAt }).where('id', '=', id).execute()
    const check_at = new Date(Date.UTC(2020, 0, 1, 0, minute)).toISOString()
    await app.db
      .insertInto('trip_watches')
      .values({ trip_id: id, revision: 1, versions: '{}', known: '{}', check_at })
      .execute()
    return id
  }

  /** Throws after so many queries of one round, in which the process would answer nobody any more. */
  function limitQueries(): void {
    const select = app.db.selectFrom.bind(app.db) as (table: unknown) => never
    let count = 0
    vi.spyOn(app.db, 'selectFrom').mockImplementation(((table: unknown) => {
      count += 1
      if (count > 3000) throw new Error('It does not end.')
      return select(table)
    }) as never)
  }

  it('in which something is due passes over those in the bin, and looks at them once they are restored', async () => {
    const deleted: string[] = []
    for (let minute = 0; minute < 60; minute += 1) deleted.push(await insertDue('2020-01-01T00:00:00.000Z', minute))
    const due = await insertDue(null, 61)
    limitQueries()
    await openWatch(app).lookAtDue()
    vi.restoreAllMocks()
    expect((await watchOf(due))?.revision).toBe(2)
    const [first = ''] = deleted
    expect((await watchOf(first))?.revision).toBe(1)
    await app.db.updateTable('trips').set({ deleted_at: null }).where('id', '=', first).execute()
    await openWatch(app).lookAtDue()
    expect((await watchOf(first))?.revision).toBe(2)
  })

  it('in which something is due ends, even if none of them can be looked at', async () => {
    for (let minute = 0; minute < 60; minute += 1) await insertDue(null, minute)
    vi.spyOn(app.plan, 'listVersions').mockRejectedValue(new Error('The plan is damaged.'))
    // Nor can be stored when to try again.
    vi.spyOn(app.db, 'updateTable').mockImplementation(() => {
      throw new Error('The disk is full.')
    })
    limitQueries()
    await openWatch(app).lookAtDue()
  })

  it('stops after the current look when the process ends, and a changed trip does not wait for a round', async () => {
    for (let count = 0; count < 12; count += 1)
      await insertTrip(app.db, {
        owner_id: (await app.signUp()).user.id,
        id: `ffffffff-0000-4000-8000-${String(count).padStart(12, '0')}`,
      })
    const trip = await openToldTrip(app)
    const looks: string[] = []
    const listVersions = app.plan.listVersions.bind(app.plan)
    const watch = openWatch(app, { settleMs: 0 })
    let change: Promise<unknown> = Promise.resolve()
    vi.spyOn(app.plan, 'listVersions').mockImplementation(async (id) => {
      looks.push(id)
      // While the round looks at its third of these.
      if (id.startsWith('ffffffff-') && id.endsWith('2')) {
        change = giveUpSeat(trip)
        await change
        await new Promise((resume) => setTimeout(resume, 20))
      }
      if (id.startsWith('ffffffff-') && id.endsWith('8')) void watch.close()
      return listVersions(id)
    })
    watch.start()
    await expect.poll(() => looks.filter((id) => id.endsWith('0008')).length, { timeout: 15_000 }).toBe(1)
    await watch.close()
    vi.restoreAllMocks()
    const ofRound = looks.filter((id) => id.startsWith('ffffffff-'))
    expect(ofRound).toHaveLength(9)
    expect(looks.indexOf(trip.trip.id)).toBeGreaterThan(0)
    expect(await textsTo(trip, 'ana')).toEqual([])
    expect(await watchOf(trip.trip.id)).toMatchObject({ versions: { rides: 2 } })
  })

  it('knows the author of a change that arrives while the plan is loaded', async () => {
    const trip = await openToldTrip(app)
    const listVersions = app.plan.listVersions.bind(app.plan)
    vi.spyOn(app.plan, 'listVersions').mockImplementationOnce(async (id) => {
      const versions = await listVersions(id)
      await giveUpSeat(trip)
      return versions
    })
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, 'kim')).toEqual([])
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, 'kim')).toEqual([])
  })

  it('tells somebody of a bed that another has taken by shortening the trip, and not who has shortened it', async () => {
    const trip = await openToldTrip(app)
    const { ana, ben, parties, details, departure } = trip
    const bed = { ...newBed(crypto.randomUUID()), name: 'Tent', places: 2 }
    const sleepers = [ana, ben].map(({ user }) => ({ id: user.id, bed: bed.id }))
    await ana.client.makeSection(trip.trip.id, 'beds', { beds: [bed], sleepers })
    await openWatch(app).look(trip.trip.id)
    await ana.client.makeSection(trip.trip.id, 'details', { ...details, return_date: departure })
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, 'ana')).toEqual([])
    expect(await textsTo(trip, 'ben')).toEqual(['You’ve lost your bed in “Tent”.'])
    await ana.client.makeSection(trip.trip.id, 'details', details)
    await openWatch(app).look(trip.trip.id)
    await app.db.deleteFrom('notices').where('trip_id', '=', trip.trip.id).execute()
    // In the same look, Ben alone changes the list of people.
    await ana.client.makeSection(trip.trip.id, 'details', { ...details, return_date: departure })
    const withNote = parties.map((party) => ({
      ...party,
      persons: party.persons.map((one) => (one.id === ben.user.id ? { ...one, food_note: 'No nuts' } : one)),
    }))
    expect((await ben.client.makeSection(trip.trip.id, 'people', withNote)).status).toBe(200)
    await openWatch(app).look(trip.trip.id)
    expect(await textsTo(trip, 'ben')).toEqual(['You’ve lost your bed in “Tent”.'])
  })

  it('stores nothing for somebody who leaves meanwhile', async () => {
    const trip = await openToldTrip(app)
    const { ana, kim, rides } = trip
    await ana.client.makeSection(trip.trip.id, 'rides', { ...rides, riders: [] })
    // Before the transaction that stores what is new.
    const { run } = CommitBatcher.prototype
    const leaving = vi.spyOn(CommitBatcher.prototype, 'run').mockImplementationOnce(async function (
      this: CommitBatcher,
      task: (trx: Db) => Promise<unknown>,
    ) {
      expect((await ana.client.send('DELETE', `/api/trips/${trip.trip.id}/people/${kim.user.id}`)).status).toBe(204)
      return run.call(this, task)
    } as never)
    await openWatch(app).look(trip.trip.id)
    expect(leaving).toHaveBeenCalled()
    expect(await textsTo(trip, 'kim')).toEqual([])
  })

  it('stores nothing for somebody who is leaving right now', async () => {
    const trip = await openToldTrip(app)
    const { ana, kim, rides } = trip
    await ana.client.makeSection(trip.trip.id, 'rides', { ...rides, riders: [] })
    const scope = { trip_id: trip.trip.id, user_id: kim.user.id }
    let look: Promise<void> = Promise.resolve()
    await app.db.transaction().execute(async (trx) => {
      await removeNoticesOfTrip(trx, scope.trip_id, [scope.user_id])
      look = openWatch(app).look(trip.trip.id)
      await new Promise((resume) => setTimeout(resume, 300))
      await trx
        .deleteFrom('memberships')
        .where('trip_id', '=', scope.trip_id)
        .where('user_id', '=', scope.user_id)
        .execute()
    })
    await look
    expect((await watchOf(trip.trip.id))?.versions).toMatchObject({ rides: 2 })
    expect(await textsTo(trip, 'kim')).toEqual([])
  })

  describe('writes little', () => {
    /** It is stored with spaces that the watch would not write, so a test sees whether it was written again. */
    async function spread(tripId: string): Promise<() => Promise<boolean>> {
      const known = JSON.stringify((await watchOf(tripId))?.known, null, 4)
      await app.db.updateTable('trip_watches').set({ known }).where('trip_id', '=', tripId).execute()
      return async () => {
        const { length } = await app.db
          .selectFrom('trip_watches')
          .select(sql<number>`length(cast(known as text))`.as('length'))
          .where('trip_id', '=', tripId)
          .executeTakeFirstOrThrow()
        return Number(length) !== known.length
      }
    }

    it('if nobody is concerned: only the versions', async () => {
      const trip = await openToldTrip(app)
      const wasWritten = await spread(trip.trip.id)
      const item = { id: crypto.randomUUID(), name: 'Stove', checked: true, needed: 1, is_each: false }
      const group = { id: crypto.randomUUID(), category: 'Kitchen', items: [item] }
      expect((await trip.ana.client.makeSection(trip.trip.id, 'checklist', [group])).status).toBe(200)
      await openWatch(app).look(trip.trip.id)
      expect(await wasWritten()).toBe(false)
      expect(await watchOf(trip.trip.id)).toMatchObject({ versions: { checklist: 1, rides: 1 } })
      await giveUpSeat(trip)
      await openWatch(app).look(trip.trip.id)
      expect(await wasWritten()).toBe(true)
    })

    it('and loads nothing if only the days of a trip have changed that is not under way', async () => {
      const trip = await openToldTrip(app)
      const { check_at } = (await watchOf(trip.trip.id)) ?? {}
      const wasWritten = await spread(trip.trip.id)
      const day = { title: '', light: [{ ...newActivity(crypto.randomUUID()), activity: 'Canoeing' }], hard: [] }
      await trip.ana.client.makeSection(trip.trip.id, 'itinerary', { 1: day })
      const load = vi.spyOn(app.plan, 'load')
      await openWatch(app).look(trip.trip.id)
      expect(load).not.toHaveBeenCalled()
      expect(await wasWritten()).toBe(false)
      expect(await watchOf(trip.trip.id)).toMatchObject({ versions: { itinerary: 1, rides: 1 }, check_at })
      await openWatch(app).look(trip.trip.id)
      expect(load).toHaveBeenCalled()
    })
  })
})
