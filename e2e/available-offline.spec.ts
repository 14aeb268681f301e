import { createHash, randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { documentPath, uploadPath } from '#domain/api/documents.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { appIsKept, filesOn } from './on-device.ts'
import { panel, tab } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { buildPdf, PNG } from './test-files.ts'

const LOST = /net::ERR_|Failed to load resource|could not be|did not reach the server|Blocked script execution/
const keep = (page: Page) => panel(page).getByRole('region', { name: 'Available offline' })
const toggle = (page: Page) => keep(page).getByRole('switch', { name: /^Available offline/ })
const kept = (page: Page, sentence: string | RegExp) =>
  expect(keep(page).getByText(sentence)).toBeVisible({ timeout: 60_000 })

/** A phone: the app may be kept on it. So tall that the switch, which is drawn when it is near, is there at once. */
async function openPhone(openContext: (options: object) => Promise<BrowserContext>): Promise<Page> {
  return (
    await openContext({ ...touchPhone, serviceWorkers: 'allow', viewport: { width: 390, height: 2400 } })
  ).newPage()
}

/** Uploads a document as another device of whoever is signed in on that page. Answers its id and address. */
async function upload(page: Page, server: TestServer, tripId: string, name: string, data: Buffer) {
  const id = randomUUID()
  const answer = await page.context().request.put(`${server.address}${uploadPath(tripId, id, name)}`, {
    data,
    headers: { origin: server.address, 'content-type': name.endsWith('pdf') ? 'application/pdf' : 'image/png' },
  })
  return { id, url: ((await answer.json()) as { document: { file_url: string } }).document.file_url }
}

const choicesOn = (page: Page) => page.evaluate(() => localStorage.getItem('wayfare.keep-whole'))

test('WORK-2, DOCS-12 a trip that is kept whole opens without the server, with documents that nobody has viewed; new ones come, deleted ones go', async ({
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
  const pass = await upload(page, server, id, 'boarding-pass.pdf', pdf)
  const photo = await upload(page, server, id, 'passport.png', PNG)
  await page.goto(`/trip/${id}`)
  await toggle(page).scrollIntoViewIfNeeded()
  await expect(toggle(page)).not.toBeChecked()
  await expectNoAxeFindings(page)
  await toggle(page).check()
  await kept(page, /^On this device, with 2 documents: 2(\.\d)? MB\.$/)
  expect(await filesOn(page)).toEqual([pass.url, photo.url].toSorted())
  await keep(page).getByText('What’s saved, and for how long').click()
  await expect(keep(page).getByText('Signing out removes everything.')).toBeVisible()
  await expectNoAxeFindings(page)

  await server.kill()
  // A start from nothing: list, trip, plan, documents.
  await page.goto('/')
  await page.getByRole('link', { name: 'Lisbon in May' }).click()
  await toggle(page).scrollIntoViewIfNeeded()
  await expect(toggle(page)).toBeChecked()
  await kept(page, /^On this device, with 2 documents: 2(\.\d)? MB\.$/)
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

  // From another device, while another tab of the trip is shown here.
  const late = await upload(page, server, id, 'hotel.png', PNG)
  await expect.poll(() => filesOn(page), { timeout: 60_000 }).toContain(late.url)
  await page
    .context()
    .request.delete(`${server.address}${documentPath(id, photo.id)}`, { headers: { origin: server.address } })
  await expect.poll(() => filesOn(page), { timeout: 60_000 }).toEqual([pass.url, late.url].toSorted())
  await tab(page, 'Overview').click()
  await kept(page, /^On this device, with 2 documents/)
})

test('DOCS-12, SESS-8, SESS-13 switched off, the files leave the device; with the sign-out the choice and all else go, and nobody else sees any of it', async ({
  server,
  signIn,
  createTrip,
  openContext,
  register,
  person,
  allowConsole,
}) => {
  test.slow()
  allowConsole(LOST)
  const page = await openPhone(openContext)
  await signIn(page)
  const [id, otherId] = [
    await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' }),
    await createTrip(page, { name: 'Oslo in June', type: 'air_travel' }),
  ]
  const pass = await upload(page, server, id, 'boarding-pass.png', PNG)
  const other = await upload(page, server, otherId, 'other.png', PNG)
  for (const tripId of [otherId, id]) {
    await page.goto(`/trip/${tripId}`)
    await toggle(page).check()
    await kept(page, /^On this device, with 1 document: \d+ kB\.$/)
  }
  expect(await filesOn(page)).toEqual([pass.url, other.url].toSorted())
  await page.reload()
  await expect(toggle(page)).toBeChecked()
  await kept(page, /^On this device, with 1 document/)

  await toggle(page).uncheck()
  await kept(page, 'The documents are no longer on this device. The plan stays available as you last opened it.')
  expect(await filesOn(page)).toEqual([other.url])
  await page.reload()
  await expect(toggle(page)).not.toBeChecked()
  await toggle(page).check()
  await kept(page, /^On this device, with 1 document/)

  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect.poll(async () => [await filesOn(page), await choicesOn(page)]).toEqual([[], null])

  // Somebody else, who may open the same trip.
  server.database.prepare('update trips set owner_id = null where id = ?').run(id)
  await signIn(page, await register())
  await page.goto(`/trip/${id}`)
  await expect(toggle(page)).not.toBeChecked()
  expect(await filesOn(page)).toEqual([])
})

test('SESS-7, SESS-13 on a device that keeps a trip the 30 minutes do not count; when the session ends all of it is there after signing in again, also in the park; who signs out there is asked first', async ({
  server,
  signIn,
  createTrip,
  openContext,
  allowConsole,
  person,
}) => {
  test.slow()
  allowConsole(LOST)
  const page = await openPhone(openContext)
  await signIn(page)
  const id = await createTrip(page, { name: 'In the pocket', type: 'air_travel' })
  const photo = await upload(page, server, id, 'passport.png', PNG)
  await page.goto(`/trip/${id}`)
  await toggle(page).scrollIntoViewIfNeeded()
  await toggle(page).check()
  await kept(page, /^On this device, with 1 document/)
  await appIsKept(page)
  const { expires_at } = server.database
    .prepare('select max(expires_at) as expires_at from sessions where user_id = ?')
    .get(person.id) as {
    expires_at: string
  }
  expect(Date.parse(expires_at) - Date.now(), 'the 30 minutes do not count').toBeGreaterThan(29 * 24 * 60 * 60_000)

  // As after its 30 days. The server remembers for a moment whom it has looked up: not once it has been started again.
  server.database.prepare('delete from sessions where user_id = ?').run(person.id)
  await server.stop()
  await server.start()
  await page.goto('/')
  await expect(page.getByText('Your session has ended.')).toBeVisible()
  expect(await filesOn(page)).toEqual([photo.url])
  await page.getByLabel('Email', { exact: true }).fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('listitem').filter({ hasText: 'In the pocket' })).toContainText('On this device')

  await page.context().setOffline(true)
  await page.goto('/')
  await page.getByRole('link', { name: 'In the pocket' }).click()
  await toggle(page).scrollIntoViewIfNeeded()
  await expect(toggle(page)).toBeChecked()
  expect(await filesOn(page)).toEqual([photo.url])
  await page.getByRole('button', { name: person.username }).click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  const question = page.getByRole('dialog', { name: 'You are offline' })
  await expect(question).toBeVisible()
  await expectNoAxeFindings(page)
  await question.getByRole('button', { name: 'Stay signed in' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'In the pocket' })).toBeVisible()
})

test('WORK-2 a trip without documents is kept whole too, and one that somebody uploads later is fetched', async ({
  server,
  signIn,
  createTrip,
  openContext,
}) => {
  const page = await openPhone(openContext)
  await signIn(page)
  const none = /^On this device, the whole plan: \d+ kB\. The trip has no documents\.$/
  await page.goto(`/trip/${await createTrip(page, { name: 'In the park', type: 'car_trip' })}`)
  await toggle(page).focus()
  await page.keyboard.press('Space')
  await kept(page, none)
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  await page.goto(`/trip/${id}`)
  await toggle(page).check()
  await kept(page, none)
  await upload(page, server, id, 'permit.png', PNG)
  await kept(page, /^On this device, with 1 document: \d+ kB\.$/)
})

test('WORK-2 what cannot be fetched is named, with what to do; it comes by itself when the network is back', async ({
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
  await appIsKept(page)
  const context = page.context()
  let isLost = true
  await context.route(`**${lost.url}`, (route) => (isLost ? route.abort('internetdisconnected') : route.fallback()))
  const devtools = await context.newCDPSession(page)
  const { usage } = (await devtools.send('Storage.getUsageAndQuota', { origin: server.address })) as { usage: number }
  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.address, quotaSize: usage + 1_500_000 })
  await toggle(page).check()
  await kept(page, /^On this device, with 1 of 3 documents/)
  await kept(page, /^This device has no space left for large.pdf. Free up space/)
  await kept(page, /^Not here yet because the server isn’t responding: lost.png. We’ll download them when it does.$/)
  expect(await filesOn(page)).toEqual([small.url])
  await expectNoAxeFindings(page)

  await devtools.send('Storage.overrideQuotaForOrigin', { origin: server.address })
  await keep(page).getByRole('button', { name: 'Try Again' }).click()
  await kept(page, /^On this device, with 2 of 3 documents/)
  isLost = false
  await context.setOffline(true)
  await context.setOffline(false)
  await kept(page, /^On this device, with 3 documents/)
  await expect(keep(page).getByRole('alert')).toHaveCount(0)
  expect(await filesOn(page)).toEqual([small.url, large.url, lost.url].toSorted())
})

test('WORK-2 at a plain-http address, where a browser keeps no documents, the switch says so', async ({
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
  // So high that the switch, which is loaded when it is near, is in sight.
  const plain = await (await openContext({ baseURL: address, viewport: { width: 1280, height: 2400 } })).newPage()
  await plain.goto('/')
  await plain.getByLabel('Email', { exact: true }).fill(person.email)
  await plain.getByLabel('Password', { exact: true }).fill(person.password)
  await plain.keyboard.press('Enter')
  await plain.getByRole('link', { name: 'Lisbon in May' }).click()
  await toggle(plain).check()
  await kept(plain, /^On this device, the plan without its documents: \d+ kB\.$/)
  await kept(plain, /^Without https in the address, a browser can’t save documents/)
  await toggle(plain).uncheck()
  await expect(toggle(plain)).not.toBeChecked()
})
