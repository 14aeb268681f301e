import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MAX_OPERATIONS, type OperationsResponse, operationsResponse } from '#domain/api/operations.ts'
import { addressOf, BuiltServer, type Run } from './testing/server-process.ts'
import { buildRegistration } from './testing/test-app.ts'

/** Many times what a slow machine needs, but far less than quadratic or cubic work would take. */
const RESPONSE_TIMEOUT_MS = 20_000

let server: BuiltServer
let run: Run
let origin: string
let cookie: string

beforeAll(async () => {
  server = await BuiltServer.build()
  run = server.start({ DATA_DIR: await mkdtemp(join(server.folder, 'data-')), DEMO: 'off' })
  origin = (await addressOf(run)).origin
  const signedUp = await send('POST', '/auth/v1/signup', buildRegistration())
  cookie = signedUp.headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .join('; ')
}, 60_000)

afterAll(() => server.remove())

const send = (method: string, path: string, body: object) =>
  fetch(origin + path, {
    method,
    body: JSON.stringify(body),
    headers: { origin, 'content-type': 'application/json', ...(cookie && { cookie }) },
  })

async function newTrip(): Promise<string> {
  const id = randomUUID()
  expect((await send('POST', '/api/trips', { id, name: 'Too much of it', type: 'car_trip' })).status).toBe(201)
  return id
}

async function operate(tripId: string, operations: object[]): Promise<OperationsResponse> {
  const withIds = operations.map((operation) => ({ id: randomUUID(), ...operation }))
  return operationsResponse.parse(
    await sendWhileProbing('POST', `/api/trips/${tripId}/operations`, { operations: withIds, seen: {} }),
  )
}

/** Sends a request, and requires that health checks are answered in time until it is done. */
async function sendWhileProbing(method: string, path: string, body: object): Promise<unknown> {
  let isAnswered = false
  const pending = send(method, path, body).finally(() => {
    isAnswered = true
  })
  do {
    const health = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) })
    expect(health.status).toBe(200)
  } while (!isAnswered)
  const answer = await pending
  expect(answer.status).toBe(200)
  return answer.json()
}

describe('the server stays responsive', { timeout: 120_000 }, () => {
  it('while three people insert as many entries as a list may have', async () => {
    const trip = await newTrip()
    const [group, item] = [randomUUID(), () => ({ id: randomUUID() as string, name: 'Tent pegs', checked: false })]
    const lists = Array.from({ length: 3 }, () => Array.from({ length: 9_500 }, item))
    const insert = (id: string, items: object[]) => ({
      section: 'checklist',
      do: 'insert',
      at: [id],
      entry: { id, category: '', items },
      after: null,
    })
    const answers = await Promise.all(
      lists.map((items, n) => operate(trip, [insert(n === 0 ? group : randomUUID(), items)])),
    )
    // Insertions beyond the section's limit are refused as such.
    expect(answers.flatMap(({ refused }) => refused.map(({ code }) => code))).toEqual(['section_too_large'])
    const move = { section: 'checklist', do: 'move', at: [group, 'items', lists[0]?.at(-1)?.id], after: null }
    expect(await operate(trip, [move])).toMatchObject({ versions: { checklist: 3 } })
  })

  it('while a request has the maximum number of operations, each of them expensive', async () => {
    const trip = await newTrip()
    const note = randomUUID()
    const text = (count: number, line: string, mark = '') =>
      [...Array.from({ length: count }, () => line), mark].join('\n')
    const set = (was: string, to: string) => ({ section: 'notes', do: 'set', at: [note, 'text'], was, to })
    const insert = {
      section: 'notes',
      do: 'insert',
      at: [note],
      entry: { id: note, text: text(2000, 'a') },
      after: null,
    }
    await operate(trip, [insert])
    const answer = await operate(
      trip,
      Array.from({ length: 60 }, (_, n) => set(text(1500, 'a'), text(2400, n % 2 ? 'b' : 'c'))),
    )
    // Texts that would become too long by merging are refused, not dropped silently.
    expect(answer.refused.map(({ code }) => code)).toEqual(expect.arrayContaining(['text_too_long']))

    // Each restored entry looks up its former place, where its predecessors are gone too.
    const ids = Array.from({ length: MAX_OPERATIONS }, () => randomUUID() as string)
    const each = (mutation: (id: string) => object) => operate(trip, ids.map(mutation))
    await each((id) => ({ section: 'notes', do: 'insert', at: [id], entry: { id, text: 'x' }, after: null }))
    await each((id) => ({ section: 'notes', do: 'remove', at: [id], was: { id, text: 'x' }, after: null }))
    expect(
      await each((id) => ({ section: 'notes', do: 'restore', at: [id], was: { id, text: 'x' }, after: null })),
    ).toMatchObject({
      refused: [],
      superseded: [],
    })
  })
})
