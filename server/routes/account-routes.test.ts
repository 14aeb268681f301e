import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionsResponse } from '#domain/api/account.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { makeReset, RESET_HOURS } from '#server/accounts/password-resets.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36'
const DESK = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0'

describe.each(engines)('an account on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp(engine)
  })
  afterAll(() => app.remove())

  async function signIn(email: string, password: string, userAgent = PHONE): Promise<TestClient> {
    const client = app.openClient()
    const answer = await client.send('POST', '/auth/v1/token?grant_type=password', {
      body: { email, password },
      headers: { 'user-agent': userAgent },
    })
    expect(answer.status).toBe(200)
    return client
  }
  const findUser = async (client: TestClient) => ((await client.get('/auth/v1/user')).body as { user: unknown }).user
  const sessionsOf = async (client: TestClient) =>
    sessionsResponse.parse((await client.get('/auth/v1/sessions')).body).sessions

  it('is renamed on all devices at once', async () => {
    const { client, user, password } = await app.signUp()
    const phone = await signIn(user.email, password)
    await findUser(phone)
    const change = { full_name: '  Ana  María ', username: 'ana' }
    expect(await client.send('PATCH', '/auth/v1/user', { body: change })).toMatchObject({
      status: 200,
      body: { user: { id: user.id, full_name: 'Ana  María', username: 'ana', email: user.email } },
    })
    for (const each of [client, phone])
      expect(await findUser(each)).toMatchObject({ full_name: 'Ana  María', username: 'ana' })
    const blank = await client.send('PATCH', '/auth/v1/user', { body: { full_name: ' ', username: 'ana' } })
    expect(blank).toMatchObject({ status: 400, body: { error: { code: 'invalid_request', at: 'full_name' } } })
    expect(await findUser(client)).toMatchObject({ full_name: 'Ana  María' })
  })

  it('changes its password with the current one, which signs out all other devices', async () => {
    const { client, user, password } = await app.signUp()
    const phone = await signIn(user.email, password)
    const code = (await phone.post('/auth/v1/device-code', {})).body as { code: string }
    const change = (body: object) => client.post('/auth/v1/password', body)
    expect(await change({ current: 'not this one', password: 'a longer one' })).toMatchObject({
      status: 401,
      body: { error: { code: 'wrong_credentials', at: 'current', message: 'This password isn’t correct.' } },
    })
    expect(await change({ current: password, password: 'short' })).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', at: 'password' } },
    })
    expect(await change({ current: password, password: 'password1' })).toMatchObject({
      status: 400,
      body: { error: { code: 'password_too_common', at: 'password' } },
    })
    expect(await findUser(phone)).toMatchObject({ id: user.id })

    expect((await change({ current: password, password: 'a longer one' })).status).toBe(204)
    expect(await findUser(client)).toMatchObject({ id: user.id })
    expect(await phone.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
    expect((await app.openClient().post('/auth/v1/token?grant_type=device_code', { code: code.code })).status).toBe(404)
    const old = await app.openClient().post('/auth/v1/token?grant_type=password', { email: user.email, password })
    expect(old).toMatchObject(failed(401, 'wrong_credentials'))
    await signIn(user.email, 'a longer one')
  })

  it('counts wrong current passwords as failed sign-ins', async () => {
    const { client } = await app.openAnother({ env: { SIGN_IN_ATTEMPTS: '10' } }).signUp()
    const guess = () => client.post('/auth/v1/password', { current: 'not this one', password: 'a longer one' })
    for (let tries = 0; tries < 10; tries++) expect((await guess()).status).toBe(401)
    expect(await guess()).toMatchObject(failed(429, 'too_many_requests'))
    expect((await client.get('/auth/v1/user')).status).toBe(200)
  })

  it('lists its sessions, and ends one or all others', async () => {
    const { client, user, password } = await app.signUp()
    const [phone, desk] = [await signIn(user.email, password), await signIn(user.email, password, DESK)]
    const listed = await sessionsOf(phone)
    expect(listed[0]).toMatchObject({ device: 'Chrome on Android', is_this: true })
    expect(listed.map(({ is_this }) => is_this)).toEqual([true, false, false])
    const hashes = await app.db.selectFrom('sessions').select('token_hash').where('user_id', '=', user.id).execute()
    for (const { token_hash } of hashes) expect(JSON.stringify(listed)).not.toContain(token_hash)

    const other = listed.find(({ device }) => device === 'Firefox on Linux')
    const stranger = await app.openSession({ id: await insertAccount(app.db) })
    expect((await stranger.send('DELETE', `/auth/v1/sessions/${other?.key}`)).status).toBe(204)
    expect(await findUser(desk)).toMatchObject({ id: user.id })
    const showCode = async (from: TestClient) =>
      ((await from.post('/auth/v1/device-code', {})).body as { code: string }).code
    const enterCode = (code: string) => app.openClient().post('/auth/v1/token?grant_type=device_code', { code })
    const deskCode = await showCode(desk)
    expect((await phone.send('DELETE', `/auth/v1/sessions/${other?.key}`)).status).toBe(204)
    // Codes shown by a signed-out device are invalid.
    expect(await enterCode(deskCode)).toMatchObject(failed(404, 'code_not_found'))
    expect(await desk.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
    expect(await findUser(client)).toMatchObject({ id: user.id })

    const clientCode = await showCode(client)
    expect((await phone.send('DELETE', '/auth/v1/sessions')).status).toBe(204)
    expect(await enterCode(clientCode)).toMatchObject(failed(404, 'code_not_found'))
    expect(await client.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
    expect(await sessionsOf(phone)).toHaveLength(1)
  })

  describe('whose password was forgotten', () => {
    const reset = (secret: string, password = 'a longer one', client = app.openClient()) =>
      client.post('/auth/v1/reset', { secret, password })

    it('gets a new one by a link, once, which signs in there and out everywhere else', async () => {
      const { client, user, password } = await app.signUp()
      const older = await makeReset(app.db, user.id, app.clock())
      const secret = await makeReset(app.db, user.id, app.clock())
      expect(await reset(older)).toMatchObject(failed(404, 'link_not_found'))
      expect(await reset(secret, 'password1')).toMatchObject({
        status: 400,
        body: { error: { code: 'password_too_common', at: 'password' } },
      })
      expect(await reset(secret, '        ')).toMatchObject({ status: 400 })
      expect(await findUser(client)).toMatchObject({ id: user.id })

      const here = app.openClient()
      expect(await reset(secret, 'a longer one', here)).toMatchObject({ status: 200, body: { user: { id: user.id } } })
      expect(await findUser(here)).toMatchObject({ id: user.id })
      expect(await client.get('/auth/v1/user')).toMatchObject(failed(401, 'not_signed_in'))
      expect(await reset(secret, 'another one')).toMatchObject(failed(404, 'link_not_found'))
      const old = await app.openClient().post('/auth/v1/token?grant_type=password', { email: user.email, password })
      expect(old).toMatchObject(failed(401, 'wrong_credentials'))
      await signIn(user.email, 'a longer one')
    })

    it('gets only the first of two passwords sent at once', async () => {
      const { user } = await app.signUp()
      const secret = await makeReset(app.db, user.id, app.clock())
      const answers = await Promise.all([reset(secret, 'the first one'), reset(secret, 'the second one')])
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    })

    it('cannot use an expired link, nor one from before the password was changed', async () => {
      const { client, user, password } = await app.signUp()
      const yesterday = new Date(app.clock().getTime() - RESET_HOURS * 60 * 60_000)
      expect(await reset(await makeReset(app.db, user.id, yesterday))).toMatchObject(failed(410, 'code_expired'))
      const secret = await makeReset(app.db, user.id, app.clock())
      expect((await client.post('/auth/v1/password', { current: password, password: 'a longer one' })).status).toBe(204)
      expect(await reset(secret)).toMatchObject(failed(404, 'link_not_found'))
    })

    it('shows that the address is theirs by a link that was sent there, and by no other', async () => {
      const { user } = await app.signUp()
      const provenAt = async () => {
        const row = app.db.selectFrom('users').select('email_proven_at').where('id', '=', user.id)
        return (await row.executeTakeFirstOrThrow()).email_proven_at
      }
      await makeReset(app.db, user.id, app.clock(), { byMail: true })
      // The operator's link replaces that of the mail.
      expect((await reset(await makeReset(app.db, user.id, app.clock()))).status).toBe(200)
      expect(await provenAt()).toBeNull()
      await makeReset(app.db, user.id, app.clock())
      const mailed = await makeReset(app.db, user.id, app.clock(), { byMail: true })
      expect((await reset(mailed, 'another one')).status).toBe(200)
      const proven = await provenAt()
      expect(proven).not.toBeNull()
      // What was shown stays so.
      expect((await reset(await makeReset(app.db, user.id, app.clock()), 'a third one')).status).toBe(200)
      expect(await provenAt()).toBe(proven)
    })

    it('has only the hash of its link in the database', async () => {
      const { user } = await app.signUp()
      const secret = await makeReset(app.db, user.id, app.clock())
      expect(JSON.stringify(await app.db.selectFrom('password_resets').selectAll().execute())).not.toContain(secret)
    })
  })

  it('refuses these actions to guests and to the demo account', async () => {
    const guest = await app.openSession({ id: await insertAccount(app.db, { email: null }), email: null })
    const demo = await app.openSession({ id: await insertAccount(app.db, { email: DEMO_EMAIL }) })
    const change = { body: { full_name: 'Mine now', username: 'mine' } }
    expect(await guest.send('PATCH', '/auth/v1/user', change)).toMatchObject(failed(403, 'account_needed'))
    expect(await guest.get('/auth/v1/sessions')).toMatchObject(failed(403, 'account_needed'))
    for (const [method, path] of [
      ['PATCH', '/auth/v1/user'],
      ['POST', '/auth/v1/password'],
      ['DELETE', '/auth/v1/sessions'],
      ['DELETE', '/auth/v1/sessions/x'],
    ] as const)
      expect(await demo.send(method, path, change), path).toMatchObject(failed(403, 'demo_account_refused'))
    // Other visitors' sessions of the demo account are not listed.
    const { id } = (await findUser(demo)) as { id: string }
    await app.openSession({ id, email: DEMO_EMAIL })
    expect((await sessionsOf(demo)).map(({ is_this }) => is_this)).toEqual([true])
  })
})
