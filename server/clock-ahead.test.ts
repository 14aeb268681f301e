import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SESSION_DAYS } from '#domain/api/auth.ts'
import { makeDeviceCode, signInByCode } from './accounts/device-codes.ts'
import { createLimits } from './accounts/limits.ts'
import { makeReset, resetPassword } from './accounts/password-resets.ts'
import { addMail, leaseMail } from './mail/outbox.ts'
import { engines } from './testing/engines.ts'
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

  const keyOf = async (userId: string) => {
    const ofUser = server.db.selectFrom('sessions').select('token_hash').where('user_id', '=', userId)
    return (await ofUser.executeTakeFirstOrThrow()).token_hash
  }
  const isSignedIn = async (client: TestClient) => (await client.get('/auth/v1/user')).status === 200

  it('leaves sessions of before in place, and ends those of then as if they had begun now', async () => {
    const before = await server.signUp()
    server.wait(AHEAD)
    const [then, unused] = [await server.signUp(), await server.signUp()]
    server.wait(BACK)
    for (const { client } of [before, then]) expect(await isSignedIn(client)).toBe(true)
    // As the app does while somebody uses it.
    expect((await then.client.post('/auth/v1/token?grant_type=refresh_token')).status).toBe(200)
    server.sessions.invalidateUser(unused.user.id)
    const session = await server.sessions.findByKey(await keyOf(unused.user.id))
    const end = server.clock().getTime() + SESSION_DAYS * DAY_MS
    expect(session?.endsAt.getTime()).toBeLessThanOrEqual(end)
    expect(session?.expiresAt.getTime()).toBeLessThanOrEqual(end)
    server.wait({ minutes: 31 })
    server.sessions.invalidateUser(then.user.id)
    expect(await isSignedIn(then.client)).toBe(false)
  })

  it('leaves no password links and device codes that hold longer than others', async () => {
    const { user } = await server.signUp()
    const key = await keyOf(user.id)
    server.wait(AHEAD)
    const { code } = await makeDeviceCode(server.db, { user, key }, server.clock())
    const secret = await makeReset(server.db, user.id, server.clock())
    server.wait(BACK)
    await expect(signInByCode(server.db, code, server.clock())).rejects.toMatchObject({ code: 'code_expired' })
    const reset = resetPassword(server.db, { secret, password: 'a long new password' }, server.clock())
    await expect(reset).rejects.toMatchObject({ code: 'code_expired' })
  })

  it('does not hold back mails that were to be tried again then', async () => {
    await server.db.deleteFrom('mails').execute()
    await addMail(server.db, { kind: 'reset', recipient: 'robin@example.org' }, server.clock())
    server.wait(AHEAD)
    expect(await leaseMail(server.db, server.clock())).toMatchObject({ recipient: 'robin@example.org' })
    server.wait(BACK)
    expect(await leaseMail(server.db, server.clock())).toMatchObject({ tries: 2 })
    // It is claimed: others wait.
    expect(await leaseMail(server.db, server.clock())).toBeUndefined()
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

  async function newTrip(client: TestClient): Promise<string> {
    const id = randomUUID()
    expect((await client.post('/api/trips', { id, name: 'Lake', type: 'car_trip' })).status).toBe(201)
    return id
  }

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
