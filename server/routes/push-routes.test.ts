import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUSH_PATH, PUSH_REMOVAL_PATH, type PushSubscriptionRequest, pushResponse } from '#domain/api/notices.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { MAX_SUBSCRIPTIONS, moveSubscriptions } from '#server/accounts/push-subscriptions.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { storeSubscription } from '#server/notify/subscriptions.ts'
import { engines } from '#server/testing/engines.ts'
import { insertNotice } from '#server/testing/notices.ts'
import { TestPushService } from '#server/testing/push-service.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'

describe.each(engines)('the browsers of a user that get pushes, on %s', (engine) => {
  let app: TestApp
  let service: TestPushService
  beforeAll(async () => {
    service = await TestPushService.start()
    app = await openTestApp(engine, { env: service.env(), push: { ca: service.certificate } })
  })
  afterAll(async () => {
    await app.remove()
    await service.close()
  })

  const look = async (client: TestClient) => pushResponse.parse((await client.get(PUSH_PATH)).body)
  const keyOf = async (client: TestClient) => (await look(client)).public_key as string
  const put = (client: TestClient, subscription: unknown) => client.put(PUSH_PATH, subscription)
  const rowsOf = (userId: string) =>
    app.db.selectFrom('push_subscriptions').selectAll().where('user_id', '=', userId).execute()
  const codeOf = ({ body }: { body: unknown }) => (body as { error: { code: string } }).error.code

  /** Somebody in a browser that gets pushes. */
  async function subscribe() {
    const signedUp = await app.signUp()
    return { ...signedUp, subscription: await subscribeIn(signedUp.client) }
  }
  async function subscribeIn(client: TestClient) {
    const subscription = service.subscribe(await keyOf(client))
    const answer = await put(client, subscription)
    expect(answer.status, answer.text).toBe(204)
    return subscription
  }
  /** Another browser of the same user. */
  async function another(user: { id: string }) {
    const client = await app.openSession(user)
    return { client, subscription: await subscribeIn(client) }
  }

  it('subscribe with the key of the server, and get what is new in a trip', async () => {
    const { user, client, subscription } = await subscribe()
    expect(await look(client)).toMatchObject({ devices: [{ is_this: true, failed_since: null }] })
    const trip = await insertTrip(app.db, { owner_id: user.id })
    await insertNotice(app.db, { trip_id: trip.id, user_id: user.id })
    const [row] = await rowsOf(user.id)
    const at = app.clock().toISOString()
    const push = { id: randomUUID(), subscription_id: row?.id ?? '', user_id: user.id, trip_id: trip.id }
    await app.db
      .insertInto('pushes')
      .values({ ...push, is_urgent: false, created_at: at, tries: 0, next_try_at: at })
      .execute()
    await app.pushes?.sendDue()
    expect(service.to(subscription)).toMatchObject([{ content: { trip: trip.name, count: 1 } }])
    expect(service.faults).toEqual([])
  })

  it('are listed newest first, each with whether it is this one, and never with its address', async () => {
    const { user, client, subscription } = await subscribe()
    app.wait({ seconds: 1 })
    const second = await another(user)
    const [newest, oldest] = (await look(second.client)).devices
    expect([newest?.is_this, oldest?.is_this]).toEqual([true, false])
    expect((await look(client)).devices.map(({ is_this }) => is_this)).toEqual([false, true])
    expect((await client.get(PUSH_PATH)).text).not.toContain(subscription.endpoint)
  })

  it('renew their subscription at each start: it stays one, with the session of now', async () => {
    const { user, client, subscription } = await subscribe()
    await app.db
      .updateTable('push_subscriptions')
      .set({ failures: 3, failed_since: app.clock().toISOString() })
      .execute()
    const [before] = await rowsOf(user.id)
    app.wait({ minutes: 1 })
    const inLaterSession = await app.openSession(user)
    await put(inLaterSession, subscription)
    const [after, ...others] = await rowsOf(user.id)
    expect(others).toEqual([])
    expect(after).toMatchObject({ id: before?.id, created_at: before?.created_at, failures: 3 })
    expect(Date.parse(after?.renewed_at ?? '')).toBeGreaterThan(Date.parse(before?.renewed_at ?? ''))
    expect((await look(inLaterSession)).devices).toMatchObject([{ is_this: true }])
    expect((await look(client)).devices).toMatchObject([{ is_this: false }])
    // With new keys, nothing is known about whether they arrive.
    await put(client, { ...subscription, keys: service.subscribe(subscription.public_key).keys })
    expect(await rowsOf(user.id)).toMatchObject([{ failures: 0, failed_since: null }])
  })

  it('say in which time zone they are; one that is unknown here is ignored', async () => {
    const { user, client, subscription } = await subscribe()
    const zoneOf = async (zone?: string) => {
      expect((await put(client, { ...subscription, ...(zone !== undefined && { zone }) })).status).toBe(204)
      return (await rowsOf(user.id)).map((row) => row.zone)
    }
    expect(await zoneOf('America/Los_Angeles')).toEqual(['America/Los_Angeles'])
    expect(await zoneOf('Mars/Olympus')).toEqual([''])
    expect(await zoneOf('')).toEqual([''])
    expect(await zoneOf('Asia/Tokyo')).toEqual(['Asia/Tokyo'])
    expect(await zoneOf()).toEqual([''])
    expect(codeOf(await put(client, { ...subscription, zone: 'A'.repeat(61) }))).toBe('invalid_request')
  })

  it('belong to the user who signed in last, and what waited for the other is not sent', async () => {
    const { user, subscription } = await subscribe()
    const trip = await insertTrip(app.db, { owner_id: user.id })
    const [row] = await rowsOf(user.id)
    const at = app.clock().toISOString()
    const push = { id: randomUUID(), subscription_id: row?.id ?? '', user_id: user.id, trip_id: trip.id }
    await app.db
      .insertInto('pushes')
      .values({ ...push, is_urgent: false, created_at: at, tries: 0, next_try_at: at })
      .execute()
    const other = await app.signUp()
    await put(other.client, subscription)
    expect(await rowsOf(user.id)).toEqual([])
    expect(await rowsOf(other.user.id)).toHaveLength(1)
    expect(await app.db.selectFrom('pushes').selectAll().where('user_id', '=', user.id).execute()).toEqual([])
  })

  it('may subscribe with the current key only', async () => {
    const { client } = await app.signUp()
    const answer = await put(client, service.subscribe('B'.repeat(87)))
    expect([answer.status, codeOf(answer)]).toEqual([409, 'push_key_changed'])
  })

  it.each([
    'https://localhost/abc',
    'https://127.0.0.1:1/abc',
    'https://127.1/abc',
    'https://0x7f.1/abc',
    'https://[::1]/abc',
    'https://10.0.0.1/abc',
    'https://169.254.169.254/latest/meta-data',
    'https://metadata.google.internal/abc',
    'https://fcm.googleapis.com/abc',
    'http://127.0.0.1/abc',
    'not an address',
  ])('cannot name a service that is not allowed: %s', async (endpoint) => {
    const { user, client } = await app.signUp()
    const answer = await put(client, { ...service.subscribe(await keyOf(client)), endpoint })
    expect([answer.status, codeOf(answer)]).toEqual([400, 'push_not_allowed'])
    expect(await rowsOf(user.id)).toEqual([])
  })

  it('cannot have keys that are none', async () => {
    const { client } = await app.signUp()
    const subscription = service.subscribe(await keyOf(client))
    const withKeys = (keys: Partial<PushSubscriptionRequest['keys']>) => ({
      ...subscription,
      keys: { ...subscription.keys, ...keys },
    })
    expect(codeOf(await put(client, withKeys({ p256dh: 'B'.repeat(87) })))).toBe('push_not_allowed')
    expect(codeOf(await put(client, withKeys({ p256dh: 'short' })))).toBe('invalid_request')
    expect(codeOf(await put(client, withKeys({ auth: '' })))).toBe('invalid_request')
  })

  it('are limited in number: the one that was renewed longest ago goes', async () => {
    const { user, client, subscription } = await subscribe()
    const [first] = await rowsOf(user.id)
    for (let i = 1; i < MAX_SUBSCRIPTIONS; i++) {
      app.wait({ seconds: 1 })
      await put(client, service.subscribe(subscription.public_key))
    }
    app.wait({ seconds: 1 })
    await put(client, subscription)
    const [second] = (await rowsOf(user.id)).toSorted((one, other) => (one.renewed_at < other.renewed_at ? -1 : 1))
    app.wait({ seconds: 1 })
    await put(client, service.subscribe(subscription.public_key))
    const left = (await rowsOf(user.id)).map(({ id }) => id)
    expect(left).toHaveLength(MAX_SUBSCRIPTIONS)
    expect(left).toContain(first?.id)
    expect(left).not.toContain(second?.id)
  })

  it('can be switched off one by one, and again', async () => {
    const { user, client, subscription } = await subscribe()
    const second = await another(user)
    const { endpoint } = subscription
    for (let i = 0; i < 2; i++) expect((await client.post(PUSH_REMOVAL_PATH, { endpoint })).status).toBe(204)
    expect((await rowsOf(user.id)).map((row) => row.endpoint)).toEqual([second.subscription.endpoint])
  })

  it('are switched off by their own user only, also if another knows the address', async () => {
    const { user, client, subscription } = await subscribe()
    const other = await app.signUp()
    const { endpoint } = subscription
    expect((await other.client.post(PUSH_REMOVAL_PATH, { endpoint })).status).toBe(204)
    expect(await rowsOf(user.id)).toHaveLength(1)
    // In the same browser, the other one takes it over, and only they can switch it off then.
    await put(other.client, subscription)
    await client.post(PUSH_REMOVAL_PATH, { endpoint })
    expect(await rowsOf(other.user.id)).toHaveLength(1)
    await other.client.post(PUSH_REMOVAL_PATH, { endpoint })
    expect(await rowsOf(other.user.id)).toEqual([])
  })

  describe('end', () => {
    it('when their user signs out, there only', async () => {
      const { user, client } = await subscribe()
      const second = await another(user)
      await client.post('/auth/v1/logout', {})
      expect((await rowsOf(user.id)).map((row) => row.endpoint)).toEqual([second.subscription.endpoint])
    })

    it('but not when the app signs somebody out who has done nothing for 30 minutes', async () => {
      const { user, client } = await subscribe()
      await client.post('/auth/v1/logout', { inactive: true })
      expect((await client.get(PUSH_PATH)).status).toBe(401)
      expect(await rowsOf(user.id)).toHaveLength(1)
    })

    it('when another device ends their session', async () => {
      const { user, client, subscription } = await subscribe()
      const second = await another(user)
      const { body } = await client.get('/auth/v1/sessions')
      const { sessions } = body as { sessions: { key: string; is_this: boolean }[] }
      const other = sessions.find(({ is_this }) => !is_this)
      await client.send('DELETE', `/auth/v1/sessions/${other?.key}`)
      expect((await second.client.get(PUSH_PATH)).status).toBe(401)
      expect((await rowsOf(user.id)).map((row) => row.endpoint)).toEqual([subscription.endpoint])
    })

    it('when another device ends all others, also those whose session had expired', async () => {
      const { user } = await subscribe()
      app.wait({ minutes: 31 })
      await app.sessions.sweep()
      const second = await another(user)
      await second.client.send('DELETE', '/auth/v1/sessions')
      expect((await rowsOf(user.id)).map((row) => row.endpoint)).toEqual([second.subscription.endpoint])
    })

    it('when the password changes on another device', async () => {
      const { user, client, subscription, password } = await subscribe()
      await another(user)
      const change = { current: password, password: 'a longer one of mine' }
      expect((await client.post('/auth/v1/password', change)).status).toBe(204)
      expect((await rowsOf(user.id)).map((row) => row.endpoint)).toEqual([subscription.endpoint])
    })

    it('with the account', async () => {
      const { user, client, password } = await subscribe()
      expect((await client.post('/auth/v1/removal', { password, heirs: [], goes: [] })).status).toBe(204)
      expect(await rowsOf(user.id)).toEqual([])
    })

    it('not when a session only expires: people are told although they have not used the app for a while', async () => {
      const { user } = await subscribe()
      app.wait({ minutes: 31 })
      await app.sessions.sweep()
      expect(await rowsOf(user.id)).toHaveLength(1)
    })

    it('not when the same user signs in again in that browser, but when another does', async () => {
      const { user, client, password } = await subscribe()
      const { email } = user
      expect((await client.post('/auth/v1/token?grant_type=password', { email, password })).status).toBe(200)
      expect(await rowsOf(user.id)).toHaveLength(1)
      expect((await look(client)).devices).toMatchObject([{ is_this: true }])
      const other = await app.signUp()
      const as = { email: other.user.email, password: other.password }
      expect((await client.post('/auth/v1/token?grant_type=password', as)).status).toBe(200)
      expect(await rowsOf(user.id)).toEqual([])
    })
  })

  it('of a guest move to the account into which they merge', async () => {
    const guest = await insertAccount(app.db, { email: null })
    const guestClient = app.openClient()
    guestClient.cookies.set('wayfare_session', await openSession(app.db, { id: guest, email: null }, app.clock()))
    const subscription = await subscribeIn(guestClient)
    const { user, password } = await app.signUp()
    const body = { email: user.email, password, guest }
    expect((await guestClient.post('/auth/v1/token?grant_type=password', body)).status).toBe(200)
    expect(await rowsOf(guest)).toEqual([])
    expect((await rowsOf(user.id)).map((row) => row.endpoint)).toEqual([subscription.endpoint])
    expect((await look(guestClient)).devices).toMatchObject([{ is_this: true }])
    await moveSubscriptions(app.db, guest, user.id)
    expect(await rowsOf(user.id)).toHaveLength(1)
  })

  it('of several guests are as many as one user may have once they have merged: the newest', async () => {
    const { user, client, subscription } = await subscribe()
    const guests = []
    for (let i = 0; i < 3; i++) {
      const guest = await insertAccount(app.db, { email: null })
      guests.push(guest)
      for (let j = 0; j < 10; j++) {
        app.wait({ seconds: 1 })
        const session = { userId: guest, sessionKey: randomUUID(), device: '' }
        await storeSubscription(app.db, session, service.subscribe(subscription.public_key), app.clock())
      }
    }
    for (const guest of guests) await moveSubscriptions(app.db, guest, user.id)
    const rows = await rowsOf(user.id)
    expect(rows).toHaveLength(MAX_SUBSCRIPTIONS)
    expect(rows.map(({ endpoint }) => endpoint)).not.toContain(subscription.endpoint)
    expect((await look(client)).devices).toHaveLength(MAX_SUBSCRIPTIONS)
  })

  it('are none with the demo account, which is everybody’s', async () => {
    const demo = await app.db.selectFrom('users').select('id').where('email', '=', DEMO_EMAIL).executeTakeFirst()
    const id = demo?.id ?? (await insertAccount(app.db, { email: DEMO_EMAIL }))
    const client = await app.openSession({ id, email: DEMO_EMAIL })
    expect(await look(client)).toEqual({ public_key: null, devices: [] })
    const { public_key } = await look((await app.signUp()).client)
    expect(codeOf(await put(client, service.subscribe(public_key as string)))).toBe('demo_account_refused')
  })

  it.each<[string, Record<string, string>]>([
    ['are switched off', { PUSH_SERVICES: 'off' }],
    ['have no contact that push services accept', { PUSH_CONTACT: '', PUBLIC_URL: 'https://trips.local' }],
  ])('are none if pushes %s', async (_, env) => {
    const without = app.openAnother({ env })
    const client = without.openClient(env['PUBLIC_URL'])
    const { user } = await app.signUp()
    client.cookies.set('wayfare_session', await openSession(app.db, user, without.clock()))
    client.cookies.set('__Host-wayfare_session', client.cookies.get('wayfare_session') as string)
    expect(await look(client)).toEqual({ public_key: null, devices: [] })
    expect(codeOf(await put(client, service.subscribe('B'.repeat(87))))).toBe('push_not_set_up')
  })
})
