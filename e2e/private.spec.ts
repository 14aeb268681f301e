import type { Page } from '@playwright/test'
import { addDays, type LocalDate, localDate } from '#domain/local-date.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildNamedParty, buildParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { createInvitation, joinAsGuest, joinBy } from './joining.ts'
import { readPersistedTrips } from './on-device.ts'
import { touches } from './operations.ts'
import { button, dialog } from './page-parts.ts'
import { claimOf, claims, openClaims } from './people-list.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

/* Private records: phone numbers and medical notes, seen only by the person's party and the organizers. */

const secrets = (page: Page) => dialog(page).getByRole('region', { name: 'Private details' })
/** Resolves when the server has a private edit, since the dialog covers the save status. */
const sent = (page: Page) => page.waitForResponse((answer) => touches(answer.request(), 'private') && answer.ok())
const groupOf = (tripId: string) => `/trip/${tripId}/group`
const open = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').getByRole('button').filter({ hasText: name }).first().click()
const openToEdit = async (page: Page, name: string) => {
  await open(page, name)
  await button(page, 'Edit').click()
}

const OFFLINE = /net::ERR_|did not reach the server|could not be|will be sent again/

test('a person enters contact and medical details, and their organizer calls them by a tap, also offline', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const id = await createTrip(page, { name: 'Pog Lake', type: 'car_trip' })
  const guest = await (await openContext(touchPhone)).newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'Ana Lake')
  await openToEdit(guest, 'Ana Lake')
  await secrets(guest).getByLabel('Phone', { exact: true }).fill('+49 171 23 45')
  await secrets(guest).getByLabel('Emergency contact').fill('Uncle Bob')
  await secrets(guest).getByLabel('Their phone').fill('0171 99')
  const written = sent(guest)
  await secrets(guest).getByLabel('Medical notes').fill('Bee stings: adrenaline in the red bag')
  await expect(secrets(guest).getByText('Visible to you and the organizers.')).toHaveCount(4)
  await written
  await expectNoAxeFindings(guest)

  const helpers = page.getByRole('region', { name: 'What helpers must know' })
  await page.goto(`/trip/${id}/emergency`)
  await expect(helpers).toContainText('Bee stings: adrenaline in the red bag')
  await expect(helpers.getByRole('link', { name: 'Call Uncle Bob' })).toHaveAttribute('href', 'tel:017199')

  await page.goto(groupOf(id))
  await open(page, 'Ana Lake')
  await expect(secrets(page)).toContainText('Bee stings: adrenaline in the red bag')
  await expect(secrets(page).getByRole('textbox')).toHaveCount(0)
  await page.context().setOffline(true)
  await button(page, 'Done').click()
  await open(page, 'Ana Lake')
  await expect(dialog(page).getByRole('link', { name: 'Call Ana Lake' })).toHaveAttribute('href', 'tel:+491712345')
  await expect(secrets(page).getByRole('link', { name: 'Message Uncle Bob' })).toHaveAttribute('href', 'sms:017199')
  await expect(secrets(page).getByText('Only someone in their party can change this')).toBeVisible()
  // An organizer's offline addition is saved once there is a network.
  await button(page, 'Edit').click()
  await secrets(page).getByLabel('Medical notes').fill('Bee stings: adrenaline in the red bag\nGlasses')
  await page.context().setOffline(false)
  await expect(secrets(guest).getByLabel('Medical notes')).toHaveValue('Bee stings: adrenaline in the red bag\nGlasses')
})

test('private details open offline on a device that has seen them, and are deleted with the membership', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(/net::ERR_|status of 404/)
  const id = await createTrip(page, { name: 'Kept', type: 'car_trip' })
  const guest = await (await openContext(phoneWithApp)).newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'Ana')
  await openToEdit(guest, 'Ana')
  const written = sent(guest)
  await secrets(guest).getByLabel('Phone', { exact: true }).fill('0171 5')
  await written
  await guest.evaluate(() => navigator.serviceWorker.ready)
  const readPersisted = () => readPersistedTrips(guest)
  await expect.poll(readPersisted).toContain('0171 5')
  await guest.context().setOffline(true)
  await guest.reload()
  await open(guest, 'Ana')
  await expect(secrets(guest)).toContainText('0171 5')
  await button(guest, 'Edit').click()
  await expect(secrets(guest).getByLabel('Phone', { exact: true })).toHaveValue('0171 5')

  const { user } = await (await guest.context().request.get(`${server.address}/auth/v1/user`)).json()
  const headers = { origin: server.address }
  await page.context().request.delete(`${server.address}/api/trips/${id}/people/${user.id}`, { headers })
  await guest.context().setOffline(false)
  await expect.poll(readPersisted).not.toContain('0171 5')
})

test('other members see no private details unless shared for emergencies', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const id = await createTrip(page, { name: 'Shown', type: 'car_trip' })
  const token = await createInvitation(page, server, id)
  const [ana, kim] = [await (await openContext()).newPage(), await (await openContext()).newPage()]
  await joinBy(ana, `/join/${token}`, 'Ana Lake')
  await joinAsGuest(kim, `/join/${token}`, 'Kim')
  await openToEdit(ana, 'Ana Lake')
  const written = sent(ana)
  await secrets(ana).getByLabel('Phone', { exact: true }).fill('0171 5')
  await written
  await kim.goto(groupOf(id))
  await openToEdit(kim, 'Ana Lake')
  await expect(dialog(kim).getByLabel('Name')).toHaveValue('Ana Lake')
  await expect(secrets(kim)).toHaveCount(0)
  await expect(button(kim, 'Emergency details')).toHaveCount(0)

  await secrets(ana)
    .getByRole('switch', { name: /Show to everyone in an emergency/ })
    .click()
  await kim.goto(`/trip/${id}/emergency`)
  await expect(kim.getByRole('region', { name: 'What helpers must know' })).toContainText('Ana Lake')
  await expect(kim.getByText('0171 5')).toHaveCount(0)
  await button(kim, 'Emergency details').click()
  await expect(kim.getByText('0171 5')).toBeVisible()
  await kim.goto(groupOf(id))
  await openToEdit(kim, 'Ana Lake')
  await button(kim, 'Emergency details').click()
  await expect(dialog(kim).getByText('0171 5')).toBeVisible()
  await expect(dialog(kim).getByRole('link', { name: 'Call Ana Lake' })).toHaveAttribute('href', 'tel:01715')
  await expectNoAxeFindings(kim)

  await secrets(ana)
    .getByRole('switch', { name: /Show to everyone in an emergency/ })
    .click()
  await expect(dialog(kim).getByText('0171 5')).toHaveCount(0)
})

test('a person who claims a list entry sees its private details once an organizer confirms', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const people = [buildNamedParty('The Lakes', 'Ana Lake', 'Ben Lake')]
  const id = await createTrip(page, { name: 'Confirmed', type: 'car_trip', plan: { people } })
  await page.goto(groupOf(id))
  await openToEdit(page, 'Ana Lake')
  const written = sent(page)
  await secrets(page).getByLabel('Phone', { exact: true }).fill('0171 9')
  await expect(secrets(page).getByText('Visible to their party and the organizers.')).toHaveCount(4)
  await written
  await button(page, 'Done').click()

  const token = await createInvitation(page, server, id)
  const joinAs = async (name: RegExp) => {
    const guest = await (await openContext(touchPhone)).newPage()
    await guest.goto(`/join/${token}`)
    await guest.getByRole('radio', { name }).check()
    await button(guest, /^Join/).click()
    await expect(guest.getByText('You’re in.')).toBeVisible()
    return guest
  }
  const guest = await joinAs(/Ana Lake/)
  await openToEdit(guest, 'Ana Lake')
  await expect(
    secrets(guest).getByText('Private details appear here once an organizer confirms who you are.'),
  ).toBeVisible()
  await expect(secrets(guest).getByRole('textbox')).toHaveCount(0)

  await joinAs(/Ben Lake/)
  await page.reload()
  await openClaims(page)
  await button(page, 'Confirm all 2').click()
  await expect(secrets(guest).getByLabel('Phone', { exact: true })).toHaveValue('0171 9')
})

test('people of a party see each other’s private details only while an organizer shares them', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const people = [buildParty('Ana Lake', 'Ben Lake')]
  const id = await createTrip(page, { name: 'The Lakes', type: 'car_trip', plan: { people } })
  const guest = await (await openContext(touchPhone)).newPage()
  await guest.goto(`/join/${await createInvitation(page, server, id)}`)
  await guest.getByRole('radio', { name: /Ana Lake/ }).check()
  await button(guest, /^Join/).click()
  await expect(guest.getByText('You’re in.')).toBeVisible()

  await page.goto(groupOf(id))
  await openClaims(page)
  const row = claimOf(page, 'Ana Lake')
  await row.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(row).toHaveCount(0)
  // Nothing is shared until the organizer says so, which is asked in the same row.
  const shared = dialog(page).getByRole('switch', { name: 'Share private details within their party' })
  await openToEdit(page, 'Ana Lake')
  await expect(shared).not.toBeChecked()
  await button(page, 'Done').click()
  const question = claims(page).getByRole('listitem').filter({ hasText: 'Share private details with Ben Lake?' })
  await expectNoAxeFindings(page)
  await question.getByRole('button', { name: 'Share' }).press('Enter')
  await expect(question).toHaveCount(0)

  await openToEdit(guest, 'Ben Lake')
  const written = sent(guest)
  await secrets(guest).getByLabel('Phone', { exact: true }).fill('0171 7')
  await expect(secrets(guest).getByText('Visible to your party and the organizers.')).toHaveCount(4)
  await written

  await openToEdit(page, 'Ana Lake')
  await expect(shared).toBeChecked()
  await shared.press('Space')
  await expect(secrets(guest)).toHaveText(/Only Ben Lake and the organizers see these details/)
  await expect(secrets(guest)).not.toContainText('0171 7')
  await expect(shared).not.toBeChecked()
  await shared.press('Space')
  await expect(secrets(guest).getByLabel('Phone', { exact: true })).toHaveValue('0171 7')
})

test('says when private details are erased, and has no fields after that', async ({ page, server, createTrip }) => {
  const id = await createTrip(page, { name: 'Over', type: 'car_trip' })
  // Today in the browser's time zone, which may differ from this process's.
  const today = localDate.parse(await page.evaluate(() => new Date().toLocaleDateString('sv')))
  const end = (days: number): LocalDate => addDays(today, days)
  const details = buildDetails({ departure_date: end(-40), return_date: end(-31) })
  await page.goto(groupOf(id))
  await openToEdit(page, 'Robin Tester')
  await expect(
    secrets(page).getByText('These details are deleted from every device 30 days after the return date.'),
  ).toBeVisible()
  await storeSection(page, server, id, 'details', details)
  await expect(secrets(page).getByText('its private details have been deleted')).toBeVisible()
  await expect(secrets(page).getByRole('textbox')).toHaveCount(0)
})

test('a trip without an owner has no private details', async ({ page, server, createTrip }) => {
  const id = await createTrip(page, {
    name: 'Everybody’s',
    type: 'car_trip',
    plan: { people: [buildParty('Ana')] },
  })
  server.database.prepare('update trips set owner_id = null where id = ?').run(id)
  await page.goto(groupOf(id))
  await openToEdit(page, 'Ana')
  await expect(dialog(page).getByLabel('Name')).toBeVisible()
  await expect(secrets(page)).toHaveCount(0)
})
