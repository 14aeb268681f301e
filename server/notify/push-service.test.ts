import { randomUUID } from 'node:crypto'
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PushSubscriptionRequest } from '#domain/api/notices.ts'
import { openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { TestPushService } from '#server/testing/push-service.ts'
import { type PushKeyPair, PushKeys } from './push-keys.ts'
import { openPushService, type PushServiceOptions } from './push-service.ts'

let service: TestPushService
let keys: PushKeyPair
let database: TestDatabase
beforeAll(async () => {
  service = await TestPushService.start()
  database = await openTestDatabase('sqlite')
  keys = await new PushKeys(database.database.kysely, () => new Date()).load()
})
afterAll(async () => {
  await service.close()
  await database.remove()
})
beforeEach(() => {
  service.arrived.length = 0
  service.faults.length = 0
  service.begun = 0
  service.delayMs = 0
  service.reply = () => 201
})

const tripId = randomUUID()
const content = { trip: 'Été 🏕️', trip_id: tripId, count: 3 }

async function send(subscription: PushSubscriptionRequest, options: Partial<PushServiceOptions> = {}) {
  const settings = { services: [service.origin], contact: 'mailto:trips@example.org' }
  const opened = await openPushService({ settings, keys, ca: service.certificate, timeoutMs: 2000, ...options })
  const message = { endpoint: subscription.endpoint, ...subscription.keys, content: JSON.stringify(content) }
  try {
    const rest = { ttlSeconds: 60, isUrgent: false, topic: 'topic' }
    return await opened.send({ ...message, ...rest }, new AbortController().signal)
  } finally {
    opened.close()
  }
}

describe('a push', () => {
  it('arrives encrypted and signed, with its lifetime, urgency and topic', async () => {
    const subscription = service.subscribe(keys.publicKey)
    expect(await send(subscription)).toEqual({ outcome: 'sent' })
    const { endpoint } = subscription
    expect(service.arrived).toEqual([
      { endpoint, content, ttl: 60, urgency: 'normal', topic: 'topic', contact: 'mailto:trips@example.org' },
    ])
    expect(service.faults).toEqual([])
  })

  it('with another key than the browser knows is refused', async () => {
    const other = 'B'.repeat(87)
    expect(await send(service.subscribe(other))).toEqual({
      ...{ outcome: 'refused', status: 403, reason: 'BadJwtToken', retryAfterSeconds: undefined },
    })
    expect(service.faults).toEqual(['signature: another key'])
  })

  it.each([
    [404, { outcome: 'gone' }],
    [410, { outcome: 'gone' }],
    [400, { outcome: 'refused', status: 400 }],
    [413, { outcome: 'refused', status: 413 }],
    [408, { outcome: 'failed', status: 408 }],
    [500, { outcome: 'failed', status: 500 }],
    [503, { outcome: 'failed', status: 503 }],
  ])('that is answered %s', async (status, expected) => {
    service.reply = () => status
    expect(await send(service.subscribe(keys.publicKey))).toMatchObject(expected)
  })

  it('that comes too early learns when to try again', async () => {
    service.reply = () => ({ status: 429, headers: { 'Retry-After': '120' } })
    expect(await send(service.subscribe(keys.publicKey))).toMatchObject({ outcome: 'failed', retryAfterSeconds: 120 })
  })

  it('reads little of an endless response, and names nothing of it that could be private', async () => {
    service.reply = () => ({ status: 500, body: `"reason":"${'x'.repeat(10)} https://a/b"${'y'.repeat(10_000_000)}` })
    expect(await send(service.subscribe(keys.publicKey))).toMatchObject({ outcome: 'failed', reason: 'xxxxxxxxxx' })
  })

  it('fails within its time if the service does not answer, or does not exist', async () => {
    service.delayMs = 5000
    const start = performance.now()
    expect(await send(service.subscribe(keys.publicKey), { timeoutMs: 200 })).toEqual({
      outcome: 'failed',
      reason: 'ETIMEDOUT',
    })
    expect(performance.now() - start).toBeLessThan(2000)
    service.delayMs = 0
    await service.goDown()
    expect(await send(service.subscribe(keys.publicKey))).toEqual({ outcome: 'failed', reason: 'ECONNREFUSED' })
    await service.listen()
  })

  it('goes to nobody with a certificate that is not trusted', async () => {
    expect(await send(service.subscribe(keys.publicKey), { ca: undefined })).toMatchObject({ outcome: 'failed' })
    expect(service.begun).toBe(0)
  })

  it('does not follow redirects', async () => {
    let visits = 0
    const inside = createServer((_, response) => {
      visits += 1
      response.end()
    }).listen(0, '127.0.0.1')
    await once(inside, 'listening')
    const { port } = inside.address() as AddressInfo
    for (const status of [301, 302, 303, 307, 308]) {
      service.reply = () => ({ status, headers: { Location: `http://127.0.0.1:${port}/` } })
      expect(await send(service.subscribe(keys.publicKey))).toMatchObject({ outcome: 'refused', status })
    }
    expect(visits).toBe(0)
    inside.close()
  })

  it('is not sent with keys that no browser has, or to a service that is not allowed any more', async () => {
    const subscription = service.subscribe(keys.publicKey)
    const broken = { ...subscription, keys: { ...subscription.keys, p256dh: 'B'.repeat(87) } }
    expect(await send(broken)).toEqual({ outcome: 'gone' })
    const settings = { services: ['push.example.org'], contact: 'mailto:trips@example.org' }
    expect(await send(subscription, { settings })).toEqual({ outcome: 'gone' })
    expect(service.begun).toBe(0)
  })
})

describe('the name of a service', () => {
  const settings = { services: ['push.example.org'], contact: 'mailto:trips@example.org' }
  const named = () => ({ ...service.subscribe(keys.publicKey), endpoint: 'https://push.example.org/abc' })
  const resolvingTo =
    (...addresses: string[]): NonNullable<PushServiceOptions['lookUp']> =>
    (_host, _options, done) => {
      const found = addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
      setImmediate(() => done(null, found))
    }

  it.each([
    [['127.0.0.1']],
    [['169.254.169.254']],
    [['8.8.8.8', '10.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['fd00::1']],
    [[]],
  ])('is not connected to if it resolves to %j', async (addresses) => {
    const answer = await send(named(), { settings, lookUp: resolvingTo(...addresses) })
    expect(answer).toEqual({ outcome: 'failed', reason: 'ENOTPUBLIC' })
    expect(service.begun).toBe(0)
  })

  it('is resolved for the connection itself, so an answer that changes gains nothing', async () => {
    let asked = 0
    const lookUp: PushServiceOptions['lookUp'] = (_host, _options, done) => {
      asked += 1
      setImmediate(() => done(null, [{ address: asked === 1 ? '10.0.0.1' : '127.0.0.1', family: 4 }]))
    }
    for (let i = 0; i < 3; i++)
      expect(await send(named(), { settings, lookUp })).toMatchObject({ reason: 'ENOTPUBLIC' })
    expect(asked).toBe(3)
  })

  it('may resolve to a private address if the operator names its origin', async () => {
    const { port } = new URL(service.origin)
    const own = `https://localhost:${port}`
    const subscription = service.subscribe(keys.publicKey)
    const endpoint = subscription.endpoint.replace(service.origin, own)
    const answer = await send({ ...subscription, endpoint }, { settings: { ...settings, services: [own] } })
    // The stand-in knows itself by its address only.
    expect(answer).toMatchObject({ outcome: 'refused', status: 403 })
    expect(service.faults).toEqual([`signature: for ${own}`])
  })
})
