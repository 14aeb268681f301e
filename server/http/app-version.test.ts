import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_VERSION, APP_HEADER, OLDEST_API_VERSION, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { errorMessage } from '#domain/error-messages.ts'
import { engines } from '#server/testing/engines.ts'
import { countRows, insertAccount, insertTrip } from '#server/testing/rows.ts'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const versionHeader = (version: unknown) => ({ [APP_HEADER]: String(version) })
const TOO_OLD = versionHeader(OLDEST_API_VERSION - 1)
const tables = ['users', 'profiles', 'sessions', 'trips', 'plan_sections', 'plan_history', 'travel_documents'] as const

describe.each(engines)('the API version on %s', (engine) => {
  let server: TestApp
  let owner: TestClient
  let tripId: string
  beforeAll(async () => {
    server = await openTestApp(engine)
    const owner_id = await insertAccount(server.db)
    owner = await server.openSession({ id: owner_id })
    tripId = (await insertTrip(server.db, { owner_id })).id
  })
  afterAll(() => server.remove())

  const operationsOf = (id: string) => `/api/trips/${id}/operations`
  const operations = () => ({
    operations: [
      { id: randomUUID(), section: 'details', do: 'set', at: ['destination_name'], to: 'Pog Lake', was: '' },
    ],
    seen: {},
  })

  /** Every route that exchanges data, with existing ids. */
  function listRoutes(): { method: string; path: string }[] {
    const values: Record<string, string> = { tripId, section: 'notes', version: '0', documentId: randomUUID() }
    const routes = server.app.routes.filter(({ path }) => /^\/(api|auth|ai)\//.test(path) && !path.endsWith('*'))
    return routes.map(({ method, path }) => ({
      method,
      path: path.replace(/:(\w+)/g, (_, name) => values[name] ?? name),
    }))
  }

  it('is refused by every route if it is too old, in words for people, and nothing is stored', async () => {
    const routes = listRoutes()
    expect(routes.length).toBeGreaterThan(15)
    const before = await countRows(server.db, ...tables)
    for (const client of [owner, server.openClient()]) {
      for (const { method, path } of routes) {
        const answer = await client.send(method, path, {
          headers: TOO_OLD,
          ...(method === 'GET' ? {} : { body: operations() }),
        })
        expect(answer, `${method} ${path}`).toMatchObject({
          ...failed(426, 'app_too_old'),
          body: { error: { message: errorMessage('app_too_old') } },
        })
      }
    }
    expect(await countRows(server.db, ...tables)).toEqual(before)
    expect((await owner.get('/auth/v1/user')).status).toBe(200)
  })

  it('is checked before the body and before the origin', async () => {
    let pulls = 0
    const raw = new ReadableStream({ pull: () => void pulls++ }, { highWaterMark: 0 })
    const answer = await owner.send('POST', operationsOf(tripId), {
      raw,
      headers: { ...TOO_OLD, origin: 'https://elsewhere.example' },
    })
    expect(answer).toMatchObject(failed(426, 'app_too_old'))
    expect(pulls).toBe(0)
  })

  it.each([
    ['the oldest supported one', OLDEST_API_VERSION],
    ['the server’s own', API_VERSION],
    ['newer', API_VERSION + 1],
    ['not a number', 'next'],
    ['absent, as from another client', ''],
  ])('is accepted if it is %s', async (_name, version) => {
    const { id } = await insertTrip(server.db)
    expect(await owner.post(operationsOf(id), operations(), versionHeader(version))).toMatchObject({ status: 200 })
  })

  it('is sent in every response as the oldest supported one, whatever the status', async () => {
    const tag = (await owner.get(`/api/trips/${tripId}`)).headers.get('etag') ?? ''
    const answers = [
      await owner.get('/api/trips'),
      await owner.get(`/api/trips/${tripId}`, { 'if-none-match': tag }),
      await server.openClient().get('/api/trips'),
      await owner.get('/api/nothing'),
      await owner.post(operationsOf(tripId), 'no operations'),
      await owner.get(`/api/trips/${tripId}/events`),
      await owner.get('/auth/v1/user', TOO_OLD),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 304, 401, 404, 400, 200, 426])
    for (const { headers } of answers) expect(headers.get(OLDEST_APP_HEADER)).toBe(String(OLDEST_API_VERSION))
  })

  it('is ignored by health checks', async () => {
    for (const path of ['/healthz', '/readyz']) expect(await owner.get(path, TOO_OLD)).toMatchObject({ status: 200 })
  })

  it("is part of a response's ETag", async () => {
    const { headers } = await owner.get(`/api/trips/${tripId}`)
    expect(headers.get('etag')).toMatch(new RegExp(`^"${API_VERSION}\\.`))
  })
})
