import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MOST_OPERATIONS, type OperationsAnswer, operationsAnswer } from '#domain/api/operations.ts'
import { MOST_SAVES_BEFORE, saveAnswer } from '#domain/api/plan.ts'
import { type Meal, type Meals, newMealDay } from '#domain/plan/meals.ts'
import type { Note } from '#domain/plan/notes.ts'
import { addressOf, BuiltServer, type Run } from './testing/server-process.ts'
import { buildRegistration } from './testing/test-app.ts'

/** Many times what it takes on a slow machine, and far less than work that grows by the square or the cube of the size. */
const ANSWERED_WITHIN_MS = 20_000

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

const save = (tripId: string, section: string, body: object) => answered('PUT', `/api/trips/${tripId}/plan/${section}`, body)

async function operate(tripId: string, operations: object[]): Promise<OperationsAnswer> {
  const named = operations.map((operation) => ({ id: randomUUID(), ...operation }))
  return operationsAnswer.parse(await answered('POST', `/api/trips/${tripId}/operations`, { operations: named, seen: {} }))
}

/** Sends a request, and asks after the server's health until it is answered: each time there is an answer soon. */
async function answered(method: string, path: string, body: object): Promise<unknown> {
  let isAnswered = false
  const saving = send(method, path, body).finally(() => {
    isAnswered = true
  })
  do {
    const health = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(ANSWERED_WITHIN_MS) })
    expect(health.status).toBe(200)
  } while (!isAnswered)
  const answer = await saving
  expect(answer.status).toBe(200)
  return answer.json()
}

const lines = (count: number, text: string) => Array.from({ length: count }, () => ({ id: randomUUID() as string, text }))
const notesOf = (count: number): Note[] => Array.from({ length: count }, () => ({ id: randomUUID(), text: '' }))
const day = newMealDay('car_trip', 1)
const withIngredients = (ingredients: Meal['ingredients']): Meals => ({
  1: { ...day, meals: { ...day.meals, lunch: { ...day.meals.lunch, ingredients } } },
})
const saveOf = <Value>(from: Value, value: Value) => ({ id: randomUUID(), base: 0, from, value })
const textsOf = (answer: unknown): string[] =>
  saveAnswer('meals')
    .parse(answer)
    .value[1]?.meals.lunch.ingredients.map(({ text }) => text) ?? []

describe('whatever a request holds, the server goes on with everything else', { timeout: 120_000 }, () => {
  it('where two have rewritten thousands of lines', async () => {
    const trip = await newTrip()
    const salt = lines(2000, 'salt')
    const base = withIngredients(salt)
    await save(trip, 'meals', saveOf({}, withIngredients([...salt, ...lines(100, 'theirs')])))
    const merged = textsOf(await save(trip, 'meals', saveOf(base, withIngredients([...lines(1, 'mine'), ...salt.slice(100)]))))
    // The starting plan's own stand among them.
    expect(merged.filter((text) => ['mine', 'salt', 'theirs'].includes(text))).toEqual([
      'mine',
      ...Array.from({ length: 1900 }, () => 'salt'),
      ...Array.from({ length: 100 }, () => 'theirs'),
    ])
    const oats = salt.map((line) => ({ ...line, text: 'oats' }))
    const all = textsOf(await save(trip, 'meals', saveOf(base, withIngredients(oats))))
    expect(all.filter((text) => text === 'oats')).toHaveLength(2000)
    expect(all).toEqual(expect.arrayContaining(['mine', 'theirs']))
  })

  it('where two have written as many notes as a request holds', async () => {
    const trip = await newTrip()
    const [theirs, mine] = [notesOf(16_000), notesOf(16_000)]
    await save(trip, 'notes', saveOf([], theirs))
    const { value } = saveAnswer('notes').parse(await save(trip, 'notes', saveOf([], mine)))
    const ids = new Set(value.map(({ id }) => id))
    expect([...theirs, ...mine].filter(({ id }) => !ids.has(id))).toEqual([])
  })

  it('where as many saves as may go along come with it, each of them much work', async () => {
    const trip = await newTrip()
    const salt = lines(300, 'salt')
    const base = withIngredients(salt)
    await save(trip, 'meals', saveOf({}, withIngredients([...salt, ...lines(1, 'theirs')])))
    const saves = Array.from({ length: MOST_SAVES_BEFORE + 1 }, (_, n) =>
      saveOf(base, withIngredients([...lines(1, `mine ${n}`), ...salt.slice(n)])),
    )
    const merged = textsOf(await save(trip, 'meals', { ...saves.at(-1), after: saves.slice(0, -1) }))
    expect(merged).toEqual(expect.arrayContaining(['theirs', ...saves.map((_, n) => `mine ${n}`)]))
  })

  it('where a request has as many operations as it may, each of them much work', async () => {
    const trip = await newTrip()
    const note = randomUUID()
    const text = (count: number, line: string, mark = '') => [...Array.from({ length: count }, () => line), mark].join('\n')
    const set = (was: string, to: string) => ({ section: 'notes', do: 'set', at: [note, 'text'], was, to })
    const insert = { section: 'notes', do: 'insert', at: [note], entry: { id: note, text: text(2000, 'a') }, after: null }
    await operate(trip, [insert])
    const answer = await operate(
      trip,
      Array.from({ length: 60 }, (_, n) => set(text(1500, 'a'), text(2400, n % 2 ? 'b' : 'c'))),
    )
    // What is too long together with the others' is told, and not lost without a word.
    expect(answer.refused.map(({ code }) => code)).toEqual(expect.arrayContaining(['text_too_long']))

    // Each that comes back asks where it stood, and those before it are gone too.
    const ids = Array.from({ length: MOST_OPERATIONS }, () => randomUUID() as string)
    const each = (deed: (id: string) => object) => operate(trip, ids.map(deed))
    await each((id) => ({ section: 'notes', do: 'insert', at: [id], entry: { id, text: 'x' }, after: null }))
    await each((id) => ({ section: 'notes', do: 'remove', at: [id], was: { id, text: 'x' }, after: null }))
    expect(await each((id) => ({ section: 'notes', do: 'restore', at: [id], was: { id, text: 'x' }, after: null }))).toMatchObject({
      refused: [],
      superseded: [],
    })
  })
})
