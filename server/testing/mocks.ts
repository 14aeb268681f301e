import { afterAll, vi } from 'vitest'

/** `restoreMocks` runs before each test, which is too late for code of the next file in the same process. */
afterAll(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})
