import { setImmediate } from 'node:timers'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { failed } from './testing/test-client.ts'

let server: TestApp
beforeAll(async () => {
  server = await openTestApp('sqlite')
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.remove()
})

it('begins many requests that arrive at once over several turns, so that others come between', async () => {
  // Each look at the clock takes as long as a turn may.
  let now = performance.now()
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 30))
  const answered: string[] = []
  setImmediate(() => answered.push('another'))
  const ask = async () => {
    const answer = await server.openClient().get('/api/unknown')
    expect(answer).toMatchObject(failed(404, 'not_found'))
    answered.push('one of many')
  }
  await Promise.all(Array.from({ length: 5 }, ask))
  expect(answered).toHaveLength(6)
  expect(answered.at(-1)).toBe('one of many')
})
