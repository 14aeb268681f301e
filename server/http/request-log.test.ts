import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '#server/testing/engines.ts'
import { insertTrip } from '#server/testing/rows.ts'
import { buildRegistration, openTestApp, type TestApp } from '#server/testing/test-app.ts'

describe.each(engines)('the log on %s', (engine) => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp(engine)
  })
  afterAll(() => server.remove())

  it('has one line per request with its id, method, path, status, duration and user', async () => {
    const { user, client } = await server.signUp()
    const lines = server.log.length
    const answers = [
      await client.get('/api/trips'),
      await server.openClient().get('/api/trips'),
      await client.get('/nowhere'),
    ]
    const expected = [
      { path: '/api/trips', status: 200, userId: user.id },
      { path: '/api/trips', status: 401 },
      { path: '/nowhere', status: 404 },
    ]
    expect(server.log.slice(lines)).toEqual(
      expected.map((line, index) => ({
        level: 30,
        time: expect.any(Number),
        msg: 'request',
        method: 'GET',
        ms: expect.any(Number),
        requestId: answers[index]?.headers.get('x-request-id'),
        ...line,
      })),
    )
    expect(new Set(answers.map(({ headers }) => headers.get('x-request-id'))).size).toBe(3)
  })

  it('contains no password, cookie, token, query string or body', async () => {
    const secrets = {
      password: 'pine-needles-7f3a',
      wrong: 'wrong-one-7f3a',
      query: 'query-7f3a',
      text: 'body-7f3a',
      referral: 'referral-7f3a',
    }
    const registration = buildRegistration({ password: secrets.password })
    const { email } = registration
    const data = { ...registration.data, referred_by: secrets.referral }
    const { client, user } = await server.signUp({ ...registration, data })
    const tokens = [client.token]
    const trip = await insertTrip(server.db, { owner_id: user.id })
    const operation = {
      id: randomUUID(),
      section: 'details',
      do: 'set',
      at: ['destination_name'],
      to: secrets.text,
      was: '',
    }
    const request = { operations: [operation], seen: {} }
    const send = (body: unknown) => client.post(`/api/trips/${trip.id}/operations`, body)

    await client.post(`/auth/v1/token?grant_type=password&${secrets.query}`, { email, password: secrets.wrong })
    await client.post('/auth/v1/token?grant_type=password', { email, password: secrets.password })
    tokens.push(client.token)
    await client.post('/auth/v1/token?grant_type=refresh_token')
    await server.openClient().post('/auth/v1/signup', { ...registration, password: secrets.password })
    await client.get(`/api/trips/${trip.id}?token=${secrets.query}`)
    await send(request)
    await send({ ...request, [secrets.text]: secrets.text })
    await send(`{"${secrets.text}`)

    // The database's own error for a rejected row contains the row.
    for (const table of ['credentials', 'plan_history', 'profiles'] as const) {
      await whileFailing(table, async () => {
        const other = buildRegistration({ password: secrets.password, data })
        await server.openClient().post('/auth/v1/signup', other)
        const operationAgain = { ...operation, id: randomUUID(), to: `${secrets.text} ${table}` }
        await send({ ...request, operations: [operationAgain] })
      })
    }
    await client.post('/auth/v1/logout')

    expect(server.log.filter(({ msg }) => msg === 'request failed').length).toBeGreaterThan(2)
    const log = JSON.stringify(server.log)
    const { password_hash: hash } = await server.db
      .selectFrom('credentials')
      .select('password_hash')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    for (const secret of [...Object.values(secrets), ...tokens, email, hash]) expect(log, secret).not.toContain(secret)
    expect(log).not.toMatch(/wayfare_session|grant_type|scrypt/)
  })

  it('contains no invitation token, however its address is spelled', async () => {
    const token = 'gJx2kQ9vT7mZ4wB1cN8yR5sD3fH6pL0a'
    const encoded = token.replace('g', '%67')
    const paths = [
      '/join/',
      '/JOIN/',
      '//join/',
      '/join%2f',
      '/join%2F',
      '/%6aoin/',
      '/api/join/',
      '/unsubscribe/',
      '/unsubscribe%2f',
      '/',
      '/trip/',
    ].flatMap((before) => [`${before}${token}`, `${before}${encoded}`, `${before}${token}/more`])
    const lines = server.log.length
    for (const path of paths) await server.openClient().get(path)
    const logged = server.log.slice(lines).filter(({ msg }) => msg === 'request')
    expect(logged.length).toBe(paths.length)
    expect(JSON.stringify(logged)).not.toContain(token.slice(4, 16))
  })

  it('contains trip ids and file names', async () => {
    const paths = [`/api/trips/${randomUUID()}`, `/files/travel-documents/${randomUUID()}/1764028800000.pdf`]
    const lines = server.log.length
    for (const path of paths) await server.openClient().get(path)
    expect(server.log.slice(lines).map(({ path }) => path)).toEqual(paths)
  })

  /** Runs something while the database rejects every new row of a table with its own error message. */
  async function whileFailing(
    table: 'credentials' | 'plan_history' | 'profiles',
    run: () => Promise<void>,
  ): Promise<void> {
    const { db } = server
    if (engine === 'postgres') {
      await sql`alter table ${sql.table(table)} add constraint nothing_new check (false) not valid`.execute(db)
      await run()
      await sql`alter table ${sql.table(table)} drop constraint nothing_new`.execute(db)
    } else {
      await sql
        .raw(`create trigger nothing_new before insert on ${table} begin select raise(abort, 'nothing new'); end`)
        .execute(db)
      await run()
      await sql`drop trigger nothing_new`.execute(db)
    }
  }
})
