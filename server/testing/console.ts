import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

/** Anything a test prints is a mistake, and fails the test. */
const consoleMethods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const
let printed: string[] = []

for (const method of consoleMethods) {
  console[method] = (...args: unknown[]) => {
    printed.push(`console.${method}: ${format(...args)}`)
  }
}

function check(): void {
  const messages = printed
  printed = []
  expect(messages, 'printed, and not expected').toEqual([])
}

afterEach(check)
afterAll(check)
