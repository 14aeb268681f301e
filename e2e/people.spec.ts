import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { buildCategory } from '#domain/testing/checklist.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { createInvitation, joinAsGuest, joinBy, openPlan } from './joining.ts'
import { button, dialog } from './page-parts.ts'
import { editPerson, openSection, peopleList, personRow, setRole } from './people-list.ts'
import { readQrCode } from './qr-code.ts'

test.use({ isSignedIn: true })

/* The people page, and the invitations by which people join. */

const INSTAGRAM =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 336.0.0.20.94'

const invitations = (page: Page) => page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')
const toggle = (page: Page) => page.getByRole('switch', { name: 'Members can edit the plan' })
const addresses = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { navigation: { entries(): { url: string }[] } }).navigation.entries().map(({ url }) => url),
  )

const linkField = (page: Page) => dialog(page).getByLabel('Invitation link', { exact: true })
const groupOf = (tripId: string) => `/trip/${tripId}/group`

/** Creates an invitation on the people page. Returns its link. */
async function invite(page: Page): Promise<string> {
  await button(page, 'Invite people').click()
  await button(page, 'Create link').click()
  const link = await linkField(page).inputValue()
  await button(page, 'Done').click()
  return link
}

/** Creates an invitation as the person signed in on the page. Returns its link. */
const linkTo = async (page: Page, server: TestServer, tripId: string) =>
  `${server.address}/join/${await createInvitation(page, server, tripId)}`

test('a guest scans the QR code, joins with only a name and ticks an item, which the organizer sees', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/status of 400/)
  const plan = { checklist: [buildCategory('Things', 'Tent', 'Stove')] }
  const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip', plan })
  await page.goto(`/trip/${id}`)
  await page.getByRole('link', { name: 'Group', exact: true }).click()
  await expect(page).toHaveURL(groupOf(id))
  await expect(page).toHaveTitle('Killarney in the fall · People · Wayfare')
  await expect(page.getByText('It’s just you so far')).toBeVisible()
  await button(page, 'Invite people').click()
  await expect(dialog(page)).toContainText('The link is valid for 30 days, for any number of people.')
  await button(page, 'Create link').click()
  const code = dialog(page).getByRole('img', { name: 'QR code for the link to Killarney in the fall' })
  await expect(code).toBeVisible()
  const link = await readQrCode(page, await code.screenshot())
  expect(link).toBe(await linkField(page).inputValue())
  expect(link.startsWith(`${server.address}/join/`)).toBe(true)

  const guest = await (await openContext()).newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
  await expect(guest.getByText('Road Trip', { exact: true })).toBeVisible()
  await expect(guest.getByText('invites you to plan this trip together')).toBeVisible()
  await guest.getByLabel('Your name').fill('   ')
  await button(guest, 'Join').click()
  await expect(guest).toHaveURL(link)
  // Nor is an invisible character: the server rejects it, and the field shows the error.
  await guest.getByLabel('Your name').fill('\u200e')
  await button(guest, 'Join').click()
  await expect(guest.getByLabel('Your name')).toHaveAccessibleDescription('Please enter your name')
  await expect(guest.getByLabel('Your name')).toBeFocused()
  await expect(guest.getByRole('alert')).toHaveCount(0)
  await guest.getByLabel('Your name').fill('Kim from next door')
  await guest.keyboard.press('Enter')
  await openPlan(guest)
  expect((await addresses(guest)).filter((address) => address.includes('/join/'))).toEqual([])
  await guest.getByRole('tab', { name: 'Checklist' }).click()
  await guest.getByRole('checkbox', { name: 'Tent' }).click()
  await expect(guest.getByRole('banner').getByRole('status')).toHaveText('Saved')

  await button(page, 'Done').click()
  await expect(page.getByRole('heading', { name: '2 people', exact: true })).toBeVisible()
  await expect(page.getByRole('tab')).toHaveText(['People', 'Shopping', 'Gear', 'Rides & duties', 'Costs'])
  await expect(personRow(page, 'Kim from next door')).toContainText('guest')
  await expect(button(page, /^Robin Tester you/)).toBeVisible()
  await expect(invitations(page)).toContainText('1 has joined')
  await button(page, 'Back to the trip').click()
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(page.getByRole('checkbox', { name: 'Tent' })).toBeChecked()

  // The device stays signed in as its guest.
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
  await guest.goto(link)
  await expect(guest.getByText('You’re already in this trip')).toBeVisible()

  server.database.prepare('update memberships set opened_at = ? where trip_id = ?').run(new Date().toISOString(), id)
  await page.goto(groupOf(id))
  await personRow(page, 'Kim from next door').click()
  await expect(dialog(page).getByRole('region', { name: 'Access' })).toContainText(
    /Member · since \w+ \d+ · last opened the plan on \w+ \d+/,
  )
})

test('retrying a join whose response was lost creates only one guest', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/net::ERR_FAILED/)
  const id = await createTrip(page, { name: 'Twice', type: 'car_trip' })
  const link = await linkTo(page, server, id)
  const context = await openContext()
  const guest = await context.newPage()
  await guest.route(
    '**/api/join',
    async (route) => {
      await route.fetch()
      await context.clearCookies()
      await route.abort()
    },
    { times: 1 },
  )
  await joinBy(guest, link, 'Kim')
  await expect(guest.getByRole('alert')).toHaveText('We couldn’t reach the server. Please check your connection.')
  await expect(guest.getByLabel('Your name')).toHaveValue('Kim')
  await button(guest, 'Join').click()
  await openPlan(guest)
  await page.goto(groupOf(id))
  await expect(page.getByRole('heading', { name: '2 people', exact: true })).toBeVisible()
})

test('a person with an account signs in on the way and joins as themselves', async ({
  page,
  server,
  createTrip,
  openContext,
  register,
}) => {
  const id = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  const link = await linkTo(page, server, id)
  const kim = await register({ full_name: 'Kim Okafor' })
  const other = await (await openContext()).newPage()
  await other.goto(link)
  await button(other, 'Already have an account? Sign in').click()
  await expect(other.getByText('Sign in to join Lisbon in May.')).toBeVisible()
  await button(other, 'Back to the invitation').click()
  await button(other, 'Already have an account? Sign in').click()
  await other.getByLabel('Email', { exact: true }).fill(kim.email)
  await other.getByLabel('Password', { exact: true }).fill(kim.password)
  await other.keyboard.press('Enter')
  await button(other, `Join as ${kim.full_name}`).click()
  await openPlan(other)
  expect((await addresses(other)).filter((address) => address.includes('/join/'))).toEqual([])

  await button(other, 'Back to Trips').click()
  await expect(other.getByRole('link', { name: 'Lisbon in May' })).toBeVisible()
  await other.goto(link)
  await expect(other.getByText('You’re already in this trip')).toBeVisible()
  await button(other, 'Open the trip').click()
  await expect(other).toHaveURL(`/trip/${id}`)
  await page.goto(groupOf(id))
  await expect(personRow(page, 'Kim Okafor')).toBeVisible()
  await expect(personRow(page, 'Kim Okafor')).not.toContainText('guest')
})

test('shows a link and its QR code again after a reload, and to another organizer on a phone', async ({
  page,
  signIn,
  server,
  createTrip,
  openContext,
  register,
}) => {
  const id = await createTrip(page, { name: 'Shown again', type: 'car_trip' })
  await page.goto(groupOf(id))
  const link = await invite(page)
  const kim = await register({ full_name: 'Kim Okafor' })
  const row = [id, kim.id, 'organizer', new Date().toISOString(), kim.id, kim.id]
  server.database
    .prepare(
      'insert into memberships (trip_id, user_id, role, created_at, person_id, party_id) values (?, ?, ?, ?, ?, ?)',
    )
    .run(...row)
  const phone = await (
    await openContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  ).newPage()
  await signIn(phone, kim)
  const code = (each: Page) => dialog(each).getByRole('img', { name: 'QR code for the link to Shown again' })

  await page.reload()
  await button(page, 'Show link').click()
  await expect(linkField(page)).toHaveValue(link)
  await expect(code(page)).toBeVisible()
  await button(page, 'Done').click()
  await expect(button(page, 'Show link')).toBeFocused()

  await phone.goto(groupOf(id))
  await openSection(phone, 'Invitations')
  await button(phone, 'Show link').tap()
  await expect(linkField(phone)).toHaveValue(link)
  expect(await readQrCode(phone, await code(phone).screenshot())).toBe(link)
  await expectNoAxeFindings(phone)
  await button(phone, 'Done').tap()
  await expect(button(phone, 'Show link')).toBeFocused()
})

test('retries a link that fails to load, by itself and on request, and shows no expired link', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|status of 410/)
  const id = await createTrip(page, { name: 'Tried again', type: 'car_trip' })
  const link = `${server.address}/join/${await createInvitation(page, server, id)}`
  await page.goto(groupOf(id))
  await page.route('**/link', (route) => route.abort())
  await button(page, 'Show link').click()
  await expect(dialog(page).getByRole('alert')).toContainText('We couldn’t reach the server.')
  await button(page, 'Try again').click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await page.unroute('**/link')
  await expect(linkField(page)).toHaveValue(link, { timeout: 60_000 })

  await page.reload()
  await expect(button(page, 'Show link')).toBeVisible()
  // The list must not learn of it first.
  await page.route(`**/api/trips/${id}/people`, (route) => route.abort())
  server.database.prepare("update invitations set expires_at = '2026-01-01T00:00:00.000Z' where trip_id = ?").run(id)
  await button(page, 'Show link').click()
  await expect(dialog(page).getByRole('alert')).toBeVisible()
  await expect(linkField(page)).toHaveCount(0)
})

test('an invitation whose link cannot be shown says so and offers a new one', async ({ page, server, createTrip }) => {
  const id = await createTrip(page, { name: 'Older', type: 'car_trip' })
  await createInvitation(page, server, id)
  server.database.prepare('update invitations set token_hash = ? where trip_id = ?').run(randomUUID(), id)
  await page.goto(groupOf(id))
  await expect(invitations(page)).toContainText('we can’t show it again')
  await expect(button(page, 'Show link')).toHaveCount(0)
  await button(page, 'Replace link').click()
  await dialog(page).getByRole('button', { name: 'Replace link' }).click()
  await expect(linkField(page)).toBeVisible()
  await button(page, 'Done').click()
  await expect(invitations(page)).toHaveCount(1)
  await expect(button(page, 'Show link')).toBeVisible()
})

test('a withdrawn or replaced link says so and admits nobody; the new one does', async ({
  page,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/status of 4(04|10)/)
  const id = await createTrip(page, { name: 'Links', type: 'car_trip' })
  await page.goto(groupOf(id))
  const first = await invite(page)
  await button(page, 'Show link').click()
  await expect(linkField(page)).toHaveValue(first)
  await button(page, 'Done').click()

  await page.reload()
  for (const name of ['Replace link', 'Withdraw']) {
    await button(page, name).click()
    await expect(dialog(page)).toContainText('People who have joined stay.')
    await expectNoAxeFindings(page)
    await button(page, 'Cancel').click()
    await expect(button(page, name)).toBeFocused()
  }
  await button(page, 'Show link').click()
  await expect(linkField(page)).toHaveValue(first)
  await button(page, 'Done').click()

  await button(page, 'Replace link').click()
  await dialog(page).getByRole('button', { name: 'Replace link' }).click()
  const second = await linkField(page).inputValue()
  expect(second).not.toBe(first)
  await button(page, 'Done').click()
  await expect(invitations(page)).toHaveCount(1)

  const guest = await (await openContext()).newPage()
  await guest.goto(first)
  await expect(guest.getByRole('alert')).toHaveText('This invitation has been withdrawn. Please ask for a new one.')
  await guest.goto(second)
  await expect(guest.getByLabel('Your name')).toBeVisible()

  await button(page, 'Withdraw').click()
  await dialog(page).getByRole('button', { name: 'Withdraw' }).click()
  await expect(invitations(page)).toHaveCount(0)
  await page.getByText('Earlier invitations (2)').click()
  await expect(page.getByRole('list', { name: 'Earlier invitations' }).getByRole('listitem')).toHaveCount(2)
  // A page that is already open shows it when the person joins.
  await guest.getByLabel('Your name').fill('Kim')
  await button(guest, 'Join').click()
  await expect(guest.getByRole('alert')).toContainText('This invitation has been withdrawn.')
  await guest.goto(`${second}x`)
  await expect(guest.getByRole('alert')).toContainText('Part of it may be missing')
  await guest.goto('/join/')
  await expect(guest.getByRole('alert')).toContainText('Part of it may be missing')
  await button(guest, 'Go to Wayfare').click()
  await expect(guest.getByRole('heading', { name: 'Sign In' })).toBeVisible()
})

test('an invitation has the limits on people and time that its creator sets', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/status of 410/)
  const id = await createTrip(page, { name: 'Few', type: 'car_trip' })
  await page.goto(groupOf(id))
  await button(page, 'Invite people').click()
  await dialog(page).getByRole('button', { name: 'Change' }).click()
  await expect(dialog(page).getByLabel('Valid for (days)')).toBeFocused()
  await dialog(page).getByLabel('Valid for (days)').fill('2')
  await dialog(page).getByLabel('Maximum number of people').fill('1')
  await page.keyboard.press('Enter')
  const link = await linkField(page).inputValue()
  await button(page, 'Done').click()
  await expect(invitations(page)).toContainText('0 of 1 has joined')

  await joinAsGuest(await (await openContext()).newPage(), link, 'Kim')
  const latecomer = await (await openContext()).newPage()
  await latecomer.goto(link)
  await expect(latecomer.getByRole('alert')).toContainText('This invitation is full.')
  server.database.prepare("update invitations set max_uses = null, expires_at = '2026-01-01T00:00:00.000Z'").run()
  await latecomer.reload()
  await expect(latecomer.getByRole('alert')).toContainText('This invitation has expired.')
})

test('an organizer changes roles and removes people after asking, and it shows on their screens', async ({
  page,
  server,
  friend,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/status of 404/)
  const id = await createTrip(page, { name: 'Roles', type: 'car_trip' })
  const link = await linkTo(page, server, id)
  const guest = await (await openContext()).newPage()
  await joinAsGuest(guest, link, 'Kim')
  await guest.goto(groupOf(id))
  await expect(button(guest, /^Kim you/)).toBeVisible()
  await expect(button(guest, 'Invite people')).toHaveCount(0)
  await friend.goto(link)
  await button(friend, /^Join as /).click()
  await openPlan(friend)

  await page.goto(groupOf(id))
  await expect(peopleList(page).getByRole('button')).toHaveCount(2)
  // A member reads about others, and changes nothing.
  await personRow(guest, 'Alex Friend').click()
  await expect(dialog(guest).getByRole('region', { name: 'Access' })).toContainText('Member · since')
  for (const name of ['Make organizer', 'Remove access']) await expect(button(guest, name)).toHaveCount(0)
  await button(guest, 'Edit').click()
  for (const name of ['Make organizer', 'Remove access']) await expect(button(guest, name)).toHaveCount(0)
  await button(guest, 'Done').click()
  await setRole(page, 'Kim', 'Make organizer')
  await expect(personRow(page, 'Kim')).toContainText('organizer')
  await expect(button(guest, 'Invite people')).toBeVisible()
  await setRole(page, 'Kim', 'Make member')
  await expect(personRow(page, 'Kim')).not.toContainText('organizer')
  await expect(button(guest, 'Invite people')).toHaveCount(0)

  await editPerson(page, 'Kim', 'Remove access')
  const question = page.getByRole('dialog', { name: 'Remove access for Kim?' })
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await button(page, 'Remove access').click()
  await question.getByRole('button', { name: 'Remove access' }).click()
  // Kim stays on the list. Locators by role do not find what a dialog covers.
  await expect(dialog(page)).toBeHidden()
  await expect(personRow(page, 'Alex Friend')).toBeVisible()
  await expect(personRow(page, 'Kim')).toContainText('not joined')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(guest).toHaveURL('/')
  await expect(guest.getByText('“Roles” isn’t available to you anymore.')).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Roles' })).toHaveCount(0)
})

test('leaving a trip asks first and removes it from the list', async ({
  page,
  server,
  friend,
  createTrip,
  allowConsole,
}) => {
  // The event may arrive before the response: then the page requests the trip once more.
  allowConsole(/^console error: Failed to load resource: the server responded with a status of 404/)
  const id = await createTrip(page, { name: 'Leaving', type: 'car_trip' })
  await friend.goto(await linkTo(page, server, id))
  await button(friend, /^Join as /).click()
  await button(friend, 'Leave this trip').click()
  await expect(dialog(friend)).toContainText('Leave Leaving?')
  await button(friend, 'Cancel').click()
  await button(friend, 'Leave this trip').click()
  await button(friend, 'Leave').click()
  await expect(friend).toHaveURL('/')
  await expect(friend.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(friend.getByRole('link', { name: 'Leaving' })).toHaveCount(0)
  await page.goto(groupOf(id))
  await expect(personRow(page, 'Alex Friend')).toContainText('not joined')
  await expect(button(page, 'Leave this trip')).toHaveCount(0)
})

test('the switch controls what members may do', async ({ page, server, createTrip, openContext }) => {
  const id = await createTrip(page, { name: 'Switch', type: 'car_trip' })
  await joinAsGuest(await (await openContext()).newPage(), await linkTo(page, server, id), 'Kim')
  await page.goto(groupOf(id))
  await expect(toggle(page)).toBeChecked()
  await toggle(page).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Members can read the plan, tick items')).toBeVisible()
  await expect(toggle(page)).not.toBeChecked()
  await expect(toggle(page)).toBeFocused()
  await page.reload()
  await expect(toggle(page)).not.toBeChecked()
})

test('without a connection the list shows what the plan knows, and says that access needs one', async ({
  page,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/net::ERR_/)
  const plan = { people: [buildParty(buildComing('Ana'))] }
  const id = await createTrip(page, { name: 'Off the grid', type: 'car_trip', plan })
  await page.route(`**/api/trips/${id}/people`, (route) => route.abort())
  await page.goto(groupOf(id))
  await expect(personRow(page, 'Ana')).toContainText('Coming')
  await expect(page.getByText('You need a connection to see who has access.')).toBeVisible()
  await expect(page.getByText('Loading')).toHaveCount(0)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await personRow(page, 'Ana').click()
  await expect(dialog(page).getByRole('region', { name: 'Access' })).toContainText('You need a connection')
  await button(page, 'Done').click()

  await page.unroute(`**/api/trips/${id}/people`)
  await expect(personRow(page, 'Ana')).toContainText('not joined', { timeout: 60_000 })
  await expect(page.getByText('You need a connection')).toHaveCount(0)
})

test('offline, the invitation says so, and loads once there is a network', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/net::ERR_/)
  const id = await createTrip(page, { name: 'Patience', type: 'car_trip' })
  const link = await linkTo(page, server, id)
  const guest = await (await openContext()).newPage()
  let isDown = true
  await guest.route('**/api/join/look', (route) => (isDown ? route.abort() : route.fallback()))
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'No connection' })).toBeVisible()
  await expect(guest.getByRole('alert')).toContainText('tries again as soon as')
  isDown = false
  await expect(guest.getByLabel('Your name')).toBeVisible()
})

test('in an in-app browser the invitation recommends the real browser, but still works', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const link = await linkTo(page, server, await createTrip(page, { name: 'Inside', type: 'car_trip' }))
  const context = await openContext({ userAgent: INSTAGRAM, permissions: ['clipboard-read', 'clipboard-write'] })
  const guest = await context.newPage()
  await guest.goto(link)
  await expect(guest.getByRole('heading', { name: 'Open this page in Safari' })).toBeVisible()
  await expect(guest.getByText('You’re in Instagram’s own browser')).toBeVisible()
  await button(guest, 'Copy Link').click()
  expect(await guest.evaluate(() => navigator.clipboard.readText())).toBe(link)
  await button(guest, 'Continue here').click()
  await expect(guest.getByLabel('Your name')).toBeVisible()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no axe violations on the people page and the invitation, ${colorScheme}`, async ({
    page,
    server,
    createTrip,
    openContext,
    allowConsole,
  }) => {
    test.slow()
    allowConsole(/status of 404/)
    await page.emulateMedia({ colorScheme })
    const id = await createTrip(page, { name: 'For everybody', type: 'car_trip' })
    const link = await linkTo(page, server, id)
    const guest = await (await openContext({ colorScheme })).newPage()
    const look = async (shown: Page) => {
      for (const viewport of [
        { width: 390, height: 844 },
        { width: 1280, height: 800 },
      ]) {
        await shown.setViewportSize(viewport)
        await expectNoAxeFindings(shown)
      }
    }
    await page.goto(groupOf(id))
    await expect(page.getByText('It’s just you so far')).toBeVisible()
    await look(page)
    await guest.goto(link)
    await expect(guest.getByLabel('Your name')).toBeVisible()
    await look(guest)
    await button(guest, 'Already have an account? Sign in').click()
    await look(guest)
    await joinAsGuest(guest, link, 'Kim')
    await guest.goto(link)
    await expect(button(guest, 'Open the trip')).toBeVisible()
    await look(guest)
    await guest.goto('/join/nothing')
    await expect(guest.getByRole('alert')).toBeVisible()
    await look(guest)
    await expect(personRow(page, 'Kim')).toBeVisible()
    await look(page)
    await personRow(page, 'Kim').click()
    await expect(dialog(page)).toBeVisible()
    await look(page)
    await button(page, 'Edit').click()
    await look(page)
    await button(page, 'Remove from the trip').click()
    await expect(page.getByRole('dialog', { name: /^Remove Kim/ })).toBeVisible()
    await look(page)
    await button(page, 'Cancel').click()
    await button(page, 'Done').click()
    await expect(dialog(page)).toBeHidden()
    await button(page, 'Invite people').click()
    await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible()
    await look(page)
    await button(page, 'New invitation').click()
    await expect(button(page, 'Create link')).toBeVisible()
    await look(page)
  })
}
