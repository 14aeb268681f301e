import { randomUUID } from 'node:crypto'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

/** Sends a save, and asks after the server's health until it is answered: each time there is an answer soon. */
async function save(tripId: string, section: string, body: object): Promise<unknown> {
  let isAnswered = false
  const saving = send('PUT', `/api/trips/${tripId}/plan/${section}`, body).finally(() => {
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

const lines = (count: number, text: string) => Array.from({ length: count }, () => text)
const notesOf = (count: number): Note[] => Array.from({ length: count }, () => ({ id: randomUUID(), text: '' }))
const day = newMealDay('car_trip')
const withIngredients = (ingredients: string[]): Meals => ({
  1: { ...day, meals: { ...day.meals, lunch: { ...day.meals.lunch, ingredients } } },
})
const saveOf = <Value>(from: Value, value: Value) => ({ id: randomUUID(), base: 0, from, value })
const textsOf = (answer: unknown): Meal['ingredients'] => saveAnswer('meals').parse(answer).value[1]?.meals.lunch.ingredients ?? []

describe('whatever a save holds, the server goes on with everything else', { timeout: 120_000 }, () => {
  it('where two have written thousands of equal lines', async () => {
    const trip = await newTrip()
    const base = withIngredients(lines(2000, 'salt'))
    await save(trip, 'meals', saveOf({}, withIngredients([...lines(2100, 'salt'), 'theirs'])))
    const merged = textsOf(await save(trip, 'meals', saveOf(base, withIngredients(['mine', ...lines(1900, 'salt')]))))
    expect(merged).toEqual(expect.arrayContaining(['theirs', 'mine']))
    expect(textsOf(await save(trip, 'meals', saveOf(base, withIngredients(lines(2000, 'oats')))))).toEqual(
      expect.arrayContaining([...lines(2000, 'oats'), 'theirs', 'mine']),
    )
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
    const base = withIngredients(lines(2000, 'salt'))
    await save(trip, 'meals', saveOf({}, withIngredients([...lines(2100, 'salt'), 'theirs'])))
    const saves = Array.from({ length: MOST_SAVES_BEFORE + 1 }, (_, n) =>
      saveOf(base, withIngredients([`mine ${n}`, ...lines(1900, 'salt')])),
    )
    const merged = textsOf(await save(trip, 'meals', { ...saves.at(-1), after: saves.slice(0, -1) }))
    expect(merged).toEqual(expect.arrayContaining(['theirs', ...saves.map((_, n) => `mine ${n}`)]))
  })
})
