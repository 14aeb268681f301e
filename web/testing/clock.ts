import { expect, vi } from 'vitest'
import type { Locator } from 'vitest/browser'
import { drawn } from './screen.ts'

/** Time passes only by `vi.advanceTimersByTimeAsync`. `Date` goes on, unless it is passed. */
export const stopClock = (...also: 'Date'[]) =>
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', ...also] })

/** Lets time of a stopped clock pass. React sets the timer for the next change once what is shown is drawn. */
export async function pass(ms: number): Promise<void> {
  await drawn()
  await vi.advanceTimersByTimeAsync(ms)
  await drawn()
}

/** Waits some frames for a text. Unlike `expect.poll`, it lets no time of a stopped clock pass. */
export async function expectNow(locator: Locator, text: string): Promise<void> {
  const shown = () => locator.elements().map(({ textContent }) => textContent)
  for (let frames = 0; frames < 300 && shown().join() !== text; frames++) await new Promise(requestAnimationFrame)
  expect(shown()).toEqual([text])
}
