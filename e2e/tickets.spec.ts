import type { Locator, Page } from '@playwright/test'
import { localDate } from '#domain/local-date.ts'
import { buildTicket } from '#domain/testing/tickets.ts'
import { expect, SERVER_GONE, type TestServer, test } from './fixtures.ts'
import { holdResponses } from './held-requests.ts'
import { button, dialog, panel } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { shareWithEverybody } from './stored-plan.ts'

test.use({ isSignedIn: true })

const pencil = (page: Page) => panel(page).getByRole('button', { name: 'Edit tickets' })
const cards = (page: Page) => panel(page).getByRole('article')
const card = (page: Page, title: string) => panel(page).getByRole('article', { name: title, exact: true })
const editor = (page: Page) => panel(page).getByRole('form', { name: 'Edit tickets' })
const fields = (page: Page, index: number) => editor(page).getByRole('region').nth(index)
const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true })
const addTicket = (page: Page) => editor(page).getByRole('button', { name: 'Add Ticket/Pass' })
const saveChanges = (page: Page) => editor(page).getByRole('button', { name: 'Save Changes' })

const openTickets = (page: Page, tripId: string) => page.goto(`/trip/${tripId}?tab=tickets`)

const flight = () =>
  buildTicket('Toronto to Lisbon, AC848', {
    details: 'Seat 23A',
    date: localDate.parse('2031-05-02'),
    time: '10:30 AM',
    location: 'YYZ, Gate E73',
    confirmationNumber: 'QK7F2P',
  })
const train = () => buildTicket('Lisbon to Porto', { type: 'train', confirmationNumber: '8F-4471' })

/** The stored rows of the tickets, in order. */
function storedTickets(server: TestServer, tripId: string): Record<string, unknown>[] {
  const select = `select id, type, title, details, date, time, location, confirmation_number from tickets
    where trip_id = ? order by order_index`
  return server.database.prepare(select).all(tripId) as Record<string, unknown>[]
}
const storedTitles = (server: TestServer, tripId: string) => storedTickets(server, tripId).map(({ title }) => title)

/** Drops a mail on the page. Returns whether the browser would leave the page to open it. */
const dropMail = (page: Page, name: string) =>
  page.evaluate((fileName) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['From: a@example.org'], fileName))
    return ['dragover', 'drop']
      .map((type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      .some((event) => document.body.dispatchEvent(event))
  }, name)

test('files that are dropped again while their dialog loads are not opened by the browser, and none is lost', async ({
  page,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Mails', type: 'air_travel' })
  const release = await holdResponses(page, '**/assets/import-dialog-*.js')
  await openTickets(page, id)
  await expect(button(page, 'Add from an email or pass')).toBeVisible()
  for (const name of ['train.eml', 'hotel.eml', 'museum.eml']) {
    expect(await dropMail(page, name)).toBe(false)
    // It is rendered in between.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  }
  await expect(dialog(page)).toHaveCount(0)
  release()
  for (const name of ['train.eml', 'hotel.eml', 'museum.eml']) await expect(dialog(page)).toContainText(name)
})

test('TICK-33, DATA-55 two people edit tickets at the same time, and all edits are there after a restart', async ({
  page,
  server,
  openContext,
  register,
  signIn,
  createTrip,
  allowConsole,
}) => {
  test.slow()
  allowConsole(SERVER_GONE)
  const phone = await (await openContext(touchPhone)).newPage()
  await signIn(phone, await register())
  const tickets = [flight(), train()]
  const id = await createTrip(page, { name: 'Together', type: 'air_travel', plan: { tickets } })
  shareWithEverybody(server, id)
  for (const one of [page, phone]) {
    await openTickets(one, id)
    await pencil(one).click()
  }
  await field(fields(page, 0), 'Location').fill('Gate E99')
  await addTicket(page).click()
  await page.keyboard.type('Museum')
  await field(fields(phone, 0), 'Time').fill('11:45 AM')
  await fields(phone, 1).getByRole('button', { name: 'Delete Lisbon to Porto' }).click()
  await addTicket(phone).click()
  await phone.keyboard.type('Bus to Braga')
  await saveChanges(page).click()
  await expect.poll(() => storedTitles(server, id)).toContain('Museum')
  await saveChanges(phone).click()
  await expect
    .poll(() => storedTickets(server, id))
    .toEqual([
      expect.objectContaining({ title: tickets[0]?.title, location: 'Gate E99', time: '11:45 AM' }),
      expect.objectContaining({ title: expect.stringMatching(/Museum|Bus to Braga/) }),
      expect.objectContaining({ title: expect.stringMatching(/Museum|Bus to Braga/) }),
    ])
  expect(storedTitles(server, id)).toEqual(expect.arrayContaining(['Museum', 'Bus to Braga']))

  for (const one of [page, phone]) {
    await expect(one.getByRole('banner').getByRole('status')).not.toHaveText('Saving...')
    await expect(cards(one)).toHaveCount(3)
  }
  await server.kill()
  await server.start()
  for (const one of [page, phone]) {
    await one.reload()
    await expect(cards(one).getByRole('heading')).toHaveText(storedTitles(server, id) as string[])
    await expect(card(one, flight().title).getByRole('definition')).toContainText(['11:45 AM', 'Gate E99'])
    await expect(card(one, 'Lisbon to Porto')).toHaveCount(0)
  }
})
