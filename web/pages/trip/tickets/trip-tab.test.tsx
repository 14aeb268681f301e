import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { newBooking } from '#domain/plan/booking.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket, type Ticket } from '#domain/plan/tickets.ts'
import { newId } from '#web/data/new-id.ts'
import { drafts } from '#web/data/root/drafts.ts'
import { draftKey } from '#web/data/storage/drafts.ts'
import { laterEditor } from '#web/features/tickets/tickets-part.tsx'
import { buildDocument } from '#web/testing/documents.ts'
import { type OpenedTrip, openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectTexts, press, pressOn, type } from '#web/testing/screen.ts'
import { unload } from '#web/testing/unload.ts'
import { TicketsTab } from './trip-tab.tsx'

/** The journey fields, unset. */
const journey = { segments: [], ...newBooking() }
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const pencil = button('Edit tickets')
const cards = page.getByRole('article')
const headings = cards.getByRole('heading')
const card = (title: string) => page.getByRole('article', { name: title, exact: true })
const editor = page.getByRole('form', { name: 'Edit tickets' })
const ticketFields = editor.getByRole('region')
const field = (number: number, label: string) => ticketFields.nth(number - 1).getByLabelText(label, { exact: true })
const addTicket = editor.getByRole('button', { name: 'Add Ticket/Pass' })
const saveChanges = editor.getByRole('button', { name: 'Save Changes' })
const cancel = editor.getByRole('button', { name: 'Cancel' })

interface Changed extends Omit<Partial<Ticket>, 'date'> {
  date?: string
}

const buildTicket = ({ date = '', ...changed }: Changed): Ticket => ({
  ...newTicket(newId()),
  details: '',
  ...changed,
  date: date as Ticket['date'],
})

const flight = buildTicket({
  title: 'Toronto to Lisbon, AC848',
  details: 'Seat 23A',
  date: '2031-05-02',
  time: '10:30 AM',
  location: 'YYZ, Gate E73',
  confirmationNumber: 'QK7F2P',
})
const train = buildTicket({ type: 'train', title: 'Lisbon to Porto', confirmationNumber: '8F-4471' })

async function openTickets(tickets: Ticket[]): Promise<OpenedTrip> {
  const opened = await openTrip({ type: 'air_travel', values: { tickets } })
  opened.show(<TicketsTab trip={opened.trip} failures={{}} />)
  return opened
}

const header = (one: Locator) => one.element().querySelector('header') as HTMLElement
const headers = () => cards.all().map(header)

test('a restored draft has its place while its editor loads, and takes no focus', async () => {
  await unload(laterEditor)
  const { trip, show } = await openTrip({ type: 'air_travel', values: { tickets: [train] } })
  const key = draftKey(ROBIN.id, trip.id, 'tickets')
  drafts.write(key, { from: [train], value: [{ ...train, title: 'To Madrid' }] })
  const heights: number[] = []
  const observer = new MutationObserver(() => {
    const place = page.getByText('Loading...', { exact: true }).elements()[0]?.parentElement
    if (place) heights.push(place.offsetHeight)
  })
  observer.observe(document, { subtree: true, childList: true })
  show(<TicketsTab trip={trip} failures={{}} />)
  await expect.element(field(1, 'Title')).toHaveValue('To Madrid')
  observer.disconnect()
  expect(Math.max(...heights)).toBeGreaterThanOrEqual(innerHeight)
  expect(document.activeElement).toBe(document.body)
  await cancel.click()
  await expect.element(pencil).toHaveFocus()
})

test('TICK-24, TICK-25, TICK-30 without tickets the tab says so, and the pencil opens the editor', async () => {
  const { trip, show, sent } = await openTrip({ type: 'air_travel' })
  show(<TicketsTab trip={trip} failures={{}} />)
  await expect.element(page.getByText('No tickets added yet')).toBeVisible()
  await expectCount(page.getByText('Loading tickets and documents...'), 0)
  await expect.element(button('Add First Ticket')).toBeVisible()
  await expectCount(cards, 0)
  await pencil.click()
  await expect.element(editor).toBeVisible()
  expect(sent('tickets')).toEqual([])
})

test('TICK-5..20 the travel reminders are collapsed until opened, and contain only text', async () => {
  await openTickets([])
  await expect.element(page.getByRole('heading', { name: 'Travel Reminders' })).toBeVisible()
  const lists = ['Before You Travel', 'At the Airport'].map((name) => page.getByRole('region', { name }))
  for (const list of lists) await expectCount(list, 0)
  await button('Show Tips').click()
  const named = [
    [
      /passport.*6\+ months/i,
      /visa/i,
      /print boarding passes/i,
      /baggage restrictions/i,
      /2-3 hours early.*international/i,
    ],
    [/documents accessible/i, /liquids.*3-1-1/i, /removable shoes/i, /medications.*carry-on/i, /airline app/i],
  ]
  for (const [index, list] of lists.entries()) {
    await expect.element(list.getByRole('heading')).toBeVisible()
    await expectTexts(list.getByRole('listitem'), named[index] ?? [])
    expect(list.element().querySelectorAll('input, textarea, button')).toHaveLength(0)
  }
  await expectCount(button('Show Tips'), 0)
  await button('Hide Tips').click()
  for (const list of lists) await expectCount(list, 0)
})

test('TICK-21, TICK-22, DATA-47, DATA-48, CONST-20 shows each ticket as a card with colour, icon and name of its type and its values, those to come first and past ones last', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-02T08:00:00-04:00') })
  await openTickets([
    flight,
    train,
    buildTicket({ type: 'bus', title: 'To Braga', date: '2031-05-01', time: 'every hour' }),
    buildTicket({ type: 'attraction', title: 'Livraria Lello', date: '2031-05-03', details: 'Voucher\nfor a book' }),
  ])
  await expectTexts(headings, ['Toronto to Lisbon, AC848', 'Livraria Lello', 'Lisbon to Porto', 'To Braga'])
  expect(headers().map((head) => head.querySelector('p')?.textContent)).toEqual([
    'Flight',
    'Attraction',
    'Train',
    'Bus',
  ])
  expect(new Set(headers().map((head) => getComputedStyle(head).backgroundColor)).size).toBe(4)
  expect(new Set(headers().map((head) => head.querySelector('svg')?.innerHTML)).size).toBe(4)
  // Only nearby days are marked.
  expect(headers().map((head) => head.textContent)).toEqual(['FlightToday', 'AttractionTomorrow', 'Train', 'BusPast'])

  const first = card('Toronto to Lisbon, AC848')
  await expectTexts(first.getByRole('term'), ['Date', 'Time', 'Location'])
  await expectTexts(first.getByRole('definition'), [/^Fri.*May 2.*2031$/, '10:30 AM', 'YYZ, Gate E73'])
  await expect.element(first).toHaveTextContent('Seat 23A')
  await expect.element(first.getByRole('button', { name: 'Copy confirmation number QK7F2P' })).toBeVisible()
  await expectCount(card('Lisbon to Porto').getByRole('term'), 0)
  await expectCount(card('To Braga').getByRole('button'), 0)
  await expectCount(card('To Braga').getByText('Confirmation number'), 0)
})

test('TICK-23, TICK-25..33, DATA-46..55, CONST-20 tickets are added, filled in and stored with one save', async () => {
  const { sent, stored, server } = await openTickets([])
  await button('Add First Ticket').click()
  await expect.element(pencil).toBeDisabled()
  await expect.element(field(1, 'Title')).toHaveValue('New Ticket')
  await expect.element(field(1, 'Title')).toHaveFocus()
  await expect.element(field(1, 'Details')).toHaveValue('Add details')
  for (const label of ['Date', 'Time', 'Location', 'Confirmation number'])
    await expect.element(field(1, label)).toHaveValue('')
  await expect.element(field(1, 'Time')).toHaveAttribute('placeholder', 'e.g., 10:30 AM')
  const types = ticketFields.first().getByRole('group', { name: 'Type' }).getByRole('radio')
  await expectCount(types, 4)
  for (const [index, word] of ['Flight', 'Train', 'Bus', 'Attraction'].entries())
    await expect.element(types.nth(index)).toHaveAccessibleName(word)
  await expect.element(types.nth(0)).toBeChecked()

  // Typing replaces the selected placeholder text.
  await type('Lisbon to Porto')
  await types.nth(1).click()
  await field(1, 'Details').fill('Coach 3')
  await field(1, 'Date').fill('2031-05-04')
  await field(1, 'Time').fill('nine-ish, after coffee')
  await field(1, 'Location').fill('Santa Apolónia')
  await field(1, 'Confirmation number').fill('8F-4471')
  await addTicket.click()
  await expectCount(ticketFields, 2)
  await expect.element(field(2, 'Title')).toHaveFocus()
  await expect.element(ticketFields.nth(1).getByRole('radio', { name: 'Flight' })).toBeChecked()
  await expect.element(cancel).toBeVisible()
  expect(stored('tickets')).toEqual([])
  expect(sent('tickets')).toEqual([])

  await saveChanges.click()
  await expectTexts(headings, ['Lisbon to Porto', 'New Ticket'])
  expect(header(card('Lisbon to Porto')).textContent).toContain('Train')
  await expect.element(card('Lisbon to Porto')).toHaveTextContent('nine-ish, after coffee')
  await expect
    .poll(() => stored('tickets'))
    .toEqual([
      {
        id: expect.stringMatching(UUID),
        type: 'train',
        title: 'Lisbon to Porto',
        details: 'Coach 3',
        date: '2031-05-04',
        time: 'nine-ish, after coffee',
        location: 'Santa Apolónia',
        confirmationNumber: '8F-4471',
        place_id: '',
        ...journey,
      },
      {
        id: expect.stringMatching(UUID),
        type: 'flight',
        title: 'New Ticket',
        details: 'Add details',
        date: '',
        time: '',
        location: '',
        confirmationNumber: '',
        place_id: '',
        ...journey,
      },
    ])
  const [one, two] = stored('tickets').map(({ id }) => id)
  expect(server.received).toMatchObject([
    [
      { do: 'insert', at: [one], entry: { title: 'Lisbon to Porto' }, after: null },
      { do: 'insert', at: [two], entry: { title: 'New Ticket' }, after: one },
    ],
  ])
  expect(one && two && one < two, 'ids are ordered by time').toBe(true)
})

const tickets = [flight, train, buildTicket({ type: 'bus', title: 'To Braga', date: '2031-05-01' })]
const titles = tickets.map(({ title }) => title)
const storedTitles = ({ stored }: OpenedTrip) => stored('tickets').map(({ title }) => title)

test('TICK-27, TICK-29, TICK-32, TICK-34 Cancel discards the working copy', async () => {
  const opened = await openTickets(tickets)
  // Shown by date, and edited in their own order.
  const shown = ['To Braga', 'Toronto to Lisbon, AC848', 'Lisbon to Porto']
  await expectTexts(headings, shown)
  await pencil.click()
  await field(1, 'Title').fill('To Madrid')
  await ticketFields.nth(1).getByRole('button', { name: 'Delete Lisbon to Porto' }).click()
  await expectCount(ticketFields, 2)
  await addTicket.click()
  await expectCount(ticketFields, 3)
  await cancel.click()
  await expectCount(editor, 0)
  await expectTexts(headings, shown)
  expect(opened.sent('tickets')).toEqual([])
  expect(storedTitles(opened)).toEqual(titles)
})

test('TICK-27, TICK-32, VALID-49 edits stay in the working copy until Save stores them in their new order; Undo reverts', async () => {
  const odd = `<b>Zug</b> 🚂👩‍👩‍👧 قطار '; --`
  const opened = await openTickets(tickets)
  await pencil.click()
  await field(1, 'Title').fill(odd)
  await field(1, 'Details').fill(`${odd}\nsecond line`)
  await field(1, 'Time').fill(odd)
  await field(1, 'Location').fill('')
  await field(1, 'Confirmation number').fill(odd)
  await ticketFields.nth(1).getByRole('button', { name: 'Delete Lisbon to Porto' }).click()
  await page.getByRole('status').filter({ hasText: 'Removed' }).getByRole('button', { name: 'Undo' }).click()
  await expect.element(field(2, 'Title')).toHaveValue('Lisbon to Porto')
  await ticketFields.nth(1).getByRole('button', { name: 'Delete Lisbon to Porto' }).click()
  await field(2, 'Title').fill('')
  await expect.element(ticketFields.nth(1).getByText('no title yet')).toBeVisible()
  await field(2, 'Date').fill('')
  button('Move ticket 2').element().focus()
  await press('ArrowUp')
  await expect.element(field(2, 'Title')).toHaveValue(odd)
  expect(storedTitles(opened)).toEqual(titles)
  expect(opened.sent('tickets')).toEqual([])
  await saveChanges.click()
  await expect
    .poll(() => opened.stored('tickets'))
    .toEqual([
      expect.objectContaining({ id: tickets[2]?.id, type: 'bus', title: '', date: '' }),
      expect.objectContaining({
        id: tickets[0]?.id,
        title: odd,
        details: `${odd}\nsecond line`,
        time: odd,
        location: '',
        confirmationNumber: odd,
      }),
    ])
  // Only what the person changed, in one request.
  const texts = ['title', 'details', 'time', 'location', 'confirmationNumber'].map((name) => `set * ${name}`)
  expect(opened.sent('tickets')).toEqual([['remove *', 'move *', 'set * title', 'set * date', ...texts]])
  // A ticket without a title shows its type.
  await expectTexts(headings, [odd, 'Bus'])
})

test('tickets can be edited by keyboard without losing the focus', async () => {
  await openTickets([])
  await pressOn(button('Add First Ticket'), 'Enter')
  const titleFields = page.getByLabelText('Title', { exact: true })
  await expect.element(titleFields).toHaveFocus()
  await pressOn(addTicket, 'Enter')
  await expect.element(titleFields.nth(1)).toHaveFocus()
  const bins = page.getByTitle('Delete ticket')
  await pressOn(bins.nth(1), 'Enter')
  await expect.element(bins).toHaveFocus()
  await press('Enter')
  await expect.element(addTicket).toHaveFocus()
  await pressOn(addTicket, 'Enter')
  await pressOn(saveChanges, 'Enter')
  await expect.element(pencil).toHaveFocus()
  await press('Enter')
  await expect.element(titleFields).toHaveFocus()
  await pressOn(cancel, 'Enter')
  await expect.element(pencil).toHaveFocus()
})

test('what was done to a card is announced, and can still be undone while the tickets are edited', async () => {
  const pass = buildDocument('boarding-pass.pdf')
  const files = [{ id: pass.id, passenger_id: '' }]
  const values = { tickets: [{ ...train, files }] }
  const { trip, show, stored } = await openTrip({ type: 'air_travel', values, documents: [pass] })
  show(<TicketsTab trip={trip} failures={{}} />)
  const detach = button('Detach boarding-pass.pdf')
  await expect.element(detach).toBeVisible()
  const regions = page.getByRole('status').elements()
  await detach.click()
  await expect.poll(() => stored('tickets')[0]?.files).toEqual([])
  const undo = button('Undo')
  // Screen readers may miss a region that appears with its text.
  expect(regions).toContain(undo.element().closest('[role=status]'))
  await pencil.click()
  await expect.element(field(1, 'Title')).toHaveValue('Lisbon to Porto')
  await undo.click()
  await expect.poll(() => stored('tickets')[0]?.files).toEqual(files)
})

const buildStay = (name: string, starts_on: string, ends_on: string) =>
  newStay(newId(), { name, starts_on: starts_on as OptionalLocalDate, ends_on: ends_on as OptionalLocalDate })
const stays = [
  buildStay('Hotel in Porto', '2031-05-04', '2031-05-06'),
  buildStay('Hotel in Lisbon', '2031-05-02', '2031-05-04'),
  buildStay('Hotel in Toronto', '2031-04-30', '2031-05-01'),
]

async function openStays(tickets: Ticket[], failures: Record<string, string> = {}): Promise<OpenedTrip> {
  const failed = Object.keys(failures) as 'tickets'[]
  const opened = await openTrip({ type: 'air_travel', values: { tickets, stays }, failed })
  opened.show(<TicketsTab trip={opened.trip} failures={failures} />)
  return opened
}

test('stays are among the tickets by date, and stay in sight while the tickets are edited', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-02T08:00:00-04:00') })
  await openStays([...tickets, buildTicket({ title: 'Livraria Lello', date: '2031-05-04', time: '3:00 PM' })])
  await expectTexts(headings, [
    'Toronto to Lisbon, AC848',
    'Hotel in Lisbon',
    'Livraria Lello',
    'Hotel in Porto',
    'Lisbon to Porto',
    'Hotel in Toronto',
    'To Braga',
  ])
  await expect.element(button('Add a stay')).toBeVisible()
  await pencil.click()
  await expectTexts(headings, ['Hotel in Lisbon', 'Hotel in Porto', 'Hotel in Toronto'])
  await expectCount(button('Add a stay'), 0)
  // Their dialogs open meanwhile, and leave what is being edited.
  await field(1, 'Title').fill('To Madrid')
  await button('Edit Hotel in Porto').click()
  await page.getByRole('dialog').getByLabelText('Name', { exact: true }).fill('Porto Inn')
  await press('Enter')
  await button('Done').click()
  await expect.element(card('Porto Inn')).toBeVisible()
  await expect.element(field(1, 'Title')).toHaveValue('To Madrid')
  await cancel.click()
  await expect.element(button('Add a stay')).toBeVisible()
})

test('with stays but no tickets, the tab says so above them', async () => {
  await openStays([])
  await expectCount(cards, 3)
  await expect.element(page.getByText('No tickets added yet')).toBeVisible()
  await button('Add First Ticket').click()
  await expect.element(field(1, 'Title')).toHaveFocus()
})

test('the first stay is added where there are no tickets', async () => {
  const { stored } = await openTickets([])
  await button('Add a stay').click()
  await page.getByRole('dialog').getByLabelText('Name', { exact: true }).fill('Hotel in Faro')
  await button('Add').click()
  await expect.element(card('Hotel in Faro')).toBeVisible()
  await expect.element(button('Add a stay')).toHaveFocus()
  await expect.poll(() => stored('stays').map(({ name }) => name)).toEqual(['Hotel in Faro'])
})

test('a link to a stay leads to its card', async () => {
  const id = stays[0]?.id ?? ''
  history.replaceState(null, '', `#${id}`)
  await openStays(tickets)
  await expect.poll(() => document.activeElement?.id).toBe(id)
  await expect.element(card('Hotel in Porto')).toBeInViewport()
  expect(location.hash).toBe('')
})

test('tickets and stays are shown without one another if one of them could not be loaded', async () => {
  await openStays(tickets, { stays: 'Failed to load stays' })
  await expect.element(page.getByText(/Failed to load stays/)).toBeVisible()
  await expectCount(cards, 3)
  await expectCount(button('Add a stay'), 0)
  await openStays(tickets, { tickets: 'Failed to load tickets' })
  await expect.element(page.getByText(/Failed to load tickets/)).toBeVisible()
  await expectTexts(headings, ['Hotel in Toronto', 'Hotel in Lisbon', 'Hotel in Porto'])
  await expect.element(button('Add a stay')).toBeVisible()
})

test('says once that nothing could be loaded, and twice that each part failed for a reason of its own', async () => {
  const alerts = page.getByRole('alert')
  await openStays([], { tickets: 'Failed to load data', stays: 'Failed to load data' })
  await expectCount(alerts, 1)
  await openStays([], { tickets: 'Failed to load tickets', stays: 'Failed to load stays' })
  await expectTexts(alerts, [/Failed to load stays/, /Failed to load tickets/])
})
