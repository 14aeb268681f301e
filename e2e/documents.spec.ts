import { stat, writeFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, SERVER_GONE, type TestServer, test } from './fixtures.ts'
import { countRequests, holdRequests, listRequests, pathOf } from './held-requests.ts'
import { panel } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { markAsSaved } from './stored-plan.ts'
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

test('PROD-15, DOCS-8..13, VALID-16..19, VALID-24..26, DATA-43..45, CALL-DATA-38..41, CALL-FILE-1..3 uploads, lists and shows a PDF, a JPEG and a PNG, and still has them after a restart', async ({
  page,
  server,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  test.slow()
  // The test evaluates scripts in the tab of an image, which allows none.
  allowConsole(/^console error: Blocked script execution in '[^']*\/files\/travel-documents\/[^']*\.png'/)
  allowConsole(SERVER_GONE)
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel' })
  await openDocuments(page, id)
  const files = [passport, scan, photo, { name: 'old-name', mimeType: 'image/jpg', buffer: Buffer.concat([JPEG, PNG]) }]
  for (const file of files) {
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    await upload(page, file)
    const url = new URL((await sent).url())
    expect(url.pathname).toMatch(DOCUMENT)
    expect(url.searchParams.get('file_name')).toBe(file.name)
    expect((await sent).headers()['content-type']).toBe(file.mimeType)
    await expect(input(page)).toHaveValue('')
  }
  const newestFirst = files.toReversed()
  const stored = rows(server, id)
  expect(stored.map(({ id: _id, ...row }) => row)).toEqual(
    newestFirst.map(({ name }, index) => ({
      trip_id: id,
      file_name: name,
      file_url: expect.stringMatching(
        new RegExp(`^/files/travel-documents/${id}/\\d+\\.${['jpg', 'png', 'jpeg', 'pdf'][index]}$`),
      ),
      file_type: ['document', 'png', 'jpeg', 'pdf'][index],
      description: `Travel document: ${name}`,
      uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })),
  )
  expect(new Set(stored.map(({ file_url }) => file_url)).size).toBe(4)

  const expectAll = async (at: Page) => {
    await expect(entries(at)).toHaveCount(4)
    const uploaded = await at.evaluate(
      (times) => times.map((time) => new Date(time).toLocaleDateString('en-CA', { dateStyle: 'medium' })),
      stored.map(({ uploaded_at }) => uploaded_at),
    )
    for (const [index, { name, buffer }] of newestFirst.entries()) {
      const shown = entries(at).nth(index)
      await expect(shown.getByText(name, { exact: true })).toBeVisible()
      await expect(shown).toContainText(`Travel document: ${name}`)
      await expect(shown).toContainText(`Uploaded ${uploaded[index]}`)
      const link = shown.getByRole('link')
      await expect(link).toHaveAttribute('href', stored[index]?.file_url ?? '')
      await expect(link).toHaveAttribute('target', '_blank')
      await expect(link).toHaveAttribute('title', 'View document')
      const answer = await at.context().request.get(`${server.address}${stored[index]?.file_url}`)
      expect(answer.status()).toBe(200)
      expect((await answer.body()).equals(buffer)).toBe(true)
    }
  }
  await expectAll(page)
  const opened = page.waitForEvent('popup')
  await entry(page, 'Boarding pass.PNG').getByRole('link').click()
  const tab = await opened
  await tab.waitForLoadState()
  expect(await tab.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
  await tab.close()

  await server.kill()
  await server.start()
  await page.reload()
  await button(page, 'Show Documents').click()
  await expectAll(page)
  const elsewhere = await (await openContext()).newPage()
  await signIn(elsewhere)
  await openDocuments(elsewhere, id)
  await expectAll(elsewhere)
})

test('DOCS-5, VALID-14, VALID-23, CONST-3 uploads exactly 10 MB with progress, one upload at a time', async ({
  page,
  server,
  createTrip,
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
  await limitUploads(-1)
  await expect(entry(page, 'large.pdf')).toBeVisible({ timeout: 30_000 })
  await expect(bar).toHaveCount(0)
  await expect(panel(page).getByText('Choose File')).toBeVisible()
  await expect(input(page)).toBeEnabled()
  expect(storedNames(server, id)).toEqual(['large.pdf'])
})

test('an upload continues on another tab, asks before the page is left, and can be cancelled', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Meanwhile', type: 'air_travel' })
  await openDocuments(page, id)
  const release = await holdRequests(page, 'PUT', DOCUMENT)
  await input(page).setInputFiles(passport)
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(page.getByRole('heading', { name: 'Travel Checklist' })).toBeVisible()
  const dialogEvent = page.waitForEvent('dialog')
  const navigation = page.goto('/').catch(() => 'stayed')
  const dialog = await dialogEvent
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  expect(await navigation).toBe('stayed')
  release()
  await expect.poll(() => storedNames(server, id)).toEqual(['passport.pdf'])
  await page.getByRole('tab', { name: 'Tickets & Passes' }).click()
  await button(page, 'Show Documents').click()
  await expect(entry(page, 'passport.pdf')).toBeVisible()

  await page.unrouteAll()
  await holdRequests(page, 'PUT', DOCUMENT)
  const failed = page.waitForEvent('requestfailed')
  await input(page).setInputFiles(scan)
  await button(page, 'Cancel upload of scan.jpeg').click()
  expect((await failed).method()).toBe('PUT')
  await expect(panel(page).getByText('Choose File')).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  await expect(entries(page)).toHaveCount(1)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await upload(page, scan)
  expect(storedNames(server, id)).toEqual(['scan.jpeg', 'passport.pdf'])
})

test('VALID-16, DATA-44 a PDF after other bytes, without an extension or a type, is uploaded', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'By content', type: 'air_travel' })
  await openDocuments(page, id)
  const buffer = Buffer.concat([Buffer.alloc(1024, '\r\n'), buildPdf('By mail')])
  await input(page).setInputFiles({ name: 'boarding pass', mimeType: '', buffer })
  await expect(panel(page).getByText('boarding pass').first()).toBeVisible()
  await expect.poll(() => rows(server, id)).toMatchObject([{ file_name: 'boarding pass', file_type: 'document' }])
})

test('DOCS-5, DOCS-7, DOCS-8, VALID-23, ERR-37..39 uploads several files, each with its own progress and retry', async ({
  page,
  server,
  createTrip,
  allowConsole,
}, testInfo) => {
  allowConsole(/status of 507/)
  const id = await createTrip(page, { name: 'All at once', type: 'air_travel' })
  await openDocuments(page, id)
  const large = testInfo.outputPath('large.pdf')
  await writeFile(large, buildPdf('Large', TEN_MB + 1))
  const [text, pass] = [testInfo.outputPath('notes.txt'), testInfo.outputPath('passport.pdf')]
  const [picture, scanned] = [testInfo.outputPath('photo.png'), testInfo.outputPath('scan.jpeg')]
  await Promise.all([
    writeFile(text, 'hello'),
    writeFile(pass, passport.buffer),
    writeFile(picture, PNG),
    writeFile(scanned, JPEG),
  ])
  await page.route(/file_name=photo/, (route) =>
    route.fulfill({
      status: 507,
      json: { error: { code: 'storage_full', message: 'The server has no space left for files.' } },
    }),
  )
  const release = await holdRequests(page, 'PUT', DOCUMENT)
  await input(page).setInputFiles([pass, text, picture, large, scanned])
  const row = (name: string) =>
    panel(page).getByRole('list', { name: 'Uploads' }).getByRole('listitem').filter({ hasText: name })
  await expect(row('passport.pdf').getByRole('progressbar')).toBeVisible()
  await expect(row('passport.pdf')).toContainText('%')
  await expect(row('photo.png')).toContainText('Waiting')
  await expect(row('scan.jpeg')).toContainText('Waiting')
  await expect(row('notes.txt').getByRole('alert')).toContainText('Only PDF, JPEG, and PNG files are allowed')
  await expect(row('large.pdf').getByRole('alert')).toContainText('File size must be less than 10MB')
  await expect(panel(page).getByText('Uploading...', { exact: true })).toBeVisible()
  await expect(input(page)).toBeDisabled()
  await expectNoAxeFindings(page)
  release()
  await expect(row('photo.png').getByRole('alert')).toContainText('The server has no space left for files.')
  await expect(entries(page)).toHaveCount(2)
  await expect(input(page)).toBeEnabled()
  expect(storedNames(server, id)).toEqual(['scan.jpeg', 'passport.pdf'])
  await expect(row('notes.txt').getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await row('notes.txt').getByRole('button', { name: 'Dismiss' }).click()
  await expect(row('notes.txt')).toHaveCount(0)
  await page.unrouteAll()
  await row('photo.png').getByRole('button', { name: 'Try again' }).click()
  await expect(entries(page)).toHaveCount(3)
  await expect(alert(page)).toHaveCount(1)
  expect(storedNames(server, id)).toEqual(['photo.png', 'scan.jpeg', 'passport.pdf'])
})

test('accepts several dropped files; offline ones are kept and retried with one press', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource: net::ERR_/)
  const id = await createTrip(page, { name: 'Dropped', type: 'air_travel' })
  await openDocuments(page, id)
  await page.route(/\/documents\//, (route) => route.abort())
  const files = [passport, photo].map(({ name, mimeType, buffer }) => ({
    name,
    mimeType,
    base64: buffer.toString('base64'),
  }))
  await panel(page)
    .getByText('PDF, JPEG, PNG (max 10MB)')
    .evaluate((place, dropped) => {
      const dataTransfer = new DataTransfer()
      for (const { name, mimeType, base64 } of dropped) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
        dataTransfer.items.add(new File([bytes], name, { type: mimeType }))
      }
      for (const type of ['dragover', 'drop']) {
        const isLeft = place.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
        // Otherwise the browser would navigate to the file.
        if (isLeft) throw new Error(`The ${type} was not handled`)
      }
    }, files)
  await expect(alert(page)).toHaveText([
    /couldn’t reach the server.*passport\.pdf/,
    /couldn’t reach the server.*Boarding pass\.PNG/,
  ])
  await page.unrouteAll()
  await button(page, 'Try all 2 again').click()
  await expect(entries(page)).toHaveCount(2)
  await expect(alert(page)).toHaveCount(0)
  expect(storedNames(server, id)).toEqual(['Boarding pass.PNG', 'passport.pdf'])
})

test('uploads a file that the trip already has, under any name, only after asking', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Twice', type: 'air_travel' })
  await openDocuments(page, id)
  await upload(page, passport)
  const uploads = countRequests(page, 'PUT', DOCUMENT)
  const renamed = { ...passport, name: 'copy of it.pdf' }
  const sameSize = { ...passport, name: 'boarding.pdf', buffer: buildPdf('Passporn') }
  await input(page).setInputFiles([passport, renamed, sameSize])
  // A different file of the same size is uploaded without asking.
  await expect(entries(page)).toHaveCount(2)
  await expect(alert(page)).toHaveText([
    'passport.pdf has already been uploaded. Upload it again?',
    'copy of it.pdf has already been uploaded as passport.pdf. Upload it again?',
  ])
  expect(await uploads()).toBe(1)
  await expectFine(page)
  await panel(page).getByRole('button', { name: 'Upload again' }).last().click()
  await expect(entry(page, 'copy of it.pdf')).toBeVisible()
  await expect(alert(page)).toHaveCount(1)
  await button(page, 'Skip').click()
  await expect(alert(page)).toHaveCount(0)
  expect(await uploads()).toBe(2)
  expect(storedNames(server, id)).toEqual(['copy of it.pdf', 'boarding.pdf', 'passport.pdf'])
})

test('DOCS-9, DOCS-10, CALL-DATA-43 a custom description goes with the next upload and replaces the file name', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Described', type: 'air_travel' })
  await openDocuments(page, id)
  const description = panel(page).getByLabel('Description', { exact: true })
  await description.fill('Seats 12A and 12B')
  // A rejected file does not use it up.
  await input(page).setInputFiles({ ...passport, mimeType: 'text/plain' })
  await expect(alert(page)).toBeVisible()
  await expect(description).toHaveValue('Seats 12A and 12B')
  await upload(page, passport)
  await expect(description).toHaveValue('')
  await upload(page, photo)
  expect(rows(server, id)).toMatchObject([
    { file_name: photo.name, description: `Travel document: ${photo.name}` },
    { file_name: 'passport.pdf', description: 'Seats 12A and 12B' },
  ])
  const described = entry(page, 'Seats 12A and 12B')
  await expect(described).toContainText(/^Seats 12A and 12Bpassport\.pdf/)
  await expect(described.getByRole('link', { name: 'View document Seats 12A and 12B, passport.pdf' })).toBeVisible()
  await described.getByRole('button', { name: 'Delete document Seats 12A and 12B, passport.pdf' }).click()
  await expect(question(page)).toContainText('Seats 12A and 12B')
  await expect(question(page)).toContainText('passport.pdf')
  await question(page).getByRole('button', { name: 'Keep' }).click()
  await page.reload()
  await button(page, 'Show Documents').click()
  await expect(described).toBeVisible()
})

test('VALID-21, ERR-38, ERR-39 the server rejects disguised files with the same message and stores nothing', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 415/)
  const id = await createTrip(page, { name: 'Disguised', type: 'air_travel' })
  await openDocuments(page, id)
  const disguised: TestFile[] = [
    { name: 'script.pdf', mimeType: 'application/pdf', buffer: Buffer.from('#!/bin/sh\nrm -rf /\n') },
    { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html><script>alert(1)</script>') },
    { name: 'drawing.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  ]
  for (const file of disguised) {
    await input(page).setInputFiles(file)
    await expect(alert(page)).toContainText('Only PDF, JPEG, and PNG files are allowed')
    await expect(alert(page)).toContainText(file.name)
    await expect(button(page, 'Try again')).toHaveCount(0)
  }
  await expect(panel(page).getByText('No documents uploaded yet')).toBeVisible()
  expect(rows(server, id)).toEqual([])
})

test('ERR-23, ERR-39, ERR-40 a failed upload says why, and a retry stores it once without a new selection', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/)
  const id = await createTrip(page, { name: 'Third time', type: 'air_travel' })
  await openDocuments(page, id)
  const listPuts = listRequests(page, (request) => (request.method() === 'PUT' ? pathOf(request) : undefined))
  const answers: [string, (page: Page) => Promise<unknown>][] = [
    [
      'The server has no space left for files.',
      (at) =>
        at.route(/\/documents\//, (route) =>
          route.fulfill({
            status: 507,
            json: { error: { code: 'storage_full', message: 'The server has no space left for files.' } },
          }),
        ),
    ],
    [
      'Failed to upload document',
      (at) => at.route(/\/documents\//, (route) => route.fulfill({ status: 502, body: '<h1>Bad</h1>' })),
    ],
    // The request arrives, but its response is lost.
    [
      'We couldn’t reach the server. Please check your connection.',
      (at) =>
        at.route(/\/documents\//, async (route) => {
          await route.fetch({ maxRetries: 2 })
          await route.abort()
        }),
    ],
  ]
  for (const [index, [message, answer]] of answers.entries()) {
    await page.unrouteAll()
    await answer(page)
    if (index === 0) await input(page).setInputFiles(passport)
    else await button(page, 'Try again').click()
    await expect(alert(page)).toContainText(message)
    await expect(input(page)).toBeEnabled()
  }
  await page.unrouteAll()
  const stored = page.waitForResponse((answer) => answer.request().method() === 'PUT')
  await button(page, 'Try again').click()
  await stored
  await expect(input(page)).toBeEnabled()
  await expect(entry(page, 'passport.pdf')).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
  const puts = await listPuts()
  expect(puts).toHaveLength(4)
  expect(new Set(puts).size).toBe(1)
  expect(storedNames(server, id)).toEqual(['passport.pdf'])
  await page.reload()
  await button(page, 'Show Documents').click()
  await expect(entries(page)).toHaveCount(1)
})

test('ERR-24 a deletion says that it failed also if its dialog cannot be loaded', async ({
  page,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_/)
  const id = await createTrip(page, { name: 'Server gone', type: 'air_travel' })
  await openDocuments(page, id)
  await upload(page, passport)
  await page.route('**/*.js', (route) => route.abort('connectionrefused'))
  await entry(page, 'passport.pdf').getByTitle('Delete document').click()
  await expect(entry(page, 'passport.pdf')).toContainText('Failed to delete document. Please try again.')
  await expect(page.getByRole('alert').filter({ hasText: 'We couldn’t load this part of the page.' })).toBeVisible()
  await expect(question(page)).toHaveCount(0)
  await expectNoAxeFindings(page)
})

test('DOCS-14, DOCS-15, CALL-DATA-42, CALL-FILE-4, ERR-24, ERR-26 deletes a document after asking; a failed deletion is logged and marked at its document', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/Failed to delete document|status of 500/)
  const id = await createTrip(page, { name: 'Away with it', type: 'air_travel' })
  await openDocuments(page, id)
  await upload(page, passport)
  await upload(page, photo)
  const [remaining, gone] = rows(server, id)
  const bin = entry(page, 'passport.pdf').getByRole('button')
  await expect(bin).toHaveAttribute('title', 'Delete document')
  const deletions = countRequests(page, 'DELETE', DOCUMENT)
  await bin.click()
  await expect(question(page)).toContainText('passport.pdf')
  await expect(question(page).getByRole('button', { name: 'Keep' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(bin).toBeFocused()
  expect(await deletions()).toBe(0)

  await page.route(/\/documents\//, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 'document_not_deleted', message: '' } } }),
  )
  const logged = page.waitForEvent('console', (message) => message.text().includes('Failed to delete document'))
  await bin.click()
  await expect(question(page).getByRole('button', { name: 'Keep' })).toBeFocused()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await logged
  await expect(bin).toBeEnabled()
  await expect(entries(page)).toHaveCount(2)
  await expect(alert(page)).toHaveCount(0)
  await expect(entry(page, 'passport.pdf')).toContainText('Failed to delete document. Please try again.')
  await expect(entry(page, photo.name)).not.toContainText('Failed to delete document')
  await expectNoAxeFindings(page)
  await page.unrouteAll()

  await bin.click()
  await expect(question(page).getByRole('button', { name: 'Keep' })).toBeFocused()
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(entries(page)).toHaveCount(1)
  expect(rows(server, id)).toEqual([remaining])
  const { request } = page.context()
  expect((await request.get(`${server.address}${gone?.file_url}`)).status()).toBe(404)
  expect((await request.get(`${server.address}${remaining?.file_url}`)).status()).toBe(200)

  // Somebody else has deleted it already: it disappears here too.
  allowConsole(/status of 404/)
  await entry(page, photo.name).getByRole('button').click()
  await expect(question(page)).toBeVisible()
  server.database.prepare('delete from travel_documents where trip_id = ?').run(id)
  await question(page).getByRole('button', { name: 'Delete' }).click()
  await expect(panel(page).getByText('No documents uploaded yet')).toBeVisible()
})

test('TICK-2..4, ERR-21 documents that fail to load say so and what to do, and the tickets are still there', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Broken table', type: 'air_travel' })
  markAsSaved(server, id, 'documents')
  server.database.exec('alter table travel_documents rename to travel_documents_away')
  try {
    await page.goto(`/trip/${id}?tab=tickets`)
    await expect(alert(page)).toContainText('Error: Failed to load travel documents')
    await expect(alert(page)).toContainText(/make sure the backend is connected.*refresh the page/i)
    await expect(button(page, 'Show Documents')).toHaveCount(0)
    await expect(panel(page).getByText('No tickets added yet')).toBeVisible()
  } finally {
    server.database.exec('alter table travel_documents_away rename to travel_documents')
  }
  await page.reload()
  await button(page, 'Show Documents').click()
  await expect(panel(page).getByText('No documents uploaded yet')).toBeVisible()
  await expect(alert(page)).toHaveCount(0)
})

test('DOCS-4, DOCS-8, DOCS-12, DOCS-14, PERM-19 the shared view shows documents read-only', async ({
  page,
  server,
  signIn,
  createTrip,
  register,
  openContext,
}) => {
  const id = await createTrip(page, { name: 'Shown to a friend', type: 'air_travel' })
  await openDocuments(page, id)
  await upload(page, passport)
  const friend = await (await openContext(touchPhone)).newPage()
  await signIn(friend, await register())
  server.database.prepare('update trips set share_token = ? where id = ?').run('a+b/c', id)
  await friend.goto(`/shared/${id}?token=${encodeURIComponent('a+b/c')}&mode=view&tab=tickets`)
  await button(friend, 'Show Documents').click()
  await expect(entry(friend, 'passport.pdf')).toContainText('Travel document: passport.pdf')
  await expect(panel(friend).getByText('Choose File')).toHaveCount(0)
  await expect(input(friend)).toHaveCount(0)
  await expect(entry(friend, 'passport.pdf').getByRole('button')).toHaveCount(0)
  await expectNoAxeFindings(friend)

  const link = entry(friend, 'passport.pdf').getByRole('link')
  await expect(link).toHaveAttribute('target', '_blank')
  const href = await link.getAttribute('href')
  const [stored] = rows(server, id)
  expect(href).toBe(`${stored?.file_url}?token=a%2Bb%2Fc`)
  const { request } = friend.context()
  const answer = await request.get(server.address + href)
  expect(answer.status()).toBe(200)
  expect((await answer.body()).equals(passport.buffer)).toBe(true)
  expect((await request.get(`${server.address}${stored?.file_url}`)).status()).toBe(404)
})

test('long names and dates wrap correctly at 320, 360 and 390 px, and nothing is cut off', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Narrow', type: 'air_travel' })
  const name = `${'Confirmation_of_booking_'.repeat(4)}Lisbon.pdf`
  const file = { trip: id, name, url: `/files/travel-documents/${id}/1.pdf`, at: '2026-09-30T16:00:00.000Z' }
  server.database
    .prepare(`insert into stored_files values (:trip, '1.pdf', 5, 'sum', 'kept', :at)`)
    .run({ trip: file.trip, at: file.at })
  server.database
    .prepare(
      `insert into travel_documents values (:trip, :trip, :name, :url, 'pdf', 'Travel document: ' || :name, :at)`,
    )
    .run(file)
  markAsSaved(server, id, 'documents')
  await openDocuments(page, id)
  await page.route(/\/documents\//, (route) => route.abort())
  await input(page).setInputFiles([
    { ...passport, name, mimeType: 'text/plain' },
    { ...passport, name: 'long'.repeat(40) },
  ])
  await expect(alert(page)).toHaveCount(2)
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 844 })
    const cut = await panel(page).evaluate(
      (shown) =>
        [...shown.querySelectorAll('*')].filter((part) => {
          const { left, right } = part.getBoundingClientRect()
          return right > innerWidth || left < 0
        }).length,
    )
    expect(cut, `cut off at ${width} px`).toBe(0)
    const [date, view] = [entries(page).locator('time'), entries(page).getByRole('link')]
    const [dateBox, viewBox] = [await date.boundingBox(), await view.boundingBox()]
    expect(dateBox?.height, `the date at ${width} px`).toBeLessThan(30)
    expect((dateBox?.x ?? 0) + (dateBox?.width ?? 0)).toBeLessThanOrEqual(viewBox?.x ?? 0)
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })
    test.slow()

    test('no axe violations on documents with any names, an upload in progress, an error and the question', async ({
      page,
      createTrip,
    }) => {
      const id = await createTrip(page, { name: 'Looked at', type: 'air_travel' })
      await openDocuments(page, id)
      const names = [
        `${'long'.repeat(125)}.pdf`,
        '😀 "quoted" <b>bold</b> \u202efdp.exe.pdf',
        'جواز السفر.pdf',
        '../../etc/passwd\n.pdf',
      ]
      for (const name of names) await upload(page, { ...passport, name, buffer: buildPdf(`${name.length}`) })
      await expect(entries(page)).toContainText([
        '..-..-etc-passwd .pdf',
        'جواز السفر.pdf',
        '😀 "quoted" <b>bold<-b> fdp.exe.pdf',
        /^(long)+.*….*\.pdf/,
      ])
      await expectFine(page)
      await input(page).setInputFiles({ ...passport, mimeType: 'text/plain' })
      await expect(alert(page)).toBeVisible()
      await expectNoAxeFindings(page)
      const release = await holdRequests(page, 'PUT', DOCUMENT)
      await input(page).setInputFiles({ ...passport, name: names[0] ?? '' })
      await expect(panel(page).getByRole('progressbar')).toBeVisible()
      await expectNoAxeFindings(page)
      release()
      await expect(entries(page)).toHaveCount(5)
      await entries(page).first().getByRole('button').click()
      await expect(question(page).getByRole('button', { name: 'Keep' })).toBeFocused()
      await expectFine(page)
    })
  })
}

/** Checks on desktop and then on phone size. The page reserves the space of its scroll bar behind a dialog. */
async function expectFine(page: Page): Promise<void> {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await expectNoAxeFindings(page)
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    ).toBeLessThanOrEqual(0)
  }
}
