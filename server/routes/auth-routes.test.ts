import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sessionResponse } from '#domain/api/auth.ts'
import { engines } from '#server/testing/engines.ts'
import { countRows, withoutTable } from '#server/testing/rows.ts'
import { buildRegistration, openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed } from '#server/testing/test-client.ts'

const SIGN_UP = '/auth/v1/signup'
const SIGN_IN = '/auth/v1/token?grant_type=password'
const REFRESH = '/auth/v1/token?grant_type=refresh_token'
const SIGN_OUT = '/auth/v1/logout'
const USER = '/auth/v1/user'
const tables = ['users', 'credentials', 'sessions', 'profiles'] as const

describe.each(engines)('accounts on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(engine)
  })
  afterAll(() => server.remove())

  /** Runs something, and expects that the tables of accounts do not change. */
  async function expectNothingStored<Value>(run: () => Promise<Value>): Promise<Value> {
    const before = await countRows(server.db, ...tables)
    const value = await run()
    expect(await countRows(server.db, ...tables)).toEqual(before)
    return value
  }

  describe('signing up', () => {
    it('CALL-AUTH-4, CALL-AUTH-5, DATA-1, DATA-2, DATA-56..58, PERM-3, PERM-4 stores account and profile', async () => {
      const data = {
        username: '  robin ',
        full_name: ' Robin Tester',
        is_beta_user: true as const,
        referred_by: 'Sam from work',
      }
      const registered = buildRegistration({ data })
      const { user } = sessionResponse.parse((await server.openClient().post('/auth/v1/signup', registered)).body)
      const profile = await server.db
        .selectFrom('profiles')
        .selectAll()
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(profile).toEqual({
        id: user.id,
        username: 'robin',
        full_name: 'Robin Tester',
        is_beta_user: true,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      })
      const account = await server.db
        .selectFrom('users')
        .selectAll()
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(account).toMatchObject({ email: registered.email, referred_by: 'Sam from work' })
      expect(Object.keys(account).filter((column) => /role|admin|permission/.test(column))).toEqual([])

      const { body } = await server.openClient().post('/auth/v1/signup', buildRegistration())
      const { user: unreferred } = sessionResponse.parse(body)
      const row = await server.db
        .selectFrom('users')
        .select('referred_by')
        .where('id', '=', unreferred.id)
        .executeTakeFirstOrThrow()
      expect(row).toEqual({ referred_by: null })
    })

    it('CALL-AUTH-5, DATA-56..58 refuses unknown fields, and any is_beta_user but true', async () => {
      const { data, ...rest } = buildRegistration()
      const { referred_by: _, ...withoutReferral } = data
      const bodies = [
        { ...rest, data: { ...data, is_beta_user: false } },
        { ...rest, data: withoutReferral },
        { ...rest, data: { ...data, role: 'admin' } },
        { ...rest, data: { ...data, username: '   ' } },
        { ...rest, data: { ...data, username: '\u3164\u200d' } },
        { ...rest, data, id: '00000000-0000-4000-8000-000000000001' },
        rest,
      ]
      await expectNothingStored(async () => {
        for (const body of bodies) {
          expect(await server.openClient().post(SIGN_UP, body), JSON.stringify(body)).toMatchObject(
            failed(400, 'invalid_request'),
          )
        }
      })
    })

    it('explains a wrong value in a sentence if people can type it, and otherwise only to developers', async () => {
      const refuse = async (body: object) => (await server.openClient().post(SIGN_UP, body)).body
      expect(await refuse(buildRegistration({ email: 'robin@lake' }))).toEqual({
        error: {
          code: 'invalid_request',
          message: 'Please enter a full email address, such as robin@example.org',
          at: 'email',
          reason: 'email: Invalid email address',
        },
      })
      expect(await refuse({ ...buildRegistration(), role: 'admin' })).toEqual({
        error: {
          code: 'invalid_request',
          message: 'The server didn’t understand this request. Reload this page, then try again.',
          reason: 'Unrecognized key: "role"',
        },
      })
    })

    it('SIGNIN-16 accepts a password of 6 characters and refuses one of 5', async () => {
      const five = await expectNothingStored(() =>
        server.openClient().post(SIGN_UP, buildRegistration({ password: 'birch' })),
      )
      expect(five).toMatchObject(failed(400, 'invalid_request'))
      expect(await server.openClient().post(SIGN_UP, buildRegistration({ password: 'spruce' }))).toMatchObject({
        status: 200,
      })
    })

    it('VALID-13, ERR-5 answers "Email already exists" for a known address in any letter case', async () => {
      const { user } = await server.signUp()
      for (const email of [user.email, user.email.toUpperCase(), ` ${user.email.replace('robin', 'Robin')} `]) {
        const repeated = await expectNothingStored(() =>
          server.openClient().post(SIGN_UP, buildRegistration({ email })),
        )
        expect(repeated).toMatchObject({
          status: 409,
          body: { error: { code: 'email_exists', message: 'Email already exists' } },
        })
        expect(repeated.setCookies).toEqual([])
      }
    })

    it('creates one account if several requests with the same address arrive at once', async () => {
      const before = await countRows(server.db, ...tables)
      const registration = buildRegistration()
      const body = (email: string) => ({ ...registration, email })
      const answers = await Promise.all(
        [registration.email, registration.email.toUpperCase(), registration.email].map((email) =>
          server.openClient().post(SIGN_UP, body(email)),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
      for (const answer of answers) if (answer.status === 409) expect(answer).toMatchObject(failed(409, 'email_exists'))
      const after = await countRows(server.db, ...tables)
      for (const table of tables) expect(after[table], table).toBe(before[table] + 1)
    })

    it('ERR-7 stores nothing if the profile cannot be written, and the address stays available', async () => {
      const registration = buildRegistration()
      const before = await countRows(server.db, 'users', 'credentials', 'sessions')
      const answer = await withoutTable(server.db, 'profiles', () => server.openClient().post(SIGN_UP, registration))
      expect(answer).toMatchObject({
        status: 500,
        body: { error: { code: 'profile_not_created', message: 'Failed to create user profile' } },
      })
      expect(answer.setCookies).toEqual([])
      expect(await countRows(server.db, 'users', 'credentials', 'sessions')).toEqual(before)
      expect(await server.openClient().post(SIGN_UP, registration)).toMatchObject({ status: 200 })
    })

    it.each(['users', 'credentials', 'sessions'] as const)(
      'ERR-6 answers "Registration failed" if %s cannot be written',
      async (table) => {
        const otherTables = tables.filter((name) => name !== table)
        const before = await countRows(server.db, ...otherTables)
        const answer = await withoutTable(server.db, table, () =>
          server.openClient().post(SIGN_UP, buildRegistration()),
        )
        expect(answer).toMatchObject({
          status: 500,
          body: { error: { code: 'registration_failed', message: 'Registration failed' } },
        })
        expect(await countRows(server.db, ...otherTables)).toEqual(before)
      },
    )
  })

  it('ERR-6 does not report a free address as taken if the account cannot be written', async () => {
    const rename = (from: string, to: string) => server.db.schema.alterTable('users').renameColumn(from, to).execute()
    await rename('referred_by', 'referred_by_away')
    const answer = await server.openClient().post(SIGN_UP, buildRegistration())
    await rename('referred_by_away', 'referred_by')
    expect(answer).toMatchObject(failed(500, 'registration_failed'))
  })

  describe('signing in', () => {
    it('CALL-AUTH-1..3, CALL-AUTH-8, DATA-3, DATA-4 opens a session with the account’s e-mail', async () => {
      const { user, password } = await server.signUp()
      expect(Object.keys(user).toSorted()).toEqual(['email', 'full_name', 'id', 'is_beta_user', 'username'])
      await server.db
        .updateTable('users')
        .set({ email: `new-${user.email}` })
        .where('id', '=', user.id)
        .execute()
      const email = `new-${user.email}`

      const client = server.openClient()
      const signedIn = await client.post(SIGN_IN, { email, password })
      expect(signedIn.status).toBe(200)
      expect(sessionResponse.parse(signedIn.body)).toEqual({ user: { ...user, email }, expires_in: 1800 })
      const findUser = await client.get(USER)
      expect(findUser.status).toBe(200)
      expect(findUser.body).toEqual({ user: { ...user, email }, expires_in: expect.closeTo(1800, -1) })
    })

    it('accepts the e-mail in any letter case and with surrounding spaces', async () => {
      const { user, password } = await server.signUp()
      const email = `  ${user.email.toUpperCase()} `
      expect(await server.openClient().post(SIGN_IN, { email, password })).toMatchObject({
        status: 200,
        body: { user },
      })
    })

    it('CALL-AUTH-2, CALL-AUTH-3 requires the grant type, and exactly e-mail and password', async () => {
      const { user, password } = await server.signUp()
      const body = { email: user.email, password }
      const client = server.openClient()
      for (const path of ['/auth/v1/token', '/auth/v1/token?grant_type=id_token']) {
        expect(await client.post(path, body)).toMatchObject(failed(400, 'invalid_request'))
      }
      for (const other of [{ email: user.email }, { password }, { ...body, remember: true }]) {
        expect(await client.post(SIGN_IN, other)).toMatchObject(failed(400, 'invalid_request'))
      }
      expect(client.token).toBe('')
    })

    it('ERR-1 gives the same answer for a wrong password and an unknown e-mail', async () => {
      const { user } = await server.signUp()
      await expectNothingStored(async () => {
        for (const email of [user.email, 'nobody@example.org']) {
          const answer = await server.openClient().post(SIGN_IN, { email, password: 'wrong-one' })
          expect(answer).toMatchObject({
            status: 401,
            body: { error: { code: 'wrong_credentials', message: 'Invalid email or password' } },
          })
          expect(answer.setCookies).toEqual([])
        }
      })
    })

    it('ERR-2, ERR-3 answers "Login failed" if the database fails', async () => {
      const { user, password } = await server.signUp()
      const signIn = () => server.openClient().post(SIGN_IN, { email: user.email, password })
      for (const table of ['users', 'credentials'] as const) {
        expect(await withoutTable(server.db, table, signIn), table).toMatchObject({
          status: 500,
          body: { error: { code: 'login_failed', message: 'Login failed' } },
        })
      }
    })

    it('ERR-4 answers "Failed to load user profile" without a profile', async () => {
      const { user, password } = await server.signUp()
      await server.db.deleteFrom('profiles').where('id', '=', user.id).execute()
      const client = server.openClient()
      const answer = await client.post(SIGN_IN, { email: user.email, password })
      expect(answer).toMatchObject({
        status: 500,
        body: { error: { code: 'profile_not_loaded', message: 'Failed to load user profile' } },
      })
      expect(client.token).toBe('')
    })

    it('ends the browser’s previous session', async () => {
      const first = await server.signUp()
      const second = await server.signUp()
      const previous = server.openClient()
      previous.cookies.set('wayfare_session', first.client.token)
      await first.client.post(SIGN_IN, { email: second.user.email, password: second.password })
      expect(await first.client.get(USER)).toMatchObject({ status: 200, body: { user: second.user } })
      expect(await previous.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      const remaining = await server.db
        .selectFrom('sessions')
        .select('token_hash')
        .where('user_id', '=', first.user.id)
        .execute()
      expect(remaining).toEqual([])
    })
  })

  describe('the session', () => {
    it('is a cookie that scripts cannot read, and no response body contains its token', async () => {
      const { user, password, client } = await server.signUp()
      const answers = [
        await client.post(SIGN_IN, { email: user.email, password }),
        await client.post(REFRESH),
        await client.get(USER),
        await client.get('/api/trips'),
      ]
      expect(client.token.length).toBeGreaterThan(20)
      for (const { text } of answers) expect(text).not.toContain(client.token.slice(0, 20))
      for (const { setCookies } of answers.slice(0, 2)) {
        expect(setCookies.map((line) => line.split('; ').slice(1).toSorted())).toEqual([
          ['HttpOnly', 'Max-Age=1800', 'Path=/', 'SameSite=Lax'],
          ['Max-Age=1800', 'Path=/', 'SameSite=Lax'],
        ])
        expect(setCookies.map((line) => line.split('=')[0])).toEqual(['wayfare_session', 'wayfare_session_hint'])
        expect(setCookies[1]).toContain('wayfare_session_hint=1;')
      }
    })

    it('is stored only as a hash, which grants nothing', async () => {
      const { user, client } = await server.signUp()
      const rows = await server.db.selectFrom('sessions').selectAll().where('user_id', '=', user.id).execute()
      expect(rows).toHaveLength(1)
      expect(JSON.stringify(rows)).not.toContain(client.token)
      const thief = server.openClient()
      thief.cookies.set('wayfare_session', rows[0]?.token_hash ?? '')
      expect(await thief.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
    })

    it('SESS-23 expires after 30 minutes of inactivity; the 401 leaves the cookies alone', async () => {
      const later = server.openAnother()
      const { user, client } = await later.signUp()
      later.wait({ minutes: 29, seconds: 50 })
      expect((await client.get(USER)).status).toBe(200)
      later.wait({ seconds: 11 })
      for (const [method, path] of [
        ['GET', USER],
        ['POST', REFRESH],
        ['GET', '/api/trips'],
      ] as const) {
        expect(await client.send(method, path), path).toMatchObject({ ...failed(401, 'not_signed_in'), setCookies: [] })
      }
      await later.sessions.sweep()
      expect(
        await later.db.selectFrom('sessions').select('token_hash').where('user_id', '=', user.id).execute(),
      ).toEqual([])
    })

    it('expires after 30 days, however active', async () => {
      const later = server.openAnother()
      const { user, client } = await later.signUp()
      const created_at = new Date(later.clock().getTime() - (30 * 24 * 60 - 40) * 60_000).toISOString()
      await later.db.updateTable('sessions').set({ created_at }).where('user_id', '=', user.id).execute()
      const minutesLeft: number[] = []
      for (const minutes of [0, 15, 15]) {
        later.wait({ minutes })
        minutesLeft.push(sessionResponse.parse((await client.post(REFRESH)).body).expires_in / 60)
      }
      expect(minutesLeft.map(Math.round)).toEqual([30, 25, 10])
      later.wait({ minutes: 11 })
      expect((await client.get(USER)).status).toBe(401)
    })

    it('has a cookie that only this host can set, over TLS', async () => {
      const secure = server.openAnother({ env: { PUBLIC_URL: 'https://trips.example.org' } })
      const { user, password } = await server.signUp()
      const client = secure.openClient('https://trips.example.org')
      const answer = await client.post(SIGN_IN, { email: user.email, password })
      expect(answer.setCookies[0]).toMatch(/^__Host-wayfare_session=[\w-]+; .*Secure/)
      expect(answer.setCookies[0]).not.toMatch(/Domain/i)
      expect((await client.get(USER)).status).toBe(200)
      // A cookie set by another host of the domain.
      const tossed = secure.openClient('https://trips.example.org')
      tossed.cookies.set('wayfare_session', client.cookies.get('__Host-wayfare_session') ?? '')
      expect((await tossed.get(USER)).status).toBe(401)
      expect((await client.post('/auth/v1/logout')).setCookies[0]).toMatch(/^__Host-wayfare_session=;/)
    })

    it('has responses that are not cached, and are cleared by signing out', async () => {
      const { client } = await server.signUp()
      expect((await client.get(USER)).headers.get('cache-control')).toBe('no-store')
      expect((await client.get('/api/trips')).headers.get('cache-control')).toBe('private, no-cache')
      expect((await client.get(USER)).headers.get('cross-origin-resource-policy')).toBe('same-origin')
      expect((await client.get(USER)).headers.get('strict-transport-security')).toBeNull()
      expect((await client.post('/auth/v1/logout')).headers.get('clear-site-data')).toBeNull()
      const secure = server.openAnother({ env: { PUBLIC_URL: 'https://trips.example.org' } })
      const signedOut = await secure.openClient('https://trips.example.org').post('/auth/v1/logout')
      expect(signedOut.headers.get('clear-site-data')).toBe('"cache"')
      expect((await secure.openClient().get('/healthz')).headers.get('strict-transport-security')).toBe(
        'max-age=31536000',
      )
    })

    it('CALL-AUTH-17, SESS-23 is extended by a refresh every 30 minutes', async () => {
      const later = server.openAnother()
      const { user, client } = await later.signUp()
      const token = client.token
      for (let round = 0; round < 5; round++) {
        later.wait({ minutes: 27 })
        const answer = await client.post(REFRESH)
        expect(answer).toMatchObject({ status: 200, body: { user } })
        expect(sessionResponse.parse(answer.body).expires_in).toBe(1800)
      }
      expect(client.token).toBe(token)
      // Other processes see it too.
      const another = later.openAnother()
      const elsewhere = another.openClient()
      elsewhere.cookies.set('wayfare_session', token)
      another.wait({ minutes: 5 * 27 + 29 })
      expect((await elsewhere.get(USER)).status).toBe(200)
      another.wait({ minutes: 2 })
      expect((await elsewhere.get(USER)).status).toBe(401)
    })

    it('SESS-23 lasts 30 days on a device with an offline copy, and 30 minutes again once it has none', async () => {
      const later = server.openAnother()
      const { client } = await later.signUp()
      later.wait({ minutes: 2 })
      const extended = await client.post(`${REFRESH}&own_device`)
      expect(sessionResponse.parse(extended.body).expires_in).toBe((30 * 24 * 60 - 2) * 60)
      for (const cookie of extended.setCookies) expect(cookie).toContain(`Max-Age=${(30 * 24 * 60 - 2) * 60}`)
      later.wait({ minutes: 20 * 24 * 60 })
      expect((await client.get(USER)).status).toBe(200)
      const shortened = await client.post(REFRESH)
      expect(sessionResponse.parse(shortened.body).expires_in).toBe(30 * 60)
      expect(shortened.setCookies[0]).toContain('Max-Age=1800')
      later.wait({ minutes: 31 })
      expect((await client.get(USER)).status).toBe(401)
    })

    it('is extended in the database at most once a minute', async () => {
      const later = server.openAnother()
      const { user, client } = await later.signUp()
      const endOnDisk = async () => {
        const row = later.db.selectFrom('sessions').select(['expires_at']).where('user_id', '=', user.id)
        return (await row.executeTakeFirstOrThrow()).expires_at
      }
      later.wait({ minutes: 5 })
      await client.post(REFRESH)
      const after = await endOnDisk()
      later.wait({ seconds: 50 })
      const repeated = await client.post(REFRESH)
      expect(repeated).toMatchObject({ status: 200 })
      expect(repeated.setCookies[0]).toContain('Max-Age=1800')
      expect(await endOnDisk()).toBe(after)
      later.wait({ seconds: 15 })
      await client.post(REFRESH)
      expect(Date.parse(await endOnDisk()) - Date.parse(after)).toBeGreaterThanOrEqual(60_000)
    })

    it('CALL-AUTH-6 ends when signing out, also for a copy of its cookie', async () => {
      const { client } = await server.signUp()
      const copy = server.openClient()
      copy.cookies.set('wayfare_session', client.token)
      expect((await copy.get(USER)).status).toBe(200)

      const answer = await client.post(SIGN_OUT)
      expect(answer).toMatchObject({ status: 204, text: '' })
      expect([...client.cookies.keys()]).toEqual([])
      expect(await copy.get(USER)).toMatchObject(failed(401, 'not_signed_in'))
      expect(await copy.post(REFRESH)).toMatchObject(failed(401, 'not_signed_in'))
      expect(await client.post(SIGN_OUT)).toMatchObject({ status: 204 })
    })
  })

  describe('too many attempts', () => {
    const tooMany = {
      status: 429,
      body: { error: { code: 'too_many_requests', message: 'Too many attempts. Please wait a moment and try again.' } },
    }

    it('for one e-mail are refused, even with the right password, while others can sign in', async () => {
      const limited = server.openAnother({ env: { SIGN_IN_ATTEMPTS: '3' } })
      const { user, password } = await limited.signUp()
      const neighbour = await limited.signUp()
      const client = limited.openClient()
      const signIn = (email: string, secret: string) => client.post(SIGN_IN, { email, password: secret })
      for (const email of [user.email, user.email.toUpperCase(), user.email]) {
        expect(await signIn(email, 'wrong-one')).toMatchObject(failed(401, 'wrong_credentials'))
      }
      expect(await signIn(user.email, password)).toMatchObject(tooMany)
      expect(await signIn(user.email.toUpperCase(), password)).toMatchObject(tooMany)
      expect(client.token).toBe('')
      expect(await signIn(neighbour.user.email, neighbour.password)).toMatchObject({ status: 200 })
    })

    it('are not counted after a right password', async () => {
      const limited = server.openAnother({ env: { SIGN_IN_ATTEMPTS: '2' } })
      const { user, password } = await limited.signUp()
      for (let round = 0; round < 2; round++) {
        for (const secret of ['wrong-one', password]) {
          const answer = await limited.openClient().post(SIGN_IN, { email: user.email, password: secret })
          expect(answer.status).toBe(secret === password ? 200 : 401)
        }
      }
    })

    it('to sign up are refused by address, which only a trusted proxy can report', async () => {
      const direct = server.openAnother({ env: { SIGN_UPS_PER_HOUR: '2' } })
      const signUpFrom = (app: TestApp, address: string) =>
        app.openClient().post(SIGN_UP, buildRegistration(), { 'x-forwarded-for': address })
      for (const address of ['203.0.113.1', '203.0.113.2']) expect((await signUpFrom(direct, address)).status).toBe(200)
      expect(await expectNothingStored(() => signUpFrom(direct, '203.0.113.3'))).toMatchObject(tooMany)

      const proxied = server.openAnother({ env: { SIGN_UPS_PER_HOUR: '1', TRUSTED_PROXIES: '1' } })
      expect((await signUpFrom(proxied, '203.0.113.1')).status).toBe(200)
      expect(await signUpFrom(proxied, '198.51.100.9, 203.0.113.1')).toMatchObject(tooMany)
      expect((await signUpFrom(proxied, '203.0.113.1, 203.0.113.2')).status).toBe(200)
    })
  })

  it('a cookie is Secure only over TLS, according to the public address or a trusted proxy', async () => {
    const cases = [
      { env: {}, headers: {}, origin: 'http://localhost', secure: false },
      { env: {}, headers: { 'x-forwarded-proto': 'https' }, origin: 'http://localhost', secure: false },
      {
        env: { TRUSTED_PROXIES: '1' },
        headers: { 'x-forwarded-proto': 'https' },
        origin: 'https://localhost',
        secure: true,
      },
      {
        env: { TRUSTED_PROXIES: '1' },
        headers: { 'x-forwarded-proto': 'http' },
        origin: 'http://localhost',
        secure: false,
      },
      {
        env: { PUBLIC_URL: 'https://trips.example.org' },
        headers: {},
        origin: 'https://trips.example.org',
        secure: true,
      },
      {
        env: { PUBLIC_URL: 'http://trips.example.org' },
        headers: {},
        origin: 'http://trips.example.org',
        secure: false,
      },
    ]
    const { user, password } = await server.signUp()
    for (const { env, headers, origin, secure } of cases) {
      const client = server.openAnother({ env }).openClient(origin)
      const answer = await client.post(SIGN_IN, { email: user.email, password }, headers)
      const what = JSON.stringify({ env, headers })
      expect(answer.status, what).toBe(200)
      expect(answer.setCookies, what).toHaveLength(2)
      for (const line of answer.setCookies) expect(/; Secure\b/.test(line), what).toBe(secure)
    }
  })
})
