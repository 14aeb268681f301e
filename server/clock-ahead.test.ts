import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RESTORE_DAYS } from '#domain/trip.ts'
import { createLimits } from './accounts/limits.ts'
import { EVENT_TIMES, mendFutureTimes } from './future-times.ts'
import { listTables } from './operating/tables.ts'
import { listInvitations } from './people/invitations.ts'
import { createSweeps } from './sweeps.ts'
import { engines } from './testing/engines.ts'
import { insertTrip } from './testing/rows.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import type { TestClient } from './testing/test-client.ts'

const DAY_MS = 24 * 60 * 60_000
const AHEAD = { minutes: 400 * 24 * 60 }
const BACK = { minutes: -AHEAD.minutes }

describe.each(engines)('a clock that was 400 days ahead for a while on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(engine)
  })
  afterAll(() => server.remove())

  const sweepsOf = (elapsedMs: () => number) => createSweeps({ ...server, log: pino({ enabled: false }), elapsedMs })
  const isSignedIn = async (client: TestClient) => (await client.get('/auth/v1/user')).status === 200

  it('leaves sessions and deleted trips in place, of before and of then', async () => {
    let elapsed = 0
    const sweep = sweepsOf(() => elapsed)
    await sweep()
    const before = await server.signUp()
    const trip = await insertTrip(server.db, { owner_id: before.user.id })
    expect((await before.client.put(`/api/trips/${trip.id}/deleted`, { is_deleted: true })).status).toBe(204)
    server.wait(AHEAD)
    expect(await isSignedIn(before.client)).toBe(false)
    // Once in the running server, and as a server that is started then.
    await sweep()
    await sweepsOf(() => elapsed)()
    const then = await server.signUp()
    server.wait(BACK)
    expect(await isSignedIn(before.client)).toBe(true)
    expect(await isSignedIn(then.client)).toBe(true)
    const restored = await before.client.put(`/api/trips/${trip.id}/deleted`, { is_deleted: false })
    expect(restored.status).toBe(204)

    // Sessions of then end when they would have ended: they count as begun now.
    await sweep()
    expect(await isSignedIn(then.client)).toBe(true)
    server.wait({ minutes: 31 })
    server.sessions.invalidateUser(then.user.id)
    expect(await isSignedIn(then.client)).toBe(false)
    elapsed += 60 * 60_000
    await sweep()
    const keys = await server.db.selectFrom('sessions').select('user_id').where('user_id', '=', then.user.id).execute()
    expect(keys).toEqual([])
  })

  it('does not speed up what the sweeps remove by more than six times', async () => {
    let elapsed = 0
    const sweep = sweepsOf(() => elapsed)
    await sweep()
    const trip = await insertTrip(server.db)
    const deleted_at = server.clock().toISOString()
    await server.db.updateTable('trips').set({ deleted_at }).where('id', '=', trip.id).execute()
    const isThere = async () =>
      (await server.db.selectFrom('trips').select('id').where('id', '=', trip.id).execute()).length > 0
    server.wait(AHEAD)
    elapsed += ((RESTORE_DAYS - 1) / 6) * DAY_MS
    await sweep()
    expect(await isThere()).toBe(true)
    // As after a long stop: they catch up.
    elapsed += DAY_MS / 3
    await sweep()
    expect(await isThere()).toBe(false)
    server.wait(BACK)
  })

  it('does not let texts typed then win over all later ones', async () => {
    server.wait(AHEAD)
    const { client } = await server.signUp()
    const id = await newTrip(client)
    const write = async (to: string, was: string) => {
      const when = server.clock().getTime()
      const operation = { id: randomUUID(), section: 'details', do: 'set', at: ['destination_name'], was, to, when }
      const answer = await client.post(`/api/trips/${id}/operations`, {
        operations: [operation],
        seen: {},
        sent_at: when,
      })
      expect(answer.status).toBe(200)
      return answer.body as { superseded: unknown[] }
    }
    await write('Then', '')
    server.wait(BACK)
    expect((await write('Now', 'What somebody saw offline')).superseded).toEqual([])
    const { sections } = (await client.get(`/api/trips/${id}`)).body as { sections: Record<string, { value: unknown }> }
    expect(sections['details']?.value).toMatchObject({ destination_name: 'Now' })
  })

  it('does not lengthen invitations, nor hide what is edited later in the history', async () => {
    const sweep = sweepsOf(() => 0)
    await sweep()
    server.wait(AHEAD)
    const { client } = await server.signUp()
    const id = await newTrip(client)
    await client.makeSection(id, 'notes', [{ id: randomUUID(), text: 'Then' }])
    expect((await client.post(`/api/trips/${id}/invitations`, { days: 3 })).status).toBe(201)
    server.wait(BACK)
    await sweep()
    const [invitation] = await listInvitations(server, id, server.clock())
    const lasts = Date.parse(invitation?.expires_at ?? '') - server.clock().getTime()
    expect(lasts).toBeLessThanOrEqual(3 * DAY_MS)
    expect(lasts).toBeGreaterThan(3 * DAY_MS - 60_000)
    server.wait({ minutes: 2 })
    await client.makeSection(id, 'checklist', [])
    const { entries } = (await client.get(`/api/trips/${id}/history`)).body as { entries: { section: string }[] }
    expect(entries.map(({ section }) => section)).toEqual(['checklist', 'notes'])
  })

  async function newTrip(client: TestClient): Promise<string> {
    const id = randomUUID()
    expect((await client.post('/api/trips', { id, name: 'Lake', type: 'car_trip' })).status).toBe(201)
    return id
  }

  it('has left a rule for every stored time', async () => {
    const others: Record<string, string[]> = {
      sessions: ['created_at', 'expires_at', 'extended_at'],
      invitations: ['created_at', 'expires_at'],
      device_codes: ['expires_at'],
      password_resets: ['expires_at'],
      mails: ['next_try_at'],
      plan_history: ['saved_at'],
      sweep_clock: ['reached_at'],
      removal_pauses: ['until'],
    }
    const events: Record<string, readonly string[]> = EVENT_TIMES
    for (const { name, columns } of await listTables(server.db))
      expect([...(events[name] ?? []), ...(others[name] ?? [])].toSorted(), name).toEqual(
        columns.filter(({ kind }) => kind === 'time').map((column) => column.name),
      )
  })

  it('changes nothing if the clock is far behind instead', async () => {
    const { user } = await server.signUp()
    const read = () => server.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
    const before = await read()
    await mendFutureTimes(server.db, new Date('1970-01-01T00:00:09Z'))
    expect(await read()).toEqual(before)
  })

  if (engine !== 'postgres') return
  it('does not lock anybody out by counters of then', async () => {
    const pool = new pg.Pool({ connectionString: server.settings.databaseUrl })
    const limit = createLimits({ pool })(randomUUID(), 2, 60)
    for (let n = 0; n < 2; n++) await limit.count('robin')
    await expect(limit.count('robin')).rejects.toMatchObject({ code: 'too_many_requests' })
    const ahead = Date.now() + 400 * DAY_MS
    await server.db.updateTable('attempts').set({ expire: ahead }).execute()
    await limit.count('robin')
    await limit.count('robin')
    const failure = await limit.count('robin').catch((refused) => refused)
    expect(failure).toMatchObject({ code: 'too_many_requests' })
    expect(failure.retryAfterSeconds).toBeLessThanOrEqual(60)
    await pool.end()
  })
})
