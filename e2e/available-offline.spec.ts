import { createHash, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { documentPath, uploadPath } from '#domain/api/documents.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { listCachedFiles, waitUntilAppCached } from './on-device.ts'
import { openField, panel, tab } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { buildPdf, PNG } from './test-files.ts'

const LOST = /net::ERR_|Failed to load resource|could not be|did not reach the server|Blocked script execution/
const offlinePanel = (page: Page) => panel(page).getByRole('region', { name: 'Available offline' })
const toggle = (page: Page) => offlinePanel(page).getByRole('switch', { name: /^Available offline/ })
const expectStatus = (page: Page, sentence: string | RegExp) =>
  expect(offlinePanel(page).getByText(sentence)).toBeVisible({ timeout: 60_000 })

/** Opens a phone with service workers. It is so tall that the switch, which loads when it is near, is there at once. */
async function openPhone(openContext: (options: object) => Promise<BrowserContext>): Promise<Page> {
  return (
    await openContext({ ...touchPhone, serviceWorkers: 'allow', viewport: { width: 390, height: 4000 } })
  ).newPage()
}

/** Uploads a document as if from another device of the same person. Returns its id and URL. */
async function upload(page: Page, server: TestServer, tripId: string, name: string, data: Buffer) {
  const id = randomUUID()
  const answer = await page.context().request.put(`${server.address}${uploadPath(tripId, id, name)}`, {
    data,
    headers: { origin: server.address, 'content-type': name.endsWith('pdf') ? 'application/pdf' : 'image/png' },
  })
  return { id, url: ((await answer.json()) as { document: { file_url: string } }).document.file_url }
}

const choicesOn = (page: Page) => page.evaluate(() => localStorage.getItem('wayfare.keep-whole'))

test('WORK-2, DOCS-12 an offline copy, made without documents, opens without the server with all that came later, and stays up to date', async ({
  server,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  test.slow()
  allowConsole(LOST)
  const page = await openPhone(openContext)
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  const pdf = buildPdf('Boarding pass', 2_000_000)
  await page.goto(`/trip/${id}`)
  await waitUntilAppCached(page)
  const [pass, photo] = await test.step('it is made without documents, and fetches those uploaded later', async () => {
    await toggle(page).scrollIntoViewIfNeeded()
    await expect(toggle(page)).not.toBeChecked()
    await expectNoAxeFindings(page)
    await toggle(page).focus()
    await page.keyboard.press('Space')
    await expectStatus(page, /^The whole plan is on this device: \d+ kB\. The trip has no documents\.$/)
    const photo = await upload(page, server, id, 'passport.png', PNG)
    await expectStatus(page, /^On this device, with 1 document: \d+ kB\.$/)
    const pass = await upload(page, server, id, 'boarding-pass.pdf', pdf)
    await expectStatus(page, /^On this device, with 2 documents: 2(\.\d)? MB\.$/)
    expect(await listCachedFiles(page)).toEqual([pass.url, photo.url].toSorted())
    await offlinePanel(page).getByText('What’s saved, and for how long').click()
    await expect(offlinePanel(page).getByText('Signing out removes everything.')).toBeVisible()
    await expectNoAxeFindings(page)
    return [pass, photo] as const
  })

  await server.kill()
  // A cold start: list, trip, plan, documents.
  await page.goto('/')
  await page.getByRole('link', { name: 'Lisbon in May' }).click()
  await toggle(page).scrollIntoViewIfNeeded()
  await expect(toggle(page)).toBeChecked()
  await expectStatus(page, /^On this device, with 2 documents: 2(\.\d)? MB\.$/)
  await tab(page, 'Tickets & Passes').click()
  await panel(page).getByRole('button', { name: 'Show Documents' }).click()
  for (const [name, data] of [
    ['boarding-pass.pdf', pdf],
    ['passport.png', PNG],
  ] as const) {
    const link = panel(page).getByRole('link', { name: `View document ${name}` })
    const bytes = await link.evaluate(async (element: HTMLAnchorElement) => {
      const file = await (await fetch(element.href)).arrayBuffer()
      return [...new Uint8Array(await crypto.subtle.digest('SHA-256', file))]
    })
    expect(bytes, name).toEqual([...createHash('sha256').update(data).digest()])
  }
  const opened = page.waitForEvent('popup')
  await panel(page).getByRole('link', { name: 'View document passport.png' }).click()
  await expect((await opened).locator('img')).toBeVisible()
  await server.start()

  // Uploaded from another device while another tab of the trip is open here.
  const late = await upload(page, server, id, 'hotel.png', PNG)
  await expect.poll(() => listCachedFiles(page), { timeout: 60_000 }).toContain(late.url)
  await page
    .context()
    .request.delete(`${server.address}${documentPath(id, photo.id)}`, { headers: { origin: server.address } })
  await expect.poll(() => listCachedFiles(page), { timeout: 60_000 }).toEqual([pass.url, late.url].toSorted())
  await tab(page, 'Overview').click()
  await expectStatus(page, /^On this device, with 2 documents/)
})

test('DOCS-12, SESS-7, SESS-8, SESS-13 an offline copy outlives the session, until it is switched off or somebody signs out', async ({
  server,
  signIn,
  createTrip,
  openContext,
  register,
  allowConsole,
  person,
}) => {
  test.slow()
  allowConsole(LOST)
  const page = await openPhone(openContext)
  await signIn(page)
  const [id, otherId] = [
    await createTrip(page, { name: 'In the pocket', type: 'air_travel' }),
    await createTrip(page, { name: 'Oslo in June', type: 'air_travel' }),
  ]
  const photo = await upload(page, server, id, 'passport.png', PNG)
  const other = await upload(page, server, otherId, 'other.png', PNG)
  const both = [photo.url, other.url].toSorted()
  for (const tripId of [otherId, id]) {
    await page.goto(`/trip/${tripId}`)
    await toggle(page).check()
    await expectStatus(page, /^On this device, with 1 document: \d+ kB\.$/)
  }
  expect(await listCachedFiles(page)).toEqual(both)
  await waitUntilAppCached(page)

  await test.step('there is no inactivity sign-out, and data outlives the session', async () => {
    const { expires_at } = server.database
      .prepare('select max(expires_at) as expires_at from sessions where user_id = ?')
      .get(person.id) as { expires_at: string }
    expect(Date.parse(expires_at) - Date.now(), 'the session outlasts the 30 minutes').toBeGreaterThan(
      29 * 24 * 60 * 60_000,
    )

    // As if the session had expired. The server caches sessions for a moment, so restart it.
    server.database.prepare('delete from sessions where user_id = ?').run(person.id)
    await server.stop()
    await server.start()
    await page.goto('/')
    await expect(page.getByText('Your session has ended.')).toBeVisible()
    expect(await listCachedFiles(page)).toEqual(both)
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('listitem').filter({ hasText: 'In the pocket' })).toContainText('On this device')
  })

  await test.step('offline, signing out asks first', async () => {
    await page.context().setOffline(true)
    await page.goto('/')
    await page.getByRole('link', { name: 'In the pocket' }).click()
    await toggle(page).scrollIntoViewIfNeeded()
    await expect(toggle(page)).toBeChecked()
    expect(await listCachedFiles(page)).toEqual(both)
    await page.getByRole('button', { name: person.username }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    const question = page.getByRole('dialog', { name: 'You’re offline' })
    await expect(question).toBeVisible()
    await expectNoAxeFindings(page)
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(question).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'In the pocket' })).toBeVisible()
    await page.context().setOffline(false)
  })

  await test.step('switching it off deletes the files of this trip', async () => {
    await page.reload()
    await expect(toggle(page)).toBeChecked()
    await expectStatus(page, /^On this device, with 1 document/)
    await toggle(page).uncheck()
    await expectStatus(
      page,
      'The documents are no longer on this device. The plan stays available as you last opened it.',
    )
    expect(await listCachedFiles(page)).toEqual([other.url])
    await page.reload()
    await expect(toggle(page)).not.toBeChecked()
    await toggle(page).check()
    await expectStatus(page, /^On this device, with 1 document/)
  })

  await test.step('signing out deletes all data', async () => {
    await page.getByRole('button', { name: person.username }).click()
    await page.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
    await expect.poll(async () => [await listCachedFiles(page), await choicesOn(page)]).toEqual([[], null])

    // Another person who may open the same trip.
    server.database.prepare('update trips set owner_id = null where id = ?').run(id)
    await signIn(page, await register())
    await page.goto(`/trip/${id}`)
    await expect(toggle(page)).not.toBeChecked()
    expect(await listCachedFiles(page)).toEqual([])
  })
})

test('WORK-2 names what could not be fetched and what to do, and retries once the network is back', async ({
  server,
  signIn,
  createTrip,
  openContext,
  allowConsole,
}) => {
  test.slow()
  allowConsole(LOST)
  const page = await openPhone(openContext)
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  const small = await upload(page, server, id, 'small.png', PNG)
  const large = await upload(page, server, id, 'large.pdf', buildPdf('Large', 3_000_000))
  const lost = await upload(page, server, id, 'lost.png', PNG)
  await page.goto(`/trip/${id}`)
  await waitUntilAppCached(page)
  const context = page.context()
  let isLost = true
  await context.route(`**${lost.url}`, (route) => (isLost ? route.abort('internetdisconnected') : route.fallback()))
  const devtools = await context.newCDPSession(page)
  const { usage } = (await devtools.send('Storage.getUsageAndQuota', { origin: server.address })) as { usage: number }
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.address, quotaSize: usage + 1_500_000 })
  await toggle(page).check()
  await expectStatus(page, /^On this device, with 1 of 3 documents/)
  await expectStatus(page, /^This device has no space left for large.pdf. Free up space/)
  await expectStatus(
    page,
    /^Not here yet because the server isn’t responding: lost.png. We’ll download them when it does.$/,
  )
  expect(await listCachedFiles(page)).toEqual([small.url])
  await expectNoAxeFindings(page)

  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.address })
  await offlinePanel(page).getByRole('button', { name: 'Try again' }).click()
  await expectStatus(page, /^On this device, with 2 of 3 documents/)
  isLost = false
  await context.setOffline(true)
  await context.setOffline(false)
  await expectStatus(page, /^On this device, with 3 documents/)
  await expect(offlinePanel(page).getByRole('alert')).toHaveCount(0)
  expect(await listCachedFiles(page)).toEqual([small.url, large.url, lost.url].toSorted())
})

test('SESS-8, SESS-9, WORK-2 at a plain-http address, without service worker and caches, the app works, and the switch says what is missing', async ({
  server,
  signIn,
  createTrip,
  openContext,
  person,
  page,
  allowConsole,
}) => {
  allowConsole(/Cross-Origin-Opener-Policy header has been ignored/)
  await signIn(page)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  await upload(page, server, id, 'pass.png', PNG)
  const address = server.address.replace(/localhost|127\.0\.0\.1/, '192.0.2.7')
  // So tall that the switch, which loads when it is near, is in view.
  const plain = await (await openContext({ baseURL: address, viewport: { width: 1280, height: 2400 } })).newPage()
  await plain.goto('/')
  expect(await plain.evaluate(() => isSecureContext)).toBe(false)
  for (const times of [1, 2]) {
    await plain.getByLabel('Email', { exact: true }).fill(person.email)
    await plain.getByLabel('Password', { exact: true }).fill(person.password)
    await plain.keyboard.press('Enter')
    await plain.getByRole('link', { name: 'Lisbon in May' }).click()
    await openField(plain, 'Destination')
    if (times === 1) {
      await toggle(plain).check()
      await expectStatus(plain, /^The plan is on this device, without its documents: \d+ kB\.$/)
      await expectStatus(plain, /^Without https in the address, a browser can’t save documents/)
      await toggle(plain).uncheck()
    }
    await expect(toggle(plain)).not.toBeChecked()
    await plain.getByRole('button', { name: person.username }).click()
    await plain.getByRole('menuitem', { name: 'Sign Out' }).click()
    await expect(plain.getByRole('form', { name: 'Sign In' })).toBeVisible()
  }
})
