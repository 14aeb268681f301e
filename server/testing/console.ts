import { format } from 'node:util'
import { afterAll, afterEach, expect } from 'vitest'

/** What a test prints is either a mistake or something that it should say it expects: anything else fails the test. */
const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const
let printed: string[] = []
let expected: RegExp[] = []

for (const method of methods) {
  console[method] = (...args: unknown[]) => {
    printed.push(`console.${method}: ${format(...args)}`)
  }
}

/** Says that this test prints a message like this; the test fails when it does not. */
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
