import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { expectField, fillField, openHistory } from './page-parts.ts'

test('the history describes who changed what, and restores an earlier version as a new one', async ({
  page,
  person,
  server,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Looking back', type: 'car_trip' })
  await page.goto(`/trip/${tripId}`)
  const dialog = await openHistory(page)
  await expect(dialog.getByText('No one has changed anything yet.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()

  const stored = () => server.database.prepare('select destination_name from trips where id = ?').pluck().get(tripId)
  await fillField(page, 'Destination', 'Killarney')
  await expect.poll(stored).toBe('Killarney')
  // Backdate the first version, so that the next edit is not grouped with it.
  server.database.prepare("update plan_history set saved_at = '2026-01-01T10:00:00.000Z' where trip_id = ?").run(tripId)
  await fillField(page, 'Destination', 'Bon Echo')
  await expect.poll(stored).toBe('Bon Echo')
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await page.getByRole('checkbox').first().check()
  await expect
    .poll(() => server.database.prepare('select count(*) from plan_history where trip_id = ?').pluck().get(tripId))
    .toBe(3)

  const again = await openHistory(page)
  const entries = again.getByRole('listitem').filter({ has: page.getByRole('button', { expanded: false }) })
  await expect(entries).toHaveCount(3)
  await expectNoAxeFindings(page)
  await again.getByRole('button', { name: `${person.full_name} · Checklist` }).click()
  await expect(again.getByText(new RegExp(`^${person.full_name} ticked “`))).toBeVisible()
  await again
    .getByRole('button', { name: `${person.full_name} · Trip details` })
    .first()
    .click()
  await expect(
    again.getByText(`${person.full_name} changed the destination from “Killarney” to “Bon Echo”`),
  ).toBeVisible()
  await again
    .getByRole('button', { name: `${person.full_name} · Trip details` })
    .last()
    .click()
  await expect(again.getByText(`${person.full_name} set the destination to “Killarney”`)).toBeVisible()

  await again
    .getByRole('listitem')
    .filter({ hasText: 'set the destination to “Killarney”' })
    .getByRole('button', { name: 'Restore this version' })
    .click()
  await expect(again.getByText('Trip details restored.')).toBeVisible()
  await expect.poll(stored).toBe('Killarney')
  await again.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expectField(page, 'Destination', 'Killarney')
  expect(
    server.database
      .prepare('select max(version) from plan_history where trip_id = ? and section = ?')
      .pluck()
      .get(tripId, 'details'),
  ).toBe(3)
})
