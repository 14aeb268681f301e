import { hostname } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#server/testing/test-app.ts'
import { failed } from '#server/testing/test-client.ts'

describe('the Host header', () => {
  let server: TestApp
  beforeAll(async () => {
    server = await openTestApp('sqlite')
  })
  afterAll(() => server.remove())

  const request = (host: string, env = {}, path = '/api/beta/count') =>
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

  it.each(own)('accepts %s without PUBLIC_URL', async (host) => {
    expect(await request(host)).not.toMatchObject(failed(421, 'host_refused'))
  })

  it.each(['evil.example', 'evil.example:3000', 'localhost.evil.example', '127.0.0.1.nip.io', '1.2.3.4.evil.example'])(
    'refuses %s, which an attacker could control',
    async (host) => {
      expect(await request(host)).toMatchObject(failed(421, 'host_refused'))
      const origin = `http://${host}`
      const body = { email: 'robin@example.org', password: 'pine-needles' }
      const client = server.openClient(origin)
      const answer = await client.post('/auth/v1/token?grant_type=password', body, { host })
      expect(answer).toMatchObject(failed(421, 'host_refused'))
    },
  )

  it('accepts any host behind a proxy if PUBLIC_URL is set', async () => {
    expect(await request('10.0.0.5:3000', { PUBLIC_URL: 'https://trips.example.org' })).not.toMatchObject(
      failed(421, 'host_refused'),
    )
    expect(await request('app-1', { PUBLIC_URL: 'https://trips.example.org' })).not.toMatchObject(
      failed(421, 'host_refused'),
    )
  })

  it('accepts any host for probes', async () => {
    for (const path of ['/healthz', '/readyz']) expect((await request('app-1.cluster', {}, path)).status).toBe(200)
  })
})
