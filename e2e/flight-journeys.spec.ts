import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { boardingPassCode, leg } from '#domain/bookings/testing/boarding-pass.ts'
import { localDate } from '#domain/local-date.ts'
import { airlineMail, eventMail, hotelMail, trainMail } from '#domain/testing/booking-mails.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { filmCode, withFakeCamera } from './fake-camera.ts'
import { expect, OFFLINE, type Person, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { button, dialog, expectSaved, panel, tab } from './page-parts.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { readQrCode } from './qr-code.ts'

const film = join(tmpdir(), `wayfare-journey-${process.pid}.y4m`)

test.use({
  isSignedIn: true,
  launchOptions: [({ launchOptions }, use) => use(withFakeCamera(launchOptions, film)), { scope: 'worker' }],
})

test.afterAll(() => rm(film, { force: true }))

const departure = localDate.parse('2031-05-02')
/** Of the person with this id, who is Ana. */
const planOf = ({ id }: Person) => ({
  details: buildDetails(datesOf(departure, '2031-05-12')),
  people: [buildParty(buildComing('Ana Sousa', { id })), buildParty(buildComing('Omar Haddad'))],
})
const outward = 'Toronto Pearson to Lisbon, AC 406'
const card = (page: Page, name: string | RegExp) => panel(page).getByRole('article', { name })
const mail = (name: string, source: string) => ({ name, mimeType: 'message/rfc822', buffer: Buffer.from(source) })
const passOf = (name: string, seatNumber: string) =>
  boardingPassCode(name, [leg(departure, { operatingCarrierPNR: 'QX7K2M', flightNumber: '0406', seatNumber })])

const openTickets = (page: Page, id: string) => page.goto(`/trip/${id}?tab=tickets`)

async function addFromMails(page: Page): Promise<void> {
  await button(page, 'Add from an email or pass').click()
  await dialog(page)
    .getByLabel('Choose files')
    .setInputFiles([
      mail('flights.eml', airlineMail),
      mail('hotel.eml', hotelMail),
      mail('train.eml', trainMail),
      mail('lello.eml', eventMail),
    ])
  await expect(dialog(page).getByText('5 bookings found')).toBeVisible()
  await button(page, 'Add all').click()
}

test('a journey comes from its mails in one press, and is in the days, on Overview and at the gate without a network', async ({
  openSignedIn,
  createTrip,
  allowConsole,
  person,
}) => {
  test.slow()
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel', plan: planOf(person) })
  await openTickets(page, id)
  await addFromMails(page)
  await expect(card(page, outward)).toContainText('3 h 45 in Montréal')
  await expect(card(page, /Hotel do Chiado/)).toBeVisible()
  await expectSaved(page)

  // A pass of the same flight, scanned at the kitchen table, belongs to its ticket.
  await filmCode(page, film, 'qr', passOf('SOUSA/ANAMRS', '023A'))
  await button(page, 'Add from an email or pass').click()
  await button(page, 'Scan a code').click()
  const found = dialog(page).getByRole('article', { name: outward })
  await expect(found).toContainText('1 new code', { timeout: 20_000 })
  await button(page, 'Update ticket').click()
  await page.keyboard.press('Escape')
  await expect(card(page, outward).getByRole('button', { name: /Show code/ })).toBeVisible()
  await expectSaved(page)

  await page.goto(`/trip/${id}/days?day=1`)
  const day = page.getByRole('main')
  await expect(day).toContainText('AC 406, Toronto Pearson to Montréal Trudeau')
  await expect(day).toContainText('Arrive in Montréal Trudeau')
  await expect(day).toContainText('3 h 45 in Montréal Trudeau')

  await page.goto(`/trip/${id}`)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await expect(panel(page).getByRole('region', { name: /Next flight/ })).toContainText('AC 406')
  // What describes the trip is filled from the first flight.
  await expect(panel(page)).toContainText('YYZ')
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)

  allowConsole(OFFLINE)
  await page.context().setOffline(true)
  await openTickets(page, id)
  await card(page, outward)
    .getByRole('button', { name: /Show code/ })
    .click()
  await expect(dialog(page).getByRole('img')).toBeVisible()
  expect(await readQrCode(page, await dialog(page).screenshot())).toBe(passOf('SOUSA/ANAMRS', '023A'))
})

test('somebody else sees the new gate at once, and readers of the link see no names, seats, prices and codes', async ({
  page,
  createTrip,
  openSignedIn,
  friend,
  person,
  server,
}) => {
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel', plan: planOf(person) })
  await openTickets(page, id)
  await addFromMails(page)
  await expect(card(page, outward)).toContainText('D31')
  const phone = await openSignedIn(touchPhone)
  await openTickets(phone, id)
  await expect(card(phone, outward)).toContainText('D31')

  const moved = airlineMail.replaceAll('D31', 'B22')
  await button(page, 'Add from an email or pass').click()
  await dialog(page).getByLabel('Choose files').setInputFiles(mail('change.eml', moved))
  const change = dialog(page).getByRole('article', { name: outward })
  await expect(change).toContainText('gate B22, was D31')
  await button(page, 'Update ticket').click()
  await expect(card(phone, outward)).toContainText('B22')

  server.database.prepare("update trips set share_token = 'for-everybody' where id = ?").run(id)
  await friend.goto(`/shared/${id}?token=for-everybody`)
  await tab(friend, 'Tickets & Passes').click()
  await expect(card(friend, outward)).toContainText('B22')
  for (const secret of ['Ana Sousa', 'Omar', '23A', '2,418.60']) await expect(friend.getByText(secret)).toHaveCount(0)
  await expect(friend.getByRole('button', { name: /Show code/ })).toHaveCount(0)
})
