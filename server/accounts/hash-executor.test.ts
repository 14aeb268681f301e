import { expect, it } from 'vitest'
import { runHash } from './hash-executor.ts'

it('runs two hashes at a time in order, continues after a failure, and refuses too many at once', async () => {
  let running = 0
  let maxRunning = 0
  const ended: number[] = []
  const hash = (number: number) =>
    runHash(async () => {
      running += 1
      maxRunning = Math.max(maxRunning, running)
      await new Promise((resolve) => setTimeout(resolve, 1))
      running -= 1
      ended.push(number)
      if (number === 3) throw new Error('failed')
    })
  const outcomes = await Promise.allSettled(Array.from({ length: 205 }, (_, number) => hash(number)))
  expect(maxRunning).toBe(2)
  expect(ended).toEqual(Array.from({ length: 202 }, (_, number) => number))
  const failures = outcomes.flatMap((outcome, number) =>
    outcome.status === 'rejected' ? [[number, outcome.reason.code]] : [],
  )
  expect(failures).toEqual([
    [3, undefined],
    [202, 'too_many_requests'],
    [203, 'too_many_requests'],
    [204, 'too_many_requests'],
  ])
  await hash(300)
  expect(ended.at(-1)).toBe(300)
})
