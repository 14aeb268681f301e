import type { Page } from '@playwright/test'
import { buildParty } from '#domain/testing/people.ts'
import { expect, test } from './fixtures.ts'
import { createInvitation, joinBy } from './joining.ts'
import { readPersistedTrips } from './on-device.ts'
import { touches } from './operations.ts'
import { button, dialog } from './page-parts.ts'
import { claimOf, claims, openClaims } from './people-list.ts'
import { phoneWithApp, touchPhone } from './phone.ts'

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

test('details reach the organizer, also offline, and are deleted from the device with the membership', async ({
  page,
  server,
  createTrip,
  openContext,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  allowConsole(/status of 404/)
  const id = await createTrip(page, { name: 'Pog Lake', type: 'car_trip' })
  const guest = await (await openContext(phoneWithApp)).newPage()
  await joinBy(guest, `/join/${await createInvitation(page, server, id)}`, 'Ana Lake')
  await openToEdit(guest, 'Ana Lake')
  await secrets(guest).getByLabel('Phone', { exact: true }).fill('+49 171 23 45')
  await secrets(guest).getByLabel('Emergency contact').fill('Uncle Bob')
  await secrets(guest).getByLabel('Their phone').fill('0171 99')
  const written = sent(guest)
  await secrets(guest).getByLabel('Medical notes').fill('Bee stings: adrenaline in the red bag')
  await written

  await test.step('the organizer reads and calls, also offline', async () => {
    const helpers = page.getByRole('region', { name: 'What helpers must know' })
    await page.goto(`/trip/${id}/emergency`)
    await expect(helpers).toContainText('Bee stings: adrenaline in the red bag')
    await expect(helpers.getByRole('link', { name: 'Call Uncle Bob' })).toHaveAttribute('href', 'tel:017199')
    await page.goto(groupOf(id))
    await open(page, 'Ana Lake')
    await expect(secrets(page)).toContainText('Bee stings: adrenaline in the red bag')
    await page.context().setOffline(true)
    await button(page, 'Done').click()
    await open(page, 'Ana Lake')
    await expect(dialog(page).getByRole('link', { name: 'Call Ana Lake' })).toHaveAttribute('href', 'tel:+491712345')
    await expect(secrets(page).getByText('Only someone in their party can change this')).toBeVisible()
    // An organizer's offline addition is saved once there is a network.
    await button(page, 'Edit').click()
    await secrets(page).getByLabel('Medical notes').fill('Bee stings: adrenaline in the red bag\nGlasses')
    await page.context().setOffline(false)
    await expect(secrets(guest).getByLabel('Medical notes')).toHaveValue(
      'Bee stings: adrenaline in the red bag\nGlasses',
    )
  })

  await test.step('they open offline on a device that has seen them, and are deleted with the membership', async () => {
    await guest.evaluate(() => navigator.serviceWorker.ready)
    const readPersisted = () => readPersistedTrips(guest)
    await expect.poll(readPersisted).toContain('0171 99')
    await guest.context().setOffline(true)
    await guest.reload()
    await open(guest, 'Ana Lake')
    await expect(secrets(guest)).toContainText('0171 99')
    await button(guest, 'Edit').click()
    await expect(secrets(guest).getByLabel('Their phone')).toHaveValue('0171 99')

    const { user } = await (await guest.context().request.get(`${server.address}/auth/v1/user`)).json()
    const headers = { origin: server.address }
    await page.context().request.delete(`${server.address}/api/trips/${id}/people/${user.id}`, { headers })
    await guest.context().setOffline(false)
    await expect.poll(readPersisted).not.toContain('0171 99')
  })
})

test('who claims a name sees its details once confirmed, and those of the party only while shared', async ({
  page,
  server,
  createTrip,
  openContext,
}) => {
  const people = [buildParty('Ana Lake', 'Ben Lake')]
  const id = await createTrip(page, { name: 'The Lakes', type: 'car_trip', plan: { people } })
  await page.goto(groupOf(id))
  await openToEdit(page, 'Ana Lake')
  const noted = sent(page)
  await secrets(page).getByLabel('Phone', { exact: true }).fill('0171 9')
  await noted
  await button(page, 'Done').click()
  const guest = await (await openContext(touchPhone)).newPage()
  await guest.goto(`/join/${await createInvitation(page, server, id)}`)
  await guest.getByRole('radio', { name: /Ana Lake/ }).check()
  await button(guest, /^Join/).click()
  await expect(guest.getByText('You’re in.')).toBeVisible()
  // Nothing is shown to somebody who only says that they are Ana.
  await openToEdit(guest, 'Ana Lake')
  await expect(
    secrets(guest).getByText('Private details appear here once an organizer confirms who you are.'),
  ).toBeVisible()
  await expect(secrets(guest).getByRole('textbox')).toHaveCount(0)

  await openClaims(page)
  const row = claimOf(page, 'Ana Lake')
  await row.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(row).toHaveCount(0)
  await expect(secrets(guest).getByLabel('Phone', { exact: true })).toHaveValue('0171 9')
  await button(guest, 'Done').click()
  // Nothing is shared until the organizer says so, which is asked in the same row.
  const shared = dialog(page).getByRole('switch', { name: 'Share private details within their party' })
  await openToEdit(page, 'Ana Lake')
  await expect(shared).not.toBeChecked()
  await button(page, 'Done').click()
  const question = claims(page).getByRole('listitem').filter({ hasText: 'Share private details with Ben Lake?' })
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
