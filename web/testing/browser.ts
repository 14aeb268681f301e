import '#web/ui/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { persistedTrips } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { home, takeMistakes } from './edges.ts'
import { closeScreen } from './open-trip.tsx'
import { forgetUploads } from './uploads.ts'

/* What each test of a screen starts from and ends with: nobody signed in, nothing stored, no mistake. */

beforeEach(async () => {
  history.replaceState(null, '', home)
  localStorage.clear()
  sessionStorage.clear()
  queryCache.clear()
  session.announce('signed_out', null)
  await persistedTrips.drop()
  forgetUploads()
  // The one of vitest.config.ts: the test before may have changed it.
  await page.viewport(1280, 800)
})

afterEach(() => {
  closeScreen()
  vi.useRealTimers()
  expect(takeMistakes(), 'printed or requested, and not expected').toEqual([])
})
