import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { canReadDocuments } from '#domain/access.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { costs } from '#domain/plan/costs.ts'
import { type Ticket, tickets } from '#domain/plan/tickets.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press, pressOn, sidewaysScroll } from '#web/testing/screen.ts'
import { recordSharedText } from '#web/testing/shared-text.ts'
import { unload } from '#web/testing/unload.ts'
import { bookingExpenseId } from '#web/trip-core/bookings/booking-expense.ts'
import { laterDrawing } from '#web/trip-core/codes/code-picture.tsx'
import { type Undo, UndoBar } from '#web/ui/undo-bar.tsx'
import { useTicketParts } from './card/use-ticket-parts.ts'
import { TicketCard } from './ticket-card.tsx'

const [robin, ben] = [buildComing('Robin Tester', { id: ROBIN.id }), buildComing('Ben')]
const party = buildParty(robin, ben)
const passengerOf = (person_id: string, name = '') => ({ id: crypto.randomUUID(), person_id, name })
const [ofBen, ofRobin, ofGuest] = [passengerOf(ben.id), passengerOf(robin.id), passengerOf('', 'Zoë O’Shaughnessy')]
const seat = ({ id }: { id: string }, text: string, cabin = '') => ({ id, seat: text, cabin })
const codeOf = (text: string, passenger_id = '', segment_id = '') =>
  ({ id: crypto.randomUUID(), format: 'qr', text, passenger_id, segment_id }) as const

const [toMontreal, toLisbon] = [
  buildSegment('YYZ', '2031-05-02T18:00', 'YUL', '2031-05-02T19:15', {
    ...{ carrier: 'AC', number: '424', from: 'Toronto', to: 'Montréal', terminal: '1', gate: 'D20' },
    check_in_at: '17:00',
    seats: [seat(ofBen, '20A'), seat(ofRobin, '21A', 'Economy'), seat(ofGuest, '', 'Coach 3')],
  }),
  buildSegment('YUL', '2031-05-02T23:00', 'LIS', '2031-05-03T10:40', {
    ...{ carrier: 'TP', number: '254', from: 'Montréal', to: 'Lisbon' },
    seats: [seat(ofRobin, '9F')],
  }),
]
const flight = buildTicket('Toronto to Lisbon', {
  ...{ date: '2031-05-02' as LocalDate, time: '6:00 PM', location: 'YYZ, Gate E73', confirmationNumber: 'QK7F2P' },
  ...{ passengers: [ofBen, ofRobin, ofGuest], price: 318_400, currency: 'CAD', segments: [toMontreal, toLisbon] },
})
const flightWith = (more: Partial<Ticket>): Ticket => ({ ...flight, id: crypto.randomUUID(), ...more })

const card = page.getByRole('article')
const journey = card.getByRole('list', { name: 'Journey' })
const legs = () => Array.from(journey.element().children) as HTMLElement[]
const legTexts = () => legs().map(({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' '))
const actions = button(/^Actions for /)
const undo = button('Undo')

/** The card as its tab shows it: with what is in the plan now. */
function Cards({ trip }: { trip: OpenedTrip['trip'] }) {
  const [undo, setUndo] = useState<Undo>()
  const section = useSection(trip.id, 'tickets')
  return (
    <>
      <ul className="columns-of-cards grid gap-4 p-4">
        {section && <List {...{ trip, section }} offerUndo={setUndo} />}
      </ul>
      <UndoBar offer={undo} onGone={() => setUndo(undefined)} />
    </>
  )
}

interface ListProps {
  trip: OpenedTrip['trip']
  section: ShownSection<'tickets'>
  offerUndo: (undo: Undo) => void
}

function List({ trip, section, offerUndo }: ListProps) {
  const parts = useTicketParts(trip, section)
  return section.value.map((ticket) => (
    <li key={ticket.id} className="min-w-0 max-w-none">
      <TicketCard {...{ trip, ticket, parts, offerUndo }} canEdit={section.edit !== undefined} />
    </li>
  ))
}

async function openCard(ticket: Ticket, more: Omit<TripOptions, 'type'> = {}): Promise<OpenedTrip> {
  const values = { people: [party], tickets: [ticket], ...more.values }
  const opened = await openTrip({ ...more, type: 'air_travel', values })
  opened.show(<Cards trip={opened.trip} />)
  await expect.element(card).toBeVisible()
  return opened
}

const at = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) })

test('a journey is shown as it will be: local times, the wait, where to go, and who sits where', async () => {
  at('2031-04-20T12:00:00-04:00')
  await openCard(flight)
  await expect
    .poll(legTexts)
    .toEqual([
      'Fri, May 2AC 4241 h 15YYZToronto6:00 PMtoYULMontréal7:15 PMTerminal 1Gate D20Check in by 5:00 PM' +
        'Seat 21AEconomyBen: Seat 20AZoë O’Shaughnessy: Coach 3',
      '3 h 45 in MontréalFri, May 2TP 2546 h 40YULMontréal11:00 PMtoLISLisbon10:40 AM +1 daySeat 9F',
    ])
  // What was typed is shown where the journey says something else.
  await expectTexts(card.getByRole('term'), ['Location'])
  await expectTexts(card.getByRole('definition'), ['YYZ, Gate E73'])
  await expect.element(card).toHaveTextContent('Passengers: You, Ben, and Zoë O’Shaughnessy')
  await expect.element(button('Copy confirmation number QK7F2P')).toBeVisible()
  // A date this far away is not marked.
  expect(card.element().querySelector('header')?.textContent).toBe('Flight')
  await expectNoAxeFindings()
})

test('what cannot work is told in words', async () => {
  at('2031-04-20T12:00:00-04:00')
  const backwards = { ...toMontreal, arrives_at: '17:30' }
  await openCard(flightWith({ segments: [backwards, { ...toLisbon, departs_at: '17:40' }] }))
  await expect
    .poll(legTexts)
    .toEqual([
      expect.stringContaining('This arrives before it leaves. Check the dates and times.'),
      expect.stringContaining('Only 10 minutes in Montréal. Ask the airline whether that’s enough.'),
    ])
  await openCard(flightWith({ segments: [toMontreal, { ...toLisbon, departs_at: '18:30', from_code: 'YMX' }] }))
  await expect
    .poll(legTexts)
    .toEqual([
      expect.not.stringContaining('Check the dates'),
      expect.stringContaining('TP 254 leaves before AC 424 arrives. Check the dates and times.'),
    ])
  await openCard(flightWith({ segments: [toMontreal, { ...toLisbon, from: '', from_code: 'YMX' }] }))
  await expect
    .poll(legTexts)
    .toEqual([expect.anything(), expect.stringContaining('You arrive at Montréal (YUL) and leave from YMX.')])
  const night = buildSegment('YYZ', '2031-11-02T01:30', 'LIS', '2031-11-02T13:00')
  await openCard(flightWith({ segments: [night] }))
  await expect
    .poll(legTexts)
    .toEqual([expect.stringContaining('The clocks go back that night, so 1:30 AM happens twice.')])
})

test('the part that comes next is marked, and what is over is quiet', async () => {
  const header = () => card.element().querySelector('header')?.textContent
  const isQuiet = () => legs().map((leg) => leg.lastElementChild?.classList.contains('text-muted'))
  at('2031-05-01T12:00:00-04:00')
  await openCard(flight)
  await expect.poll(header).toBe('FlightTomorrow')
  at('2031-05-02T20:00:00-04:00')
  await openCard(flight)
  await expect.poll(header).toBe('FlightToday')
  expect(isQuiet()).toEqual([true, false])
  expect(legTexts()[1]).toContain('Fri, May 2Today')
  // Over the Atlantic.
  at('2031-05-03T04:00:00-04:00')
  await openCard(flight)
  await expect.poll(header).toBe('FlightToday')
  // By the time it has landed, though its day is not over.
  at('2031-05-03T11:00:00+01:00')
  await openCard(flight)
  await expect.poll(header).toBe('FlightPast')
  expect(isQuiet()).toEqual([true, true])
  // Where nobody knows when it arrives, the day counts; the typed date counts for nothing.
  const unknown = { ...toMontreal, arrives_on: '', arrives_at: '' } as const
  at('2031-05-02T23:30:00-04:00')
  await openCard(flightWith({ segments: [unknown], date: '2031-04-01' as LocalDate }))
  await expect.poll(header).toBe('FlightToday')
})

test('on a phone codes stay on one line, and nothing is wider than the screen, also with large text', async () => {
  const long = 'Estação Ferroviária de Lisboa Apolónia 40'
  const segments = [
    buildSegment('WMW', '2031-05-02T18:00', 'MWM', '2031-05-02T19:15', { from: long, to: long.replaceAll(' ', '') }),
    buildSegment('', '2031-05-03T18:00', '', '2031-05-04T19:15', { from: long, to: long.replaceAll(' ', '') }),
    toMontreal,
    toLisbon,
  ]
  const named = flightWith({ segments, passengers: [passengerOf('', 'Maximiliana-Wilhelmina-O’Shaughnessy-Berg')] })
  await page.viewport(390, 844)
  try {
    for (const size of ['100%', '200%']) {
      document.documentElement.style.fontSize = size
      await openCard(named)
      await expect.poll(() => legs().length).toBe(4)
      expect(sidewaysScroll()).toBe(0)
      for (const code of ['WMW', 'MWM']) {
        const range = document.createRange()
        range.selectNodeContents(card.getByText(code, { exact: true }).element())
        const { left, right } = range.getBoundingClientRect()
        expect(range.getClientRects()).toHaveLength(1)
        const box = card.element().getBoundingClientRect()
        expect(left >= box.left && right <= box.right).toBe(true)
      }
    }
  } finally {
    document.documentElement.style.fontSize = ''
    await page.viewport(1280, 800)
  }
})

test('what draws a code is there before it is shown', async () => {
  await unload(laterDrawing)
  await openCard(flight)
  expect(laterDrawing.code).toBeUndefined()
  await openCard(flightWith({ codes: [codeOf('all')] }))
  await expect.poll(() => laterDrawing.code).toBeDefined()
})

test('the codes are shown one after the other, the own one for the next part first', async () => {
  at('2031-05-02T20:00:00-04:00')
  const codes = [
    codeOf('ben', ofBen.id),
    codeOf('own, second part', ofRobin.id, toLisbon.id),
    codeOf('own, first part', ofRobin.id, toMontreal.id),
    codeOf('all'),
  ]
  await openCard(flightWith({ codes }))
  const show = button('Show code for Toronto to Lisbon')
  await pressOn(show, 'Enter')
  await expect.element(dialog()).toHaveTextContent('Robin Tester')
  await expect.element(dialog()).toHaveTextContent('TP 254 · YUL to LIS · Seat 9F')
  await expect.element(dialog()).toHaveTextContent('3 of 4')
  await press('ArrowLeft')
  await expect.element(dialog()).toHaveTextContent('AC 424 · YYZ to YUL · Seat 21A')
  await press('ArrowRight')
  await press('ArrowRight')
  await expect.element(dialog()).toHaveTextContent('AC 424 · YYZ to YUL · Seat 20A')
  await press('Escape')
  await expectCount(dialog(), 0)
  await expect.element(show).toHaveFocus()
  await openCard(flight)
  await expectCount(show, 0)
})

test('documents of the trip are attached, opened and detached', async () => {
  const [pass, voucher] = [buildDocument('boarding-pass.pdf'), buildDocument('voucher.pdf')]
  const gone = { id: crypto.randomUUID(), passenger_id: '' }
  const { stored } = await openCard(flightWith({ files: [gone] }), { documents: [pass, voucher] })
  const files = () => stored('tickets')[0]?.files
  const links = card.getByRole('link')
  await expectCount(links, 0)
  await pressOn(actions, 'Enter')
  await page.getByRole('menuitem', { name: 'Attach a document' }).click()
  await expectNoAxeFindings()
  await dialog().getByLabelText('Who it’s for').selectOptions('You')
  await dialog().getByRole('button', { name: 'boarding-pass.pdf' }).click()
  await expectCount(dialog(), 0)
  await expectTexts(links, ['boarding-pass.pdf (You)'])
  await expect.element(links).toHaveAttribute('href', pass.file_url)
  await expect.element(links).toHaveAttribute('target', '_blank')
  await expect.poll(files).toEqual([gone, { id: pass.id, passenger_id: ofRobin.id }])

  // What is attached is not offered again.
  await pressOn(actions, 'Enter')
  await page.getByRole('menuitem', { name: 'Attach a document' }).click()
  await expectTexts(dialog().getByRole('list').getByRole('button'), ['voucher.pdf'])
  await dialog().getByRole('button', { name: 'Close' }).click()

  await button('Detach boarding-pass.pdf').click()
  await expectCount(links, 0)
  await expect.poll(files).toEqual([gone])
  await undo.click()
  await expectTexts(links, ['boarding-pass.pdf (You)'])
})

test('a document is attached to a ticket without a journey, too', async () => {
  const pass = buildDocument('boarding-pass.pdf')
  const { stored } = await openCard(buildTicket('To Porto', { type: 'train' }), { documents: [pass] })
  await actions.click()
  await expectTexts(page.getByRole('menuitem'), ['Attach a document'])
  await page.getByRole('menuitem').click()
  await expectCount(dialog().getByLabelText('Who it’s for'), 0)
  await dialog().getByRole('button', { name: 'boarding-pass.pdf' }).click()
  await expect.poll(() => stored('tickets')[0]?.files).toEqual([{ id: pass.id, passenger_id: '' }])
  await undo.click()
  await expect.poll(() => stored('tickets')[0]?.files).toEqual([])
})

test('a ticket is sent as a text', async () => {
  const sharedText = recordSharedText()
  await openCard(flight)
  await actions.click()
  await page.getByRole('menuitem', { name: 'Share ticket' }).click()
  await expect.poll(sharedText).toContain('AC 424, Toronto to Montréal\nFri, May 2 · 6:00 PM to 7:15 PM · 1 h 15\n')
  expect(sharedText()).toContain('Passengers: Ben, Robin Tester, and Zoë O’Shaughnessy')
})

test('a price is added to the costs once', async () => {
  const { trip, stored } = await openCard(flight)
  await expect.element(card).toHaveTextContent('Price: $3,184.00')
  const add = button('Add to costs: Toronto to Lisbon')
  await pressOn(add, 'Enter')
  const link = card.getByRole('link', { name: 'See in costs' })
  await expect.element(link).toBeVisible()
  await expectCount(add, 0)
  await expect.poll(() => stored('costs').currency).toBe('CAD')
  await expect
    .poll(() => stored('costs').expenses)
    .toMatchObject([
      {
        ...{ id: bookingExpenseId(flight.id), name: 'Toronto to Lisbon', category: 'transport', date: '2031-05-02' },
        ...{ is_for_all: false, added_by: ROBIN.id, currency: 'CAD' },
        payers: [{ person_id: ROBIN.id, amount: 318_400 }],
        shares: [{ person_id: ben.id }, { person_id: ROBIN.id }],
      },
    ])
  await undo.click()
  await expect.element(add).toBeVisible()
  await expect.poll(() => stored('costs').expenses).toEqual([])
  await add.click()
  await expect.element(link).toHaveAttribute('href', `/trip/${trip.id}/group?tab=costs`)
  await expect.poll(() => stored('costs').expenses).toHaveLength(1)
  expect(costs.schema.safeParse(stored('costs')).success).toBe(true)
})

test('members who may not edit the plan attach nothing', async () => {
  const [pass, voucher] = [buildDocument('boarding-pass.pdf'), buildDocument('voucher.pdf')]
  const files = [{ id: pass.id, passenger_id: ofBen.id }]
  await openCard(flightWith({ files, codes: [codeOf('ben', ofBen.id)] }), {
    trip: { role: 'member', members_edit: false },
    documents: [pass, voucher],
  })
  await expect.element(card.getByRole('link', { name: 'boarding-pass.pdf (Ben)' })).toBeVisible()
  await expectCount(button(/^Detach /), 0)
  await expect.element(button('Show code for Toronto to Lisbon')).toBeVisible()
  await actions.click()
  await expectTexts(page.getByRole('menuitem'), ['Share ticket'])
})

test('readers by share link get the journey, and no buttons but that of the confirmation number', async () => {
  const [shown] = tickets.readers(
    [flightWith({ codes: [codeOf('secret')], files: [{ id: crypto.randomUUID(), passenger_id: '' }] })],
    undefined as never,
  )
  const trip = { role: null, hides_documents: false }
  expect(canReadDocuments(trip)).toBe(true)
  await openCard(shown as Ticket, { trip, documents: [buildDocument('boarding-pass.pdf')] })
  await expect
    .poll(legTexts)
    .toEqual([
      'Fri, May 2AC 4241 h 15YYZToronto6:00 PMtoYULMontréal7:15 PMTerminal 1Gate D20Check in by 5:00 PM',
      '3 h 45 in MontréalFri, May 2TP 2546 h 40YULMontréal11:00 PMtoLISLisbon10:40 AM +1 day',
    ])
  expect(card.getByRole('button').elements()).toHaveLength(1)
  await expect.element(button('Copy confirmation number QK7F2P')).toBeVisible()
  await expectCount(card.getByRole('link'), 0)
  for (const secret of ['Robin', 'Ben', 'Seat', '3,184', 'Passenger'])
    await expect.element(card).not.toHaveTextContent(secret)
})
