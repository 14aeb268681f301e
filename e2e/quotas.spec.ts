import { test as base, expect, TestServer } from './fixtures.ts'
import { expectField, fillField } from './page-parts.ts'

const test = base.extend<object, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await TestServer.open({ PLANS_MB_PER_ACCOUNT: '1' })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
})

test("an edit beyond the account's quota is refused and can be copied, and nothing of it is kept", async ({
  page,
  server,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Full to the brim', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  const state = page.getByRole('banner').getByRole('status')
  await fillField(page, 'Destination', 'Killarney')
  await expect(state).toHaveText('Saved')

  // Simulates years of planning. The server computes usage when it starts.
  await page.goto('about:blank')
  server.database.prepare('update plan_sections set bytes = 1500000 where trip_id = ?').run(id)
  await server.stop()
  await server.start()

  await page.goto(`/trip/${id}`)
  await expectField(page, 'Destination', 'Killarney')
  await fillField(page, 'Destination', 'Killarney Provincial Park')
  await page.getByRole('button', { name: '1 change couldn’t be saved' }).click()
  const dialog = page.getByRole('dialog', { name: 'Changes not saved' })
  await expect(dialog).toContainText(
    'The trip owner has no space left for plans. Ask your administrator to raise the limit.',
  )
  await expect(dialog).toContainText('Killarney Provincial Park')
  await expect(dialog.getByRole('button', { name: /^Copy/ }).first()).toBeVisible()
  await dialog.getByRole('button', { name: 'Dismiss all' }).click()
  await expect(page.getByRole('button', { name: /couldn’t be saved/ })).toHaveCount(0)
  await expectField(page, 'Destination', 'Killarney')
  await page.reload()
  await expectField(page, 'Destination', 'Killarney')
})
