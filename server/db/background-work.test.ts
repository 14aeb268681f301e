import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { BackgroundWork } from './background-work.ts'

function build(run: () => Promise<void>) {
  const failures: unknown[] = []
  const work = new BackgroundWork({ run, onError: (failure) => failures.push(failure), intervalMs: 60_000 })
  return { work, failures }
}

it('runs once at a time, and again for what is requested during a run', async () => {
  let [running, most, runs] = [0, 0, 0]
  const { work } = build(async () => {
    running += 1
    runs += 1
    most = Math.max(most, running)
    // During the first run only.
    if (runs === 1) void work.request()
    await new Promise((resolve) => setTimeout(resolve, 5))
    running -= 1
  })
  await Promise.all([work.request(), work.request(), work.request()])
  expect([runs, most]).toEqual([2, 1])
})

it('goes on after a failure, which is reported', async () => {
  let runs = 0
  const failure = new Error('The database is away')
  const { work, failures } = build(async () => {
    runs += 1
    if (runs === 1) throw failure
  })
  await work.request()
  await work.request()
  expect([runs, failures]).toEqual([2, [failure]])
})

it('waits for its run when it is closed, and does nothing afterwards', async () => {
  let ended = 0
  const { work } = build(async () => {
    await new Promise((resolve) => setTimeout(resolve, 20))
    ended += 1
  })
  void work.request()
  // It has begun.
  await setImmediate()
  await work.close()
  expect([ended, work.isClosed]).toEqual([1, true])
  await work.request()
  expect(ended).toBe(1)
})
