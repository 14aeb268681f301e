import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { queryCache } from '#web/data/root/query-cache.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { expectCount } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { fillField } from '#web/testing/trip-details.ts'

// Loaded before the test, which would wait for it otherwise.
import '#web/features/ai/ai-panels.tsx'

/* What is asked about a flight comes from the fields of Overview. The panel itself: features/ai/ai-panels.test.tsx. */

test('OVER-15, OVER-16 Overview of an air trip has the panel of the flight status, which the flight typed there makes usable', async () => {
  const { trip } = await openTrip({ type: 'air_travel' })
  queryCache.set(['ai'], { base_url: '/ai/v1', model: 'gpt-3.5-turbo', browser_key: null })
  showApp(`/trip/${trip.id}`)
  const flightStatus = page.getByRole('region', { name: 'AI Flight Status Update' })
  const getFlightStatus = flightStatus.getByRole('button', { name: 'Get Flight Status' })
  const hint = flightStatus.getByText('Complete flight details above to get status updates')
  // It loads when it is near.
  await expect.element(page.getByRole('region', { name: 'Destination Map' })).toBeVisible()
  page.getByRole('region', { name: 'Destination Map' }).element().scrollIntoView()
  await expect.element(flightStatus).toBeVisible()
  await expect.element(hint).toBeVisible()
  await expect.element(getFlightStatus).toBeDisabled()
  const values = {
    'Flight carrier': 'Air Canada',
    'Flight number': 'AC848',
    'Departure airport': 'YYZ',
    'Arrival airport': 'LIS',
  }
  for (const [label, value] of Object.entries(values)) {
    await expect.element(getFlightStatus, { message: `without ${label}` }).toBeDisabled()
    await fillField(label, value)
  }
  await expect.element(getFlightStatus).toBeEnabled()
  await expectCount(hint, 0)
})
