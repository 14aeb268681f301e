import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { localDate } from '#domain/local-date.ts'
import { type Ticket, ticketTypes } from '#domain/plan/tickets.ts'
import { buildTicket } from '#domain/testing/tickets.ts'
import { newId } from '#web/data/new-id.ts'
import { plan } from '#web/data/root/plan.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { inDark } from '#web/testing/media.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectTexts, sidewaysScroll, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { TicketsTab } from './trip-tab.tsx'

const pencil = button('Edit tickets')
const editor = page.getByRole('form', { name: 'Edit tickets' })
const field = (number: number, label: string) =>
  editor
    .getByRole('region')
    .nth(number - 1)
    .getByLabelText(label, { exact: true })
const alert = page.getByRole('alert')
const loading = page.getByText('Loading tickets and documents...')
const nothing = page.getByText('No tickets added yet')

const flight = buildTicket('Toronto to Lisbon, AC848', {
  details: 'Seat 23A',
  date: localDate.parse('2031-05-02'),
  time: '10:30 AM',
  location: 'YYZ, Gate E73',
  confirmationNumber: 'QK7F2P',
})

async function openTickets(tickets: Ticket[]): Promise<OpenedTrip> {
  const opened = await openTrip({ type: 'air_travel', values: { tickets } })
  opened.show(<TicketsTab trip={opened.trip} failures={{}} />)
  return opened
}

test('PROD-3, TICK-1 only air trips have the tab', async () => {
  const car = await openTrip({ type: 'car_trip' })
  showApp(`/trip/${car.trip.id}?tab=tickets`)
  await expect.element(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
  await expectCount(page.getByRole('tab', { name: 'Tickets & Passes' }), 0)
  const air = await openTrip({ type: 'air_travel' })
  showApp(`/trip/${air.trip.id}?tab=tickets`)
  await expect.element(page.getByRole('tab', { name: 'Tickets & Passes' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(nothing).toBeVisible()
  await expectCount(loading, 0)
})

test('TICK-2 the tab says while it loads', async () => {
  const { trip, show } = await openTrip({ type: 'air_travel' })
  // Its plan has not arrived.
  show(<TicketsTab trip={{ ...trip, id: newId() }} failures={undefined} />)
  await expect.element(loading).toBeVisible()
  await expectCount(pencil, 0)
})

test('TICK-3, TICK-4 tickets that fail to load say so and what to do, and the reminders are still there', async () => {
  const { trip, show } = await openTrip({ type: 'air_travel', failed: ['tickets'] })
  show(<TicketsTab trip={trip} failures={{ tickets: 'Failed to load tickets' }} />)
  await expect.element(alert).toHaveTextContent('Error: Failed to load tickets')
  await expect.element(alert).toHaveTextContent(/make sure the backend is connected.*refresh the page/i)
  await expectCount(pencil, 0)
  await expect.element(button('Show Tips')).toBeVisible()
})

test('TICK-2..4, ERR-21 documents that fail to load say so and what to do, and the tickets are still there', async () => {
  // The page of a member has the documents of the whole app.
  const { trip, show } = await openTrip({ type: 'air_travel', trip: { role: 'member', members_edit: false } })
  vi.spyOn(plan, 'findDocuments').mockReturnValue(undefined)
  show(<TicketsTab trip={trip} failures={{ documents: 'Failed to load travel documents' }} />)
  await expect.element(alert).toHaveTextContent('Error: Failed to load travel documents')
  await expect.element(alert).toHaveTextContent(/make sure the backend is connected.*refresh the page/i)
  await expectCount(button('Show Documents'), 0)
  await expect.element(nothing).toBeVisible()
})

test('pressing the confirmation number copies it, says so for two seconds, and says if it failed', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  await openTickets([flight])
  const code = button('Copy confirmation number QK7F2P')
  const status = page.getByRole('article').getByRole('status')
  await expect.element(code).toBeVisible()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await code.click()
  await expect.element(status).toHaveTextContent('Copied')
  expect(written).toHaveBeenCalledExactlyOnceWith('QK7F2P')
  await vi.advanceTimersByTimeAsync(1999)
  await expect.element(status).toHaveTextContent('Copied')
  await vi.advanceTimersByTimeAsync(1)
  await expect.element(status).toHaveTextContent(/^$/)

  // As on a plain-http address.
  written.mockRejectedValue(new TypeError('There is no clipboard'))
  const command = vi.spyOn(document, 'execCommand').mockImplementation(() => {
    const { value, selectionStart, selectionEnd } = document.activeElement as HTMLTextAreaElement
    selected.push(value.slice(selectionStart, selectionEnd))
    return true
  })
  const selected: string[] = []
  await code.click()
  await expect.element(status).toHaveTextContent('Copied')
  await expect.element(code).toHaveFocus()
  expect(selected).toEqual(['QK7F2P'])
  expect(command).toHaveBeenCalledWith('copy')
  command.mockReturnValue(false)
  await code.click()
  await expect.element(status).toHaveTextContent(/^We couldn’t copy it/)
})

test('TICK-33, DATA-46..55, VALID-49 odd texts and empty fields are stored as typed, with one save', async () => {
  const odd = `<b>Zug</b> 🚂👩‍👩‍👧 قطار '; --`
  const train = buildTicket('Lisbon to Porto', { type: 'train', date: localDate.parse('2031-05-04') })
  const { sent, stored } = await openTickets([train, buildTicket('Museum', { type: 'attraction' })])
  await pencil.click()
  await field(1, 'Title').fill('')
  await field(1, 'Date').fill('')
  await field(2, 'Title').fill(odd)
  await field(2, 'Details').fill(`${odd}\nsecond line`)
  await field(2, 'Time').fill(odd)
  await field(2, 'Confirmation number').fill(odd)
  expect(sent('tickets')).toEqual([])
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(() => stored('tickets'))
    .toMatchObject([
      { id: train.id, type: 'train', title: '', date: '' },
      { title: odd, details: `${odd}\nsecond line`, time: odd, confirmationNumber: odd },
    ])
  expect(sent('tickets')).toHaveLength(1)
  // A ticket without a title shows its type.
  await expectTexts(page.getByRole('article').getByRole('heading'), ['Train', odd])
})

test('what another person edits and adds at the same time stays', async () => {
  const train = buildTicket('Lisbon to Porto', { type: 'train' })
  const { stored, editAsOther } = await openTickets([flight, train])
  await pencil.click()
  await field(1, 'Location').fill('Gate E99')
  await editor.getByRole('button', { name: 'Add Ticket/Pass' }).click()
  await type('Museum')
  editAsOther('tickets', ([first]) => [{ ...(first as Ticket), time: '11:45 AM' }, buildTicket('Bus to Braga')])
  await editor.getByRole('button', { name: 'Save Changes' }).click()
  await expect
    .poll(() => stored('tickets').map(({ title }) => title))
    .toEqual([flight.title, expect.stringMatching(/Museum|Bus to Braga/), expect.stringMatching(/Museum|Bus to Braga/)])
  expect(stored('tickets')[0]).toMatchObject({ location: 'Gate E99', time: '11:45 AM' })
})

test('no axe violations on tickets, their editor and the reminders, on phone and desktop, in light and dark colours', async () => {
  const date = localDate.parse('2020-05-02')
  await openTickets(ticketTypes.map((kind) => ({ ...flight, id: newId(), type: kind, date })))
  await button('Show Tips').click()
  for (const edit of [false, true]) {
    if (edit) await pencil.click()
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.viewport(width, height)
      await expectNoAxeFindings()
      expect(sidewaysScroll()).toBe(0)
    }
    await inDark(expectNoAxeFindings)
  }
})
