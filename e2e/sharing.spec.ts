import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newTicket } from '#domain/plan/tickets.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { panel } from './page-parts.ts'
import { buildPdf } from './test-files.ts'

/* The owner of a trip and a reader of its link. What the dialog says and does: share-dialog.test.tsx. */

/** Somewhat longer than an open shared trip waits before it asks again. */
const REREAD_MS = 21_000

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Share Trip' })
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })
const toggle = (page: Page) => dialog(page).getByRole('switch')
const linkField = (page: Page) => dialog(page).getByLabel('Share link', { exact: true })

const storedSharing = (server: TestServer, tripId: string) =>
  server.database.prepare('select is_public, share_token from trips where id = ?').get(tripId) as {
    is_public: number
    share_token: string | null
  }

test('PERM-9, PERM-19, PERM-20, PERM-22, SHARE-11, SHARE-18..23, DATA-9 an owner hides documents and confirmation numbers, which an open page of a reader loses, and replaces the link', async ({
  page,
  server,
  createTrip,
  signIn,
  register,
  openContext,
  allowConsole,
}) => {
  await signIn(page)
  const ticket = { ...newTicket(randomUUID()), title: 'To Lisbon', confirmationNumber: 'QK7F2P' }
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel', plan: { tickets: [ticket] } })
  await page.goto(`/trip/${id}?tab=tickets`)
  await panel(page).getByRole('button', { name: 'Show Documents' }).click()
  const passport = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: buildPdf('Passport') }
  await panel(page).locator('input[type=file]').setInputFiles(passport)
  await expect(panel(page).getByRole('link', { name: /passport\.pdf/ })).toBeVisible()
  await page.getByRole('button', { name: 'Share trip' }).click()
  await expect(dialog(page)).toContainText('People with the link also see 1 document and 1 confirmation number.')
  const { share_token, is_public } = storedSharing(server, id)
  expect(is_public).toBe(0)
  expect(share_token).toMatch(/^[0-9a-f-]{36}$/)
  await expect(linkField(page)).toHaveValue(`${server.address}/shared/${id}?token=${share_token}&mode=view`)
  const old = await linkField(page).inputValue()

  const reader = await (await openContext({ serviceWorkers: 'allow' })).newPage()
  await signIn(reader, await register())
  await reader.clock.install()
  await reader.goto(`${old}&tab=tickets`)
  await expect(panel(reader).getByText('QK7F2P')).toBeVisible()
  await reader.evaluate(async () => void (await navigator.serviceWorker.ready))
  await panel(reader).getByRole('button', { name: 'Show Documents' }).click()
  const file = panel(reader).getByRole('link', { name: /passport\.pdf/ })
  const address = server.address + (await file.getAttribute('href'))
  await reader.evaluate(async (url) => void (await (await fetch(url)).blob()), address)
  const isCached = () =>
    reader.evaluate(async (url) => (await (await caches.open('wayfare-documents')).match(url)) !== undefined, address)
  await expect.poll(isCached).toBe(true)

  await button(page, 'Hide them').click()
  await expect(dialog(page)).toContainText('People with the link don’t see documents and confirmation numbers.')
  await expect(button(page, 'Show them')).toBeFocused()
  expect((await reader.context().request.get(address)).status()).toBe(404)
  await reader.clock.fastForward(REREAD_MS)
  await expect(file).toHaveCount(0)
  await expect(panel(reader).getByText('To Lisbon')).toBeVisible()
  await expect(panel(reader).getByText('QK7F2P')).toHaveCount(0)
  await expect.poll(isCached).toBe(false)

  await button(page, 'Show them').click()
  await expect(button(page, 'Hide them')).toBeVisible()
  await reader.clock.fastForward(REREAD_MS)
  await expect(panel(reader).getByText('QK7F2P')).toBeVisible()

  await toggle(page).click()
  await expect(toggle(page)).toBeChecked()
  expect(storedSharing(server, id)).toEqual({ is_public: 1, share_token })
  await toggle(page).click()
  await expect(toggle(page)).not.toBeChecked()
  expect(storedSharing(server, id)).toEqual({ is_public: 0, share_token })

  await button(page, 'Generate New Link').click()
  await page.getByRole('dialog', { name: 'Generate a new link?' }).getByRole('button', { name: 'Replace link' }).click()
  await expect(linkField(page)).not.toHaveValue(old)
  const fresh = await linkField(page).inputValue()
  expect(fresh).toContain(`token=${storedSharing(server, id).share_token}`)
  allowConsole(/status of 404/)
  await reader.goto(old)
  await expect(reader.getByRole('heading', { name: 'Trip Not Found' })).toBeVisible()
  await reader.goto(fresh)
  await expect(reader.getByRole('heading', { name: 'Lisbon in May' })).toBeVisible()
})
