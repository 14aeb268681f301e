import { afterAll, vi } from 'vitest'

/** `restoreMocks` does it before each test, which is too late for what the next file of the same process does before its first. */
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
