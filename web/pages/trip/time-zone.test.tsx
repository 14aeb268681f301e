import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { expectCount } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

test('the times of a trip are those where it is: its day begins there, not on the device', async () => {
  // In the browser's zone, Toronto, it is 18:30; in Lisbon it is 23:30.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-06-11T18:30:00-04:00') })
  const details = { ...buildDetails(datesOf('2031-06-12', '2031-06-14')), time_zone: 'Europe/Lisbon' }
  const { trip } = await openTrip({ type: 'air_travel', values: { details } })
  const address = `/trip/${trip.id}?tab=itinerary`
  showApp(address)
  await expect.element(page.getByText('Thu, Jun 12').first()).toBeVisible()
  const today = page.getByText('Thu, Jun 12 · Today')
  await expectCount(today, 0)
  vi.setSystemTime(new Date('2031-06-11T19:30:00-04:00'))
  showApp(address)
  await expect.element(today.first()).toBeVisible()
})
