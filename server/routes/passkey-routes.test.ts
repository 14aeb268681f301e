import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_PASSKEYS, passkey, passkeysResponse } from '#domain/api/passkeys.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import type { User } from '#domain/person.ts'
import { Authenticator, type Faults } from '#server/testing/authenticator.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const PASSKEYS = '/auth/v1/passkeys'
const SIGN_IN = '/auth/v1/token?grant_type=passkey'

describe.each(engines)('passkeys on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(engine)
  })
  afterAll(() => server.remove())

  async function newGuest(): Promise<{ user: Pick<User, 'id'>; client: TestClient }> {
    const id = await insertAccount(server.db, { email: null })
    return { user: { id }, client: await server.openSession({ id, email: null }) }
  }
  const optionsFor = async (client: TestClient, password?: string) =>
    (await client.post(`${PASSKEYS}/creation`, password === undefined ? {} : { password })).body
  async function add(device: Authenticator, client: TestClient, password?: string) {
    return passkey.parse((await client.post(PASSKEYS, device.create(await optionsFor(client, password)))).body)
  }
  async function signIn(device: Authenticator, faults?: Faults, credential?: Authenticator['credentials'][number]) {
    const client = server.openClient()
    const options = (await client.post(`${PASSKEYS}/request`)).body
    const answer = await client.post(SIGN_IN, device.get(options, faults, credential))
    return { client, answer, options }
  }
  /** Somebody who has the link of a guest opens it. */
  async function openByLink(guest: TestClient): Promise<TestClient> {
    const { body } = await guest.post('/auth/v1/personal-link', {})
    const client = server.openClient()
    expect((await client.post('/auth/v1/token?grant_type=personal_link', body)).status).toBe(200)
    return client
  }
  const list = async (client: TestClient) => passkeysResponse.parse((await client.get(PASSKEYS)).body).passkeys

  it('signs an account in, and a guest as the guest', async () => {
    const { user, client, password } = await server.signUp()
    const device = new Authenticator()
    expect(await list(client)).toEqual([])
    const added = await add(device, client, password)
    expect(added).toMatchObject({ host: 'localhost', used_at: null })
    const { answer } = await signIn(device)
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id }, expires_in: 1800 } })
    expect((await list(client))[0]?.used_at).not.toBeNull()

    const guest = await newGuest()
    await add(device, guest.client)
    const back = await signIn(device)
    expect(back.answer).toMatchObject({ status: 200, body: { user: { id: guest.user.id, email: null } } })
    expect((back.answer.body as { expires_in: number }).expires_in).toBeGreaterThan(300 * 24 * 3600)
    // Each keeps their own on a shared device.
    const first = await signIn(device, {}, device.credentials[0])
    expect(first.answer).toMatchObject({ status: 200, body: { user: { id: user.id } } })
  })

  it('gives each user a handle of their own, and lets no device replace a passkey', async () => {
    const { client } = await newGuest()
    const other = await newGuest()
    const device = new Authenticator()
    await add(device, client)
    await add(device, other.client)
    expect(new Set(device.credentials.map(({ userHandle }) => userHandle)).size).toBe(2)
    const again = await optionsFor(client)
    expect(() => device.create(again)).toThrow('InvalidStateError')
  })

  it('asks an account for its password, and the demo account and helped sessions for nothing', async () => {
    const { client, password } = await server.signUp()
    expect(await client.post(`${PASSKEYS}/creation`, {})).toMatchObject(failed(401, 'wrong_credentials'))
    const wrong = await client.post(`${PASSKEYS}/creation`, { password: `${password}x` })
    expect(wrong).toMatchObject({ status: 401, body: { error: { code: 'wrong_credentials', at: 'password' } } })
    const demo = await server.openSession({ id: await insertAccount(server.db, { email: DEMO_EMAIL }) })
    expect(await demo.get(PASSKEYS)).toMatchObject(failed(403, 'demo_account_refused'))
    const guest = await newGuest()
    await server.db.updateTable('sessions').set({ by_help: true }).where('user_id', '=', guest.user.id).execute()
    expect(await guest.client.post(`${PASSKEYS}/creation`, {})).toMatchObject(failed(403, 'helped_session'))
    expect((await guest.client.get(PASSKEYS)).status).toBe(200)
    const [made] = [crypto.randomUUID()]
    const removal = await guest.client.send('DELETE', `${PASSKEYS}/${made}`)
    expect(removal).toMatchObject(failed(403, 'helped_session'))
  })

  it.each<[string, Faults]>([
    ['another origin', { origin: 'http://localhost.example.org' }],
    ['another host', { rpId: 'example.org' }],
    ['nobody verified', { isVerified: false }],
  ])('refuses %s', async (_name, faults) => {
    const { client } = await newGuest()
    const device = new Authenticator()
    const added = await client.post(PASSKEYS, device.create(await optionsFor(client), faults))
    expect(added).toMatchObject(failed(400, 'passkey_refused'))
    expect(await list(client)).toEqual([])
    await add(device, client)
    const { answer } = await signIn(device, faults)
    expect(answer).toMatchObject(failed(400, 'passkey_refused'))
    expect(answer.setCookies).toEqual([])
    expect((await signIn(device)).answer.status).toBe(200)
  })

  it('refuses a tampered signature, and one of another key', async () => {
    const { client } = await newGuest()
    const other = await newGuest()
    const device = new Authenticator()
    await add(device, client)
    await add(device, other.client)
    expect((await signIn(device, { breakSignature: true })).answer).toMatchObject(failed(400, 'passkey_refused'))
    const [mine, theirs] = device.credentials
    if (!mine || !theirs) throw new Error('no credentials')
    const { answer } = await signIn(device, {}, { ...mine, id: theirs.id })
    expect(answer).toMatchObject(failed(400, 'passkey_refused'))
  })

  it('uses a challenge once, for a few minutes, and for one user', async () => {
    const { client } = await newGuest()
    const other = await newGuest()
    const device = new Authenticator()
    const options = await optionsFor(client)
    const response = device.create(options)
    expect(await other.client.post(PASSKEYS, response)).toMatchObject(failed(410, 'passkey_expired'))
    expect(await client.post(PASSKEYS, response)).toMatchObject({ status: 200 })
    expect(await client.post(PASSKEYS, response)).toMatchObject(failed(410, 'passkey_expired'))
    const { options: used } = await signIn(device)
    expect(await server.openClient().post(SIGN_IN, device.get(used))).toMatchObject(failed(410, 'passkey_expired'))
    const forAdding = await optionsFor(client)
    expect(await server.openClient().post(SIGN_IN, device.get(forAdding))).toMatchObject(failed(410, 'passkey_expired'))
    const later = server.openAnother()
    const late = (await later.openClient().post(`${PASSKEYS}/request`)).body
    later.wait({ minutes: 5, seconds: 1 })
    expect(await later.openClient().post(SIGN_IN, device.get(late))).toMatchObject(failed(410, 'passkey_expired'))
  })

  it('refuses a counter that goes back', async () => {
    const { client } = await newGuest()
    const device = new Authenticator()
    await add(device, client)
    expect((await signIn(device, { counter: 7 })).answer.status).toBe(200)
    for (const counter of [7, 6, 0])
      expect((await signIn(device, { counter })).answer).toMatchObject(failed(400, 'passkey_refused'))
    expect((await signIn(device, { counter: 8 })).answer.status).toBe(200)
  })

  it('renames and removes only one’s own; a removed one and one of a removed user work no more', async () => {
    const { user, client } = await newGuest()
    const other = await newGuest()
    const device = new Authenticator()
    const { id } = await add(device, client)
    const rename = (who: TestClient) => who.send('PATCH', `${PASSKEYS}/${id}`, { body: { name: ' Old phone ' } })
    expect(await rename(other.client)).toMatchObject(failed(404, 'passkey_not_found'))
    expect(await rename(client)).toMatchObject({ status: 204 })
    await other.client.send('DELETE', `${PASSKEYS}/${id}`)
    expect(await list(client)).toMatchObject([{ id, name: 'Old phone' }])
    await client.send('DELETE', `${PASSKEYS}/${id}`)
    expect((await signIn(device)).answer).toMatchObject(failed(404, 'passkey_not_found'))
    await add(device, client)
    await server.db.deleteFrom('users').where('id', '=', user.id).execute()
    expect((await signIn(device)).answer).toMatchObject(failed(404, 'passkey_not_found'))
  })

  it('has a maximum per user', async () => {
    const { client } = await newGuest()
    const open = await optionsFor(client)
    for (let count = 0; count < MAX_PASSKEYS; count++) await add(new Authenticator(), client)
    expect(await client.post(`${PASSKEYS}/creation`, {})).toMatchObject(failed(409, 'passkeys_full'))
    expect(await client.post(PASSKEYS, new Authenticator().create(open))).toMatchObject(failed(409, 'passkeys_full'))
  })

  it('says where passkeys do not work, and tells those of another host', async () => {
    const { client } = await newGuest()
    const device = new Authenticator()
    await add(device, client)
    const at = (url: string) => server.openAnother({ env: { PUBLIC_URL: url } })
    for (const [url, unavailable] of [
      ['http://192.168.1.7', 'address'],
      ['https://[::1]', 'address'],
      ['http://trips.example.org', 'insecure'],
      ['https://trips.example.org', null],
    ] as const) {
      const app = at(url)
      const there = app.openClient(url)
      there.cookies.set(url.startsWith('https') ? '__Host-wayfare_session' : 'wayfare_session', client.token)
      const { body } = await there.get(PASSKEYS)
      expect(body, url).toMatchObject({ unavailable, host: new URL(url).hostname, passkeys: [{ host: 'localhost' }] })
      const asked = await there.post(`${PASSKEYS}/request`)
      if (unavailable) {
        expect(asked, url).toMatchObject(failed(409, 'passkeys_unavailable'))
        continue
      }
      const answer = await there.post(SIGN_IN, device.get(asked.body))
      expect(answer).toMatchObject({ status: 409, body: { error: { code: 'passkey_elsewhere' } } })
      expect(answer.text).toContain('localhost')
    }
  })

  it('ends when a guest is merged into an account, and with a new password', async () => {
    const device = new Authenticator()
    const { user, client } = await newGuest()
    await add(device, client)
    const account = await server.signUp()
    const own = new Authenticator()
    await add(own, account.client, account.password)
    const merged = await client.post('/auth/v1/token?grant_type=password', {
      email: account.user.email,
      password: account.password,
      guest: user.id,
    })
    expect(merged.status).toBe(200)
    expect((await signIn(device)).answer).toMatchObject(failed(404, 'passkey_not_found'))
    const { answer, client: back } = await signIn(own)
    expect(answer).toMatchObject({ status: 200, body: { user: { id: account.user.id } } })
    expect(await list(back)).toHaveLength(1)
    const changed = await back.post('/auth/v1/password', { current: account.password, password: 'a longer one here' })
    expect(changed.status).toBe(204)
    expect((await signIn(own)).answer).toMatchObject(failed(404, 'passkey_not_found'))
  })

  it('stays when a guest creates an account, unless it was made with the guest’s link', async () => {
    const [own, byLink] = [new Authenticator(), new Authenticator()]
    const { user, client } = await newGuest()
    await add(own, client)
    await add(byLink, await openByLink(client))
    const email = `robin-${crypto.randomUUID()}@example.org`
    expect((await client.put('/auth/v1/user', { email, password: 'a longer one here' })).status).toBe(200)
    expect((await signIn(own)).answer).toMatchObject({ status: 200, body: { user: { id: user.id, email } } })
    expect((await signIn(byLink)).answer).toMatchObject(failed(404, 'passkey_not_found'))
  })

  it('stays if the guest ends the link on the device that has it', async () => {
    const [first, again] = [new Authenticator(), new Authenticator()]
    const { user, client } = await newGuest()
    const phone = await openByLink(client)
    await add(first, phone)
    await add(again, phone)
    expect((await phone.post('/auth/v1/personal-link', {})).status).toBe(200)
    const { answer, client: back } = await signIn(first)
    expect(answer).toMatchObject({ status: 200, body: { user: { id: user.id } } })
    // It belongs to the session that was opened with it now; the other still to the one in which it was made.
    expect((await back.post('/auth/v1/personal-link', {})).status).toBe(200)
    expect((await signIn(first)).answer.status).toBe(200)
    expect((await signIn(again)).answer).toMatchObject(failed(404, 'passkey_not_found'))
  })

  it.each(['POST', 'DELETE'])(
    'that was made with a guest’s link ends with it, as its sessions do: %s',
    async (method) => {
      const [own, byLink] = [new Authenticator(), new Authenticator()]
      const { user, client } = await newGuest()
      await add(own, client)
      await add(byLink, await openByLink(client))
      const { client: stranger, answer } = await signIn(byLink)
      expect(answer.status).toBe(200)
      expect((await client.send(method, '/auth/v1/personal-link', {})).status).toBeLessThan(300)
      expect(await stranger.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
      expect((await signIn(byLink)).answer).toMatchObject(failed(404, 'passkey_not_found'))
      expect((await signIn(own)).answer).toMatchObject({ status: 200, body: { user: { id: user.id } } })
    },
  )
})
