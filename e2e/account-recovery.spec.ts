import type { Page } from '@playwright/test'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { listRequests } from './held-requests.ts'
import { choose, createInvitation, joinAsGuest } from './joining.ts'
import { button, expectField, expectSaved, fillField, openField, openHistory } from './page-parts.ts'
import { personRow } from './people-list.ts'
import { readQrCode } from './qr-code.ts'

/*
 * How a guest gets back in on another device: by a code, by a personal link, or with an organizer's help. And how a
 * guest gets an account. Pending operations survive in all cases. What each dialog and page says: web/features/account
 * and web/pages/join.
 */

const dialog = (page: Page, name?: string) => page.getByRole('dialog', name === undefined ? {} : { name })
const notice = (page: Page) => page.getByRole('region', { name: 'Your personal link was used' })

/** Console messages of offline pages and of error responses. */
const OFFLINE =
  /net::ERR_|did not reach the server|could not be|will be sent again|Failed to load resource: the server responded with a status of 4/

test.beforeEach(({ allowConsole }) => allowConsole(OFFLINE))

/** Joins the trip of the person signed in on `page` as the guest Ana and opens it. Returns Ana's user id. */
async function joinAsAna(page: Page, guest: Page, server: TestServer, tripId: string): Promise<string> {
  await joinAsGuest(guest, `/join/${await createInvitation(page, server, tripId)}`, 'Ana')
  await openField(guest, 'Destination')
  const { user } = await (await guest.context().request.get(`${server.address}/auth/v1/user`)).json()
  return user.id
}

/**
 * Types a text that the page cannot send, not even while it closes. Patches fetch, because a route does not see
 * requests that outlive their page. Returns a function that restores fetch.
 */
async function typeUnsent(page: Page, text: string, label = 'Destination'): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const real = window.fetch
    window.fetch = (input, init) =>
      String(input).endsWith('/operations') ? Promise.reject(new TypeError('cut')) : real(input, init)
    Object.assign(window, { letThrough: () => Object.assign(window, { fetch: real }) })
  })
  await fillField(page, label, text)
  await expect(page.getByText('Saving...')).toBeVisible()
  return () => page.evaluate(() => (window as unknown as { letThrough: () => void }).letThrough())
}

const storedDestination = ({ database }: TestServer, tripId: string) =>
  database.prepare('select destination_name from trips where id = ?').pluck().get(tripId)
const savedBy = ({ database }: TestServer, tripId: string) =>
  database
    .prepare("select distinct saved_by from plan_history where trip_id = ? and section = 'details'")
    .pluck()
    .all(tripId)
/** Who made the newest change of the details. */
const lastSavedBy = ({ database }: TestServer, tripId: string) =>
  database
    .prepare(
      "select saved_by from plan_history where trip_id = ? and section = 'details' order by version desc limit 1",
    )
    .pluck()
    .get(tripId)
/** The URL and everything that the page has put into the browser's storage. */
const readTraces = (page: Page) =>
  page.evaluate(() => JSON.stringify([location.href, history.state, { ...localStorage }, { ...sessionStorage }]))

const codeOn = async (page: Page) =>
  (
    await dialog(page)
      .getByLabel(/^The code is/)
      .innerText()
  ).trim()
const codeField = (page: Page) => page.getByLabel('Code', { exact: true })
const typeCode = async (page: Page, code: string) => {
  await codeField(page).fill(code)
  await page.keyboard.press('Enter')
}

async function makeLink(page: Page): Promise<string> {
  await button(page, /^Create (new )?link$/).click()
  const field = dialog(page).getByLabel('Personal link', { exact: true })
  await expect(field).toBeVisible()
  return field.inputValue()
}

test('a guest signs in on another device with a code, and offline edits of the first device arrive there', async ({
  page,
  server,
  signIn,
  createTrip,
  openContext,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const phone = await (await openContext()).newPage()
  const ana = await joinAsAna(page, phone, server, id)
  await choose(phone, 'Ana', 'Use on another device')
  const code = await codeOn(phone)
  expect(code).toMatch(/^[0-9A-Z]{4} [0-9A-Z]{4}$/)
  const square = dialog(phone).getByRole('img', { name: 'QR code for the page where you enter the code' })
  expect(await readQrCode(phone, await square.screenshot())).toBe(`${server.address}/join/code`)
  await button(phone, 'Done').click()
  await phone.context().setOffline(true)
  await fillField(phone, 'Destination', 'Pog Lake')
  await expect(phone.getByText('Offline · 1 change waiting')).toBeVisible()

  const tablet = await (await openContext()).newPage()
  await tablet.goto('/')
  await tablet.getByRole('link', { name: 'I have a code from another device' }).click()
  await expect(tablet).toHaveURL('/join/code')
  await typeCode(tablet, '0000 0000')
  await expect(codeField(tablet)).toHaveAccessibleDescription(/^This code doesn’t exist\./)
  await expect(codeField(tablet)).toBeFocused()
  await typeCode(tablet, code.toLowerCase().replace(' ', '-'))
  await expect(tablet).toHaveURL('/')
  await tablet.getByRole('link', { name: 'Killarney' }).click()
  await expectField(tablet, 'Destination', '')
  await phone.context().setOffline(false)
  await expectField(tablet, 'Destination', 'Pog Lake')
  expect(savedBy(server, id)).toEqual([ana])
})

test('a guest signs in by their personal link, their device is told, and a new link signs out a thief', async ({
  page,
  server,
  signIn,
  createTrip,
  openContext,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const phone = await (await openContext()).newPage()
  await joinAsAna(page, phone, server, id)
  await choose(phone, 'Ana', 'Use on another device')
  const link = await makeLink(phone)
  const secret = link.split('#')[1] ?? ''
  expect(link).toBe(`${server.address}/join/me#${secret}`)
  await button(phone, 'Done').click()
  await phone.context().setOffline(true)
  await fillField(phone, 'Destination', 'Pog Lake')
  await expect(phone.getByText('Offline · 1 change waiting')).toBeVisible()

  const tablet = await (await openContext()).newPage()
  const requestedUrls = listRequests(tablet, (request) => request.url())
  // With the end of the sentence that it was in.
  await tablet.goto(`${link}.`)
  await expect(tablet.getByRole('heading', { name: 'Continue as Ana on this device?' })).toBeVisible()
  await expect(tablet).toHaveURL('/join/me')
  await button(tablet, 'Continue as Ana').click()
  await expect(tablet).toHaveURL('/')
  await tablet.getByRole('link', { name: 'Killarney' }).click()
  await openField(tablet, 'Destination')
  expect(await readTraces(tablet)).not.toContain(secret)
  expect((await requestedUrls()).join(' ')).not.toContain(secret)
  expect(server.log()).not.toContain(secret)
  await phone.context().setOffline(false)
  await expectField(tablet, 'Destination', 'Pog Lake')
  await expect(notice(tablet)).toHaveCount(0)

  await test.step('the notice stays until it is dismissed', async () => {
    for (let times = 0; times < 2; times++) {
      await phone.goto('/')
      await expect(notice(phone)).toContainText('Your personal link was used on another device')
    }
    await expectNoAxeFindings(phone)
    await button(phone, 'That was me').click()
    await expect(notice(phone)).toHaveCount(0)
    const answered = phone.waitForResponse('**/auth/v1/user')
    await phone.reload()
    await answered
    await expect(phone.getByRole('link', { name: 'Killarney' })).toBeVisible()
    await expect(notice(phone)).toHaveCount(0)
  })

  await test.step('it is opened by the same guest, and by somebody else', async () => {
    await tablet.goto(link)
    await expect(tablet.getByRole('heading', { name: 'You’re already signed in as Ana' })).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Someone else is signed in here' })).toBeVisible()
    await expect(page).toHaveURL('/join/me')
  })

  await test.step('a new link signs out a thief who used the old one', async () => {
    const thief = await (await openContext()).newPage()
    await thief.goto(link)
    await button(thief, 'Continue as Ana').click()
    await expect(thief.getByRole('link', { name: 'Killarney' })).toBeVisible()
    await phone.goto('/')
    await notice(phone).getByRole('button', { name: 'Create new link' }).click()
    await expect(dialog(phone)).toContainText('You created this link on')
    const other = await makeLink(phone)
    expect(other).not.toBe(link)
    await button(phone, 'Done').click()
    await expect(notice(phone)).toHaveCount(0)
    await thief.goto('/')
    await expect(thief.getByRole('heading', { name: 'Sign In' })).toBeVisible()
    await thief.goto(link)
    await expect(thief.getByText('This link doesn’t work', { exact: true })).toBeVisible()

    await choose(phone, 'Ana', 'Use on another device')
    await button(phone, 'Remove the link').click()
    await expect(button(phone, 'Create link')).toBeVisible()
    await thief.goto(other)
    await expect(thief.getByRole('alert')).toContainText('It was replaced or removed')
  })
})

test('an organizer helps a signed-out guest back in, and pending edits on the device are sent', async ({
  page,
  server,
  signIn,
  createTrip,
  openContext,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const phone = await (await openContext()).newPage()
  const ana = await joinAsAna(page, phone, server, id)
  const restore = await typeUnsent(phone, 'Pog Lake')
  await choose(phone, 'Ana', 'Sign Out')
  await expect(dialog(phone, 'You’re a guest here')).toContainText('an organizer’s help')
  await button(phone, 'Sign out anyway').click()
  await expect(phone.getByRole('heading', { name: 'Sign In' })).toBeVisible()
  await restore()

  await page.goto(`/trip/${id}/group`)
  await personRow(page, 'Ana').click()
  await button(page, 'Help them get back in').click()
  await expect(dialog(page, 'Help Ana get back in')).toBeVisible()
  const link = await makeLink(page)
  const square = dialog(page).getByRole('img', { name: 'QR code for the link to Ana' })
  expect(await readQrCode(page, await square.screenshot())).toBe(link)
  await button(page, 'Done').click()

  await phone.goto(link)
  await button(phone, 'Continue as Ana').click()
  await expect(phone.getByRole('listitem').filter({ hasText: 'Killarney' })).toContainText('Pog Lake')
  await expect.poll(() => storedDestination(server, id)).toBe('Pog Lake')
  expect(savedBy(server, id)).toEqual([ana])
})

test('a guest who creates an account keeps their identity, and pending edits are sent in their name', async ({
  page,
  server,
  signIn,
  createTrip,
  openContext,
  person,
}) => {
  await signIn(page)
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const phone = await (await openContext()).newPage()
  const ana = await joinAsAna(page, phone, server, id)
  const restore = await typeUnsent(phone, 'Pog Lake')
  await choose(phone, 'Ana', 'Add email and password')
  const form = dialog(phone, 'Add email and password')
  const email = `ana-${ana}@example.org`
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill('password123')
  await button(phone, 'Save').click()
  const password = form.getByLabel('Password', { exact: true })
  await expect(password).toHaveAccessibleDescription(/too easy to guess/)
  await expect(password).toBeFocused()
  await password.fill('trout in the river')
  await phone.keyboard.press('Enter')
  await expect(form).toHaveCount(0)
  await expectField(phone, 'Destination', 'Pog Lake')
  expect(storedDestination(server, id)).toBeNull()
  await restore()
  await expect.poll(() => storedDestination(server, id)).toBe('Pog Lake')
  expect(savedBy(server, id)).toEqual([ana])

  await button(phone, 'Ana').click()
  await expect(phone.getByRole('menu')).toContainText(email)
  await expect(phone.getByRole('menuitem')).toHaveText([
    /Your account/,
    'Use on another device',
    'Settings',
    'Sign Out',
  ])
  await phone.keyboard.press('Escape')
  await expectSaved(phone)
  await choose(phone, 'Ana', 'Sign Out')
  await phone.getByLabel('Email', { exact: true }).fill(email)
  await phone.getByLabel('Password', { exact: true }).fill('trout in the river')
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('link', { name: 'Killarney' })).toBeVisible()
  await page.goto(`/trip/${id}/group`)
  const row = personRow(page, 'Ana')
  await expect(row).toBeVisible()
  await expect(row).not.toContainText('guest')
  expect(person.id).not.toBe(ana)
})

test('ERR-5 a guest whose e-mail address has an account signs in to it, and no pending edit is lost', async ({
  page,
  server,
  signIn,
  createTrip,
  openContext,
  register,
}) => {
  const mine = await register({ username: 'ana-banana', full_name: 'Ana Banana' })
  await signIn(page)
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const phone = await (await openContext()).newPage()
  const ana = await joinAsAna(page, phone, server, id)
  await choose(phone, 'Ana', 'Use on another device')
  const code = await codeOn(phone)
  await button(phone, 'Done').click()
  await typeUnsent(phone, 'West Gate', 'Entry gate')
  await phone.goto('about:blank')

  const tablet = await (await openContext()).newPage()
  await tablet.goto('/join/code')
  await typeCode(tablet, code)
  await tablet.getByRole('link', { name: 'Killarney' }).click()
  const restore = await typeUnsent(tablet, 'Pog Lake')
  await choose(tablet, 'Ana', 'Add email and password')
  await dialog(tablet).getByLabel('Email', { exact: true }).fill(mine.email)
  await dialog(tablet).getByLabel('Password', { exact: true }).fill('trout in the river')
  await button(tablet, 'Save').click()
  await expect(dialog(tablet).getByRole('alert')).toContainText('Email already exists')
  await button(tablet, 'Sign in to that account').click()

  const form = dialog(tablet, 'Sign in to your account')
  await expect(form.getByLabel('Email', { exact: true })).toHaveValue(mine.email)
  await form.getByLabel('Password', { exact: true }).fill('not it')
  const submit = form.getByRole('button', { name: 'Sign In' })
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('Some of your changes haven’t been sent yet')
  await restore()
  await submit.click()
  await expect(form.getByRole('alert')).toContainText('Invalid email or password')
  await expectNoAxeFindings(tablet)
  expect(storedDestination(server, id)).toBe('Pog Lake')
  expect(lastSavedBy(server, id)).toBe(ana)
  await form.getByLabel('Password', { exact: true }).fill(mine.password)
  await submit.click()
  await expect(tablet).toHaveURL('/')
  await expect(tablet.getByText('Where to next, Ana Banana?')).toBeVisible()
  await tablet.getByRole('link', { name: 'Killarney' }).click()
  await expectField(tablet, 'Destination', 'Pog Lake')
  // The history shows the guest's name, the people list shows the account.
  await openHistory(tablet)
  await expect(dialog(tablet)).toContainText('Ana')
  await page.goto(`/trip/${id}/group`)
  await personRow(page, 'Ana').click()
  await expect(dialog(page).getByRole('region', { name: 'Access' })).toContainText('Joined as Ana Banana.')

  await test.step('what is pending on the guest’s other device is sent by the account', async () => {
    await phone.goto('/')
    await phone.getByLabel('Email', { exact: true }).fill(mine.email)
    await phone.getByLabel('Password', { exact: true }).fill(mine.password)
    await phone.keyboard.press('Enter')
    await expect(phone.getByRole('link', { name: 'Killarney' })).toBeVisible()
    await expect
      .poll(() => server.database.prepare('select car_trip_entry_gate from trips where id = ?').pluck().get(id))
      .toBe('West Gate')
    expect(lastSavedBy(server, id)).toBe(mine.id)
  })
})
