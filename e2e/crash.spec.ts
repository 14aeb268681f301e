import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { expectField, fillField } from './page-parts.ts'

test('a page broken by an extension says so, and reloading restores what was typed', async ({
  page,
  server,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/NotFoundError|recreate this component tree|error boundary/)
  await signIn(page)
  const id = await createTrip(page, { name: 'Torn', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Destination', 'Pog Lake')
  await page.evaluate(() => {
    const panel = document.querySelector('[role=tabpanel]')
    for (const child of [...(panel?.childNodes ?? [])]) document.createElement('div').append(child)
  })
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(page.getByRole('heading', { name: 'We couldn’t show this page' })).toBeVisible()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Reload' }).click()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await expectField(page, 'Destination', 'Pog Lake')
  await expect
    .poll(() => server.database.prepare('select destination_name from trips where id = ?').pluck().get(id))
    .toBe('Pog Lake')
})
