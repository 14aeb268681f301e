import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AiSettings, parseSettings } from '#server/settings/settings.ts'
import { openTestDatabase, type TestDatabase } from '#server/testing/engines.ts'
import { createAttempts } from './attempts.ts'
import { createLimits, type MakeLimit } from './limits.ts'

const refused = expect.objectContaining({ code: 'too_many_requests' })

describe('limits', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase('postgres')
  })
  afterAll(() => test.remove())

  const processes = (): MakeLimit[] => [createLimits(test.database), createLimits(test.database)]

  it('are shared by all processes on one PostgreSQL', async () => {
    const name = randomUUID()
    const [one, other] = processes().map((limit) => limit(name, 3, 60))
    for (const process of [one, other, one]) await process?.count('somebody')
    await expect(other?.count('somebody')).rejects.toEqual(refused)
    await expect(one?.count('somebody')).rejects.toEqual(refused)
    await other?.count('somebody else')
    await one?.reset('somebody')
    await other?.count('somebody')
  })

  it('do not reveal in the table whom they count', async () => {
    const limit = createLimits(test.database)(randomUUID(), 3, 60)
    await limit.count('robin@example.org 203.0.113.1')
    const rows = await test.database.kysely.selectFrom('attempts').selectAll().execute()
    expect(JSON.stringify(rows)).not.toMatch(/robin|203\.0\.113/)
  })

  it('say after how many seconds to try again', async () => {
    for (const limit of [createLimits({}), createLimits(test.database)]) {
      const one = limit(randomUUID(), 1, 60)
      await one.count('x')
      const failure = await one.count('x').catch((error) => error)
      expect(failure.retryAfterSeconds).toBeGreaterThan(50)
      expect(failure.retryAfterSeconds).toBeLessThanOrEqual(60)
    }
  })

  it('are counted by each process alone while the database does not answer', async () => {
    const broken = { query: () => Promise.reject(new Error('gone')) }
    const limit = createLimits({ pool: broken as never })(randomUUID(), 2, 60)
    await limit.count('x')
    await limit.count('x')
    await expect(limit.count('x')).rejects.toEqual(refused)
  })
})

describe('AI texts', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase('postgres')
  })
  afterAll(() => test.remove())

  const ai = { requestsPerHour: 100, requestsPerDay: 3, timeoutMs: 45_000 } as AiSettings
  const open = () =>
    createAttempts(
      { signInAttempts: 10, signUpsPerHour: 60, ai, writesPerMinute: 1_000_000 },
      createLimits(test.database),
    )

  it('are limited to two at a time per user and to a daily total, across all processes', async () => {
    const [one, other] = [open(), open()]
    const release = await one.acquireAiSlot('robin')
    await other.acquireAiSlot('robin')
    for (const process of [one, other]) await expect(process.acquireAiSlot('robin')).rejects.toEqual(refused)
    await other.acquireAiSlot('kim')
    await release()
    await other.acquireAiSlot('robin')
    await expect(one.acquireAiSlot('robin')).rejects.toEqual(refused)

    for (const process of [one, other, one]) await process.countAiText('robin')
    await expect(other.countAiText('kim')).rejects.toEqual(refused)
  })

  it('release the slots of a process that has died', async () => {
    const attempts = open()
    for (let slot = 0; slot < 2; slot++) await attempts.acquireAiSlot('sam')
    await expect(attempts.acquireAiSlot('sam')).rejects.toEqual(refused)
    const table = test.database.kysely
    const rows = await table.selectFrom('attempts').select('expire').where('key', 'like', 'ai-turn-%').execute()
    const within = Date.now() + 2 * ai.timeoutMs
    for (const { expire } of rows) expect(Number(expire)).toBeLessThan(within)
    await table
      .updateTable('attempts')
      .set({ expire: Date.now() - 1 })
      .where('key', 'like', 'ai-turn-%')
      .execute()
    await attempts.acquireAiSlot('sam')
  })
})

describe('wrong passwords', () => {
  it('are refused after 100 per hour for one e-mail, from any network; correct ones do not count', async () => {
    const attempts = createAttempts(
      { signInAttempts: 10, signUpsPerHour: 60, ai: undefined, writesPerMinute: 1_000_000 },
      createLimits({}),
    )
    await attempts.countSignIn('robin@example.org', 'right')
    await attempts.resetSignIn('robin@example.org', 'right')
    for (let n = 0; n < 100; n++)
      await attempts.countSignIn(n % 2 ? 'Robin@example.org' : 'robin@example.org', `network ${n}`)
    await expect(attempts.countSignIn('robin@example.org', 'one more')).rejects.toEqual(refused)
    await attempts.countSignIn('kim@example.org', 'one more')
  })
})

describe('turns to ask the geocoder', () => {
  let test: TestDatabase
  beforeAll(async () => {
    test = await openTestDatabase('postgres')
  })
  afterAll(() => test.remove())

  it('are one per second for all processes on one PostgreSQL together', async () => {
    const settings = parseSettings({})
    const processes = [1, 2].map(() => createAttempts(settings, createLimits(test.database)))
    const started = performance.now()
    await Promise.all(processes.map((process) => process.takeGeocoderTurn()))
    await processes[0]?.takeGeocoderTurn()
    expect(performance.now() - started).toBeGreaterThan(1900)
  })
})
