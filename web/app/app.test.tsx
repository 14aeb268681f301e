import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

test('a trip opens at its address, and back and forward walk through its tabs', async () => {
  const { trip } = await openTrip()
  showApp(`/trip/${trip.id}`)
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect.element(page.getByRole('heading', { name: 'Camping Checklist' })).toBeVisible()
  expect(location.search).toBe('?tab=checklist')
  history.back()
  await expect.element(page.getByRole('heading', { name: 'Trip Notes & Reminders' })).toBeVisible()
  await button('robin').click()
  await expect.element(page.getByRole('menu')).toBeVisible()
})
