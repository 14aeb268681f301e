import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

/** Anything a test prints is either a mistake or expected: unexpected output fails the test. */
const consoleMethods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const
let printed: string[] = []
let expected: RegExp[] = []

for (const method of consoleMethods) {
  console[method] = (...args: unknown[]) => {
    printed.push(`console.${method}: ${format(...args)}`)
  }
}

/** Expects the current test to print a matching message; the test fails if it does not. */
export function expectConsole(pattern: RegExp): void {
  expected.push(pattern)
}

function check(): void {
  const unexpected = printed.filter((message) => !expected.some((pattern) => pattern.test(message)))
  const missing = expected.filter((pattern) => !printed.some((message) => pattern.test(message)))
  printed = []
  expected = []
  expect(unexpected, 'printed, and not expected').toEqual([])
  expect(missing, 'expected, and not printed').toEqual([])
}

afterEach(check)
afterAll(check)
