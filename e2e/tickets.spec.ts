import type { Locator, Page } from '@playwright/test'
import { localDate } from '#domain/local-date.ts'
import { ticketTypes } from '#domain/plan/tickets.ts'
import { buildTicket } from '#domain/testing/tickets.ts'
import { withoutTable } from './failures.ts'
import { expect, expectNoAxeFindings, SERVER_GONE, type TestServer, test } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { countSends } from './operations.ts'
import { openHistory, panel } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { markAsSaved, shareWithEverybody } from './stored-plan.ts'

test.use({ isSignedIn: true })

const TRIP = /^\/api\/trips\/[0-9a-f-]{36}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

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

test('PROD-3, TICK-1, TICK-2 only air trips have the tab, which says while it loads', async ({ page, createTrip }) => {
  const car = await createTrip(page, { name: 'By road', type: 'car_trip' })
  await createTrip(page, { name: 'By air', type: 'air_travel' })
  await openTickets(page, car)
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('tab', { name: 'Tickets & Passes' })).toHaveCount(0)

  // The list has the trip's name while its plan loads.
  await page.goto('/')
  const release = await holdRequests(page, 'GET', TRIP)
  await page.getByRole('link', { name: 'By air', exact: true }).click()
  await page.getByRole('tab', { name: 'Tickets & Passes' }).click()
  await expect(panel(page).getByText('Loading tickets and documents...')).toBeVisible()
  await expect(pencil(page)).toHaveCount(0)
  release()
  await expect(panel(page).getByText('No tickets added yet')).toBeVisible()
  await expect(panel(page).getByText('Loading tickets and documents...')).toHaveCount(0)
})

test('pressing the confirmation number copies it, says so for two seconds, and says if it failed', async ({
  page,
  context,
  createTrip,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.clock.install()
  const id = await createTrip(page, { name: 'At the gate', type: 'air_travel', plan: { tickets: [flight()] } })
  await openTickets(page, id)
  const code = card(page, flight().title).getByRole('button', { name: 'Copy confirmation number QK7F2P' })
  const status = card(page, flight().title).getByRole('status')
  await code.click()
  await expect(status).toHaveText('Copied')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('QK7F2P')
  await page.clock.runFor(2000)
  await expect(status).toHaveText('')

  // As on a plain-http address.
  await page.evaluate(async () => {
    await navigator.clipboard.writeText('something else')
    Object.defineProperty(navigator.clipboard, 'writeText', { value: undefined })
  })
  await code.click()
  await expect(status).toHaveText('Copied')
  await expect(code).toBeFocused()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('QK7F2P')
  await page.evaluate(() => {
    document.execCommand = () => false
  })
  await code.click()
  await expect(status).toHaveText(/^We couldn’t copy it/)
})

test('TICK-33, DATA-46..55, VALID-49 tickets that are added and edited are stored as typed, and are in the history', async ({
  page,
  server,
  createTrip,
}) => {
  const odd = `<b>Zug</b> 🚂👩‍👩‍👧 قطار '; --`
  const id = await createTrip(page, { name: 'First tickets', type: 'air_travel' })
  await openTickets(page, id)
  const saves = countSends(page, 'tickets')
  await panel(page).getByRole('button', { name: 'Add First Ticket' }).click()
  const first = fields(page, 0)
  await expect(field(first, 'Title')).toBeFocused()
  // Typing replaces the selected placeholder text.
  await page.keyboard.type('Lisbon to Porto')
  await first.getByRole('radio', { name: 'Train' }).check()
  await field(first, 'Details').fill('Coach 3')
  await field(first, 'Date').fill('2031-05-04')
  await field(first, 'Time').fill('nine-ish, after coffee')
  await field(first, 'Location').fill('Santa Apolónia')
  await field(first, 'Confirmation number').fill('8F-4471')
  await addTicket(page).click()
  await expect(editor(page).getByRole('region')).toHaveCount(2)
  expect(storedTickets(server, id)).toEqual([])
  expect(await saves()).toBe(0)

  await saveChanges(page).click()
  const stored = [
    {
      id: expect.stringMatching(UUID),
      type: 'train',
      title: 'Lisbon to Porto',
      details: 'Coach 3',
      date: '2031-05-04',
      time: 'nine-ish, after coffee',
      location: 'Santa Apolónia',
      confirmation_number: '8F-4471',
    },
    {
      id: expect.stringMatching(UUID),
      type: 'flight',
      title: 'New Ticket',
      details: 'Add details',
      date: null,
      time: '',
      location: '',
      confirmation_number: '',
    },
  ]
  await expect.poll(() => storedTickets(server, id)).toEqual(stored)
  expect(await saves()).toBe(1)
  const history = await openHistory(page)
  await history.getByRole('button', { name: /Tickets & Passes/ }).click()
  await expect(history).toContainText('added the ticket “Lisbon to Porto”')
  await page.keyboard.press('Escape')

  await pencil(page).click()
  await field(first, 'Title').fill('')
  await field(first, 'Date').fill('')
  const second = fields(page, 1)
  await field(second, 'Title').fill(odd)
  await field(second, 'Details').fill(`${odd}\nsecond line`)
  await field(second, 'Time').fill(odd)
  await field(second, 'Confirmation number').fill(odd)
  await saveChanges(page).click()
  await expect
    .poll(() => storedTickets(server, id))
    .toEqual([
      { ...stored[0], title: '', date: null },
      { ...stored[1], title: odd, details: `${odd}\nsecond line`, time: odd, confirmation_number: odd },
    ])
  expect(await saves()).toBe(2)
  await page.reload()
  // A ticket without a title shows its type.
  await expect(cards(page).getByRole('heading')).toHaveText(['Train', odd])
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

test('TICK-3, TICK-4 tickets that fail to load say so and what to do, and the reminders are still there', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Broken table', type: 'air_travel' })
  markAsSaved(server, id, 'tickets')
  const box = panel(page).getByRole('alert')
  await withoutTable(server, 'tickets', async () => {
    await openTickets(page, id)
    await expect(box).toContainText('Error: Failed to load tickets')
    await expect(box).toContainText(/make sure the backend is connected.*refresh the page/i)
    await expect(pencil(page)).toHaveCount(0)
    await expect(panel(page).getByRole('button', { name: 'Show Tips' })).toBeVisible()
  })
  await page.reload()
  await expect(panel(page).getByText('No tickets added yet')).toBeVisible()
  await expect(box).toHaveCount(0)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme })
    test.slow()

    test('no axe violations on tickets, their editor and the reminders, on phone and desktop', async ({
      page,
      createTrip,
    }) => {
      const date = localDate.parse('2020-05-02')
      const tickets = ticketTypes.map((type) => ({ ...flight(), type, date }))
      const id = await createTrip(page, { name: 'Looked at', type: 'air_travel', plan: { tickets } })
      await openTickets(page, id)
      await panel(page).getByRole('button', { name: 'Show Tips' }).click()
      for (const edit of [false, true]) {
        if (edit) await pencil(page).click()
        for (const [width, height] of [
          [390, 844],
          [1280, 800],
        ] as const) {
          await page.setViewportSize({ width, height })
          await expectNoAxeFindings(page)
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
          ).toBe(0)
        }
      }
    })
  })
}
