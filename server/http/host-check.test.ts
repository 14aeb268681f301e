import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed } from '#server/testing/test-client.ts'

describe('the address that a browser names', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp('sqlite')
  })
  afterAll(() => server.remove())

  const ask = (host: string, env = {}, path = '/api/beta/count') =>
    server.openAnother({ env }).openClient().get(path, { host })
  const own = [
    'localhost',
    'localhost:3000',
    'trips.localhost',
    '127.0.0.1:3000',
    '192.168.1.7',
    '[::1]:3000',
    hostname(),
  ]

  it.each(own)('%s is taken where the operator has named none', async (host) => {
    expect(await ask(host)).not.toMatchObject(failed(421, 'host_refused'))
  })

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.nip.io', '1.2.3.4.evil.example'])(
    '%s, to which anybody could give any meaning, is refused',
    async (host) => {
      expect(await ask(host)).toMatchObject(failed(421, 'host_refused'))
      const origin = `http://${host}`
      const body = { email: 'robin@example.org', password: 'pine-needles' }
      const client = server.openClient(origin)
      const answer = await client.post('/auth/v1/token?grant_type=password', body, { host })
      expect(answer).toMatchObject(failed(421, 'host_refused'))
    },
  )

  it('is whatever a proxy passes on where PUBLIC_URL says which one people open', async () => {
    expect(await ask('10.0.0.5:3000', { PUBLIC_URL: 'https://trips.example.org' })).not.toMatchObject(
      failed(421, 'host_refused'),
    )
    expect(await ask('app-1', { PUBLIC_URL: 'https://trips.example.org' })).not.toMatchObject(
      failed(421, 'host_refused'),
    )
  })

  it('does not matter to a probe', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await ask('app-1.cluster', {}, path)).status).toBe(200)
  })
})
