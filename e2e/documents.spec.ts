import { stat, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, SERVER_GONE, type TestServer, test } from './fixtures.ts'
import { listRequests, pathOf } from './held-requests.ts'
import { panel } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { buildPdf, JPEG, PNG, type TestFile } from './test-files.ts'

test.use({ isSignedIn: true })

const TEN_MB = 10 * 1024 * 1024
const DOCUMENT = /^\/api\/trips\/[0-9a-f-]{36}\/documents\/[0-9a-f-]{36}$/

const button = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true })
const input = (page: Page) => panel(page).locator('input[type=file]')
const entries = (page: Page) => panel(page).getByRole('list', { name: 'Documents' }).getByRole('listitem')
const entry = (page: Page, name: string) => entries(page).filter({ hasText: name })
const alert = (page: Page) => panel(page).getByRole('alert')
const question = (page: Page) => page.getByRole('dialog', { name: 'Delete this document?' })

async function openDocuments(page: Page, tripId: string): Promise<void> {
  await page.goto(`/trip/${tripId}?tab=tickets`)
  await button(page, 'Show Documents').click()
}

const passport: TestFile = { name: 'passport.pdf', mimeType: 'application/pdf', buffer: buildPdf('Passport') }
const photo: TestFile = { name: 'Boarding pass.PNG', mimeType: 'image/png', buffer: PNG }
const scan: TestFile = { name: 'scan.jpeg', mimeType: 'image/jpeg', buffer: JPEG }

interface Row {
  id: string
  file_name: string
  file_url: string
  file_type: string
  description: string
  uploaded_at: string
}

const rows = (server: TestServer, tripId: string): Row[] =>
  server.database
    .prepare('select * from travel_documents where trip_id = ? order by uploaded_at desc')
    .all(tripId) as Row[]
const storedNames = (server: TestServer, tripId: string) => rows(server, tripId).map(({ file_name }) => file_name)

async function upload(page: Page, file: TestFile): Promise<void> {
  const before = await entries(page).count()
  await input(page).setInputFiles(file)
  await expect(entries(page)).toHaveCount(before + 1)
  await expect(input(page)).toBeEnabled()
}

test('PROD-15, DOCS-4, DOCS-8..14, VALID-16..19, VALID-24..26, DATA-43..45, PERM-19, CALL-DATA-38..43, CALL-FILE-1..4 a PDF, a JPEG and a PNG are uploaded, read by everybody with the link, still there after a restart, and deleted', async ({
  page,
  server,
  signIn,
  createTrip,
  register,
  openContext,
  allowConsole,
}) => {
  test.slow()
  // The test evaluates scripts in the tab of an image, which allows none.
  allowConsole(/^console error: Blocked script execution in '[^']*\/files\/travel-documents\/[^']*\.png'/)
  allowConsole(SERVER_GONE)
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel' })
  await openDocuments(page, id)
  const byMail = Buffer.concat([Buffer.alloc(1024, '\r\n'), buildPdf('By mail')])
  const files = [
    passport,
    scan,
    photo,
    { name: 'old-name', mimeType: 'image/jpg', buffer: Buffer.concat([JPEG, PNG]) },
    // A PDF after other bytes, without an extension or a type.
    { name: 'boarding pass', mimeType: '', buffer: byMail },
  ]
  for (const file of files) {
    if (file === scan) await panel(page).getByLabel('Description', { exact: true }).fill('Seats 12A and 12B')
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await upload(page, file)
    const url = new URL((await sent).url())
    expect(url.pathname).toMatch(DOCUMENT)
    expect(url.searchParams.get('file_name')).toBe(file.name)
    if (file.mimeType) expect((await sent).headers()['content-type']).toBe(file.mimeType)
    await expect(input(page)).toHaveValue('')
  }
  const newestFirst = files.toReversed()
  const descriptionOf = ({ name }: TestFile) => (name === scan.name ? 'Seats 12A and 12B' : `Travel document: ${name}`)
  const stored = rows(server, id)
  expect(stored.map(({ id: _id, ...row }) => row)).toEqual(
    newestFirst.map((file, index) => ({
      trip_id: id,
      file_name: file.name,
      file_url: expect.stringMatching(
        new RegExp(`^/files/travel-documents/${id}/\\d+\\.${['pdf', 'jpg', 'png', 'jpeg', 'pdf'][index]}$`),
      ),
      file_type: ['document', 'document', 'png', 'jpeg', 'pdf'][index],
      description: descriptionOf(file),
      uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })),
  )
  expect(new Set(stored.map(({ file_url }) => file_url)).size).toBe(5)

  const expectAll = async (at: Page, token = '') => {
    await expect(entries(at)).toHaveCount(5)
    const uploaded = await at.evaluate(
      (times) => times.map((time) => new Date(time).toLocaleDateString('en-CA', { dateStyle: 'medium' })),
      stored.map(({ uploaded_at }) => uploaded_at),
    )
    for (const [index, file] of newestFirst.entries()) {
      const shown = entries(at).nth(index)
      await expect(shown.getByText(file.name, { exact: true })).toBeVisible()
      await expect(shown).toContainText(descriptionOf(file))
      await expect(shown).toContainText(`Uploaded ${uploaded[index]}`)
      const link = shown.getByRole('link')
      const address = `${stored[index]?.file_url}${token}`
      await expect(link).toHaveAttribute('href', address)
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('title', 'View document')
      const answer = await at.context().request.get(server.address + address)
      expect(answer.status()).toBe(200)
      expect((await answer.body()).equals(file.buffer)).toBe(true)
    }
  }
  await expectAll(page)
  const opened = page.waitForEvent('popup')
  await entry(page, 'Boarding pass.PNG').getByRole('link').click()
  const tab = await opened
  await tab.waitForLoadState()
  expect(await tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await tab.close()

  server.database.prepare('update trips set share_token = ? where id = ?').run('a+b/c', id)
  await server.kill()
  await server.start()
  await page.reload()
  await button(page, 'Show Documents').click()
  await expectAll(page)

  const friend = await (await openContext(touchPhone)).newPage()
  await signIn(friend, await register())
  await friend.goto(`/shared/${id}?token=${encodeURIComponent('a+b/c')}&mode=view&tab=tickets`)
  await button(friend, 'Show Documents').click()
  await expectAll(friend, '?token=a%2Bb%2Fc')
  await expect(panel(friend).getByText('Choose File')).toHaveCount(0)
  await expect(input(friend)).toHaveCount(0)
  await expect(entries(friend).getByRole('button')).toHaveCount(0)
  await expectNoAxeFindings(friend)
  const address = `${server.address}${stored.at(-1)?.file_url}`
  expect((await friend.context().request.get(address)).status()).toBe(404)

  await entry(page, 'passport.pdf').getByRole('button').click()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(entries(page)).toHaveCount(4)
  expect(storedNames(server, id)).not.toContain('passport.pdf')
  const { request } = page.context()
  expect((await request.get(address)).status()).toBe(404)
  expect((await request.get(`${server.address}${stored[0]?.file_url}`)).status()).toBe(200)
})

test('DOCS-5, VALID-14, VALID-23, CONST-3, ERR-24, ERR-39, ERR-40 10 MB are uploaded with progress on another tab too, asking before the page is left; a lost response makes no second document', async ({
  page,
  server,
  createTrip,
  allowConsole,
  watch,
}, testInfo) => {
  test.slow()
  const id = await createTrip(page, { name: 'Heavy', type: 'air_travel' })
  await openDocuments(page, id)
  const path = testInfo.outputPath('large.pdf')
  await writeFile(path, buildPdf('Large', TEN_MB))
  expect((await stat(path)).size).toBe(TEN_MB)
  const network = await page.context().newCDPSession(page)
  const limitUploads = (uploadThroughput: number) =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
  await network.send('Network.enable')
  await limitUploads(500_000)
  await input(page).setInputFiles(path)
  await expect(panel(page).getByText('Uploading...', { exact: true })).toBeVisible()
  await expect(panel(page).getByText('Choose File')).toHaveCount(0)
  await expect(input(page)).toBeDisabled()
  const bar = panel(page).getByRole('progressbar', { name: 'Upload of large.pdf' })
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(percent).toBeGreaterThan(0)
  const before = await percent()
  expect(before).toBeLessThan(100)
  await expect.poll(percent).toBeGreaterThan(before)

  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(page.getByRole('heading', { name: 'Travel Checklist' })).toBeVisible()
  const dialogEvent = page.waitForEvent('dialog')
  const navigation = page.goto('/').catch(() => 'stayed')
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await navigation).toBe('stayed')
  await limitUploads(-1)
  await expect.poll(() => storedNames(server, id)).toEqual(['large.pdf'])
  await page.getByRole('tab', { name: 'Tickets & Passes' }).click()
  await button(page, 'Show Documents').click()
  await expect(entry(page, 'large.pdf')).toBeVisible({ timeout: 30_000 })
  await expect(bar).toHaveCount(0)
  await expect(panel(page).getByText('Choose File')).toBeVisible()
  await expect(input(page)).toBeEnabled()

  // The request arrives, but its response is lost. What is allowed from here on must not have been there before.
  expect(watch.unexpected()).toEqual([])
  allowConsole(/Failed to load resource|net::ERR_/)
  const listPuts = listRequests(page, (request) => (request.method() === 'PUT' ? pathOf(request) : undefined))
  await page.route(/\/documents\//, async (route) => {
    await route.fetch({ maxRetries: 2 })
    await route.abort()
  })
  await input(page).setInputFiles(passport)
  await expect(alert(page)).toContainText('We couldn’t reach the server. Please check your connection.')
  await page.unrouteAll()
  await button(page, 'Try again').click()
  await expect(entry(page, 'passport.pdf')).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  const puts = await listPuts()
  expect(puts).toHaveLength(2)
  expect(new Set(puts).size).toBe(1)
  expect(storedNames(server, id)).toEqual(['passport.pdf', 'large.pdf'])

  // The dialog that asks is loaded on demand; the page has not used it yet.
  await page.reload()
  await button(page, 'Show Documents').click()
  await expect(entries(page)).toHaveCount(2)
  await page.route('**/*.js', (route) => route.abort('connectionrefused'))
  await entry(page, 'passport.pdf').getByTitle('Delete document').click()
  await expect(entry(page, 'passport.pdf')).toContainText('Failed to delete document. Please try again.')
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load this part of the page.' })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await expectNoAxeFindings(page)
})
