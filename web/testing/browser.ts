import '#web/ui/styles.css'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AIRPORTS } from '#web/data/places/airports.ts'
import { persistedTrips } from '#web/data/root/plan.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { BETA } from '#web/data/session/beta.ts'
import { home, takeMistakes } from './edges.ts'
import { closeScreen, forgetResponses } from './open-trip.tsx'
import { forgetUploads } from './uploads.ts'

/* What each test of a screen starts from and ends with: nobody signed in, no trip stored, no mistake. */

// No file relies on what the one before has said.
forgetResponses()

beforeEach(async () => {
  history.replaceState(null, '', home)
  localStorage.clear()
  sessionStorage.clear()
  queryCache.forgetPerson()
  for (const { key } of [BETA, AIRPORTS]) queryCache.remove(key)
  // No button was pressed.
  document.body.dispatchEvent(new MouseEvent('click', { detail: 1 }))
  session.announce('signed_out', null)
  await persistedTrips.drop()
  forgetUploads()
  // The one of vitest.config.ts: the test before may have changed it.
  await page.viewport(1280, 800)
})

afterEach(() => {
  vi.useRealTimers()
  closeScreen()
  // The size of letters.
  document.documentElement.removeAttribute('style')
  expect(takeMistakes(), 'printed or requested, and not expected').toEqual([])
})
