import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Details } from '#domain/plan/details.ts'
import type { Ticket } from '#domain/plan/tickets.ts'
import { buildComing, buildNamedParty, buildParty } from '#domain/testing/people.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import {
  button,
  drawn,
  expectCount,
  expectTexts,
  focus,
  press,
  pressOn,
  sidewaysScroll,
  type,
} from '#web/testing/screen.ts'
import { unload } from '#web/testing/unload.ts'
import { laterEditor, TicketsPart } from './tickets-part.tsx'

const LONG_NAME = 'Maximiliana Wilhelmina O’Shaughnessy-Berg'
const editor = page.getByRole('form', { name: 'Edit tickets' })
const save = editor.getByRole('button', { name: 'Save Changes' })
const journey = editor.getByRole('group', { name: 'Journey', exact: true })
/** A part of the journey, by 'Flight 1' or 'Train 2'. */
const part = (name: string) => journey.getByRole('group', { name: new RegExp(`^${name}`) })
const field = (name: string, label: string) => part(name).getByLabelText(label, { exact: true })
const seats = (title: string | RegExp) => editor.getByRole('group', { name: title })
const undo = page.getByRole('status').filter({ hasText: 'Removed' }).getByRole('button', { name: 'Undo' })

function Tickets({ trip }: { trip: Trip }) {
  const section = useSection(trip.id, 'tickets')
  return section && <TicketsPart trip={trip} section={section} />
}

async function openTickets(values: PlanValues, options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip({ type: 'air_travel', values, ...options })
  opened.show(<Tickets trip={opened.trip} />)
  return opened
}

async function openEditor(values: PlanValues, options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTickets(values, options)
  await button('Edit tickets').click()
  await expect.element(editor).toBeVisible()
  return opened
}

const flights = (...segments: Ticket['segments']) => buildTicket('To Lisbon', { segments })
const toMontreal = () =>
  buildSegment('YYZ', '2031-05-02T18:00', 'YUL', '2031-05-02T19:15', { from: 'Toronto', to: 'Montréal' })
const toLisbon = () =>
  buildSegment('YUL', '2031-05-02T23:00', 'LIS', '2031-05-03T10:40', { from: 'Montréal', to: 'Lisbon' })
const robin = buildComing('Robin Tester', { id: ROBIN.id })

test('the editor is there before somebody edits, and readers do not load it', async () => {
  await unload(laterEditor)
  const tickets = [flights(toMontreal())]
  await openTickets({ tickets }, { trip: { role: 'member', members_edit: false } })
  await expect.element(page.getByRole('article')).toBeVisible()
  await drawn()
  await drawn()
  expect(laterEditor.code).toBeUndefined()
  await openTickets({ tickets })
  await expect.poll(() => laterEditor.code).toBeDefined()
  await expectCount(editor, 0)
})

test('a journey is typed from one field to the next, and what follows is filled in', async () => {
  const { stored } = await openTickets({ people: [buildParty(robin)] })
  await button('Add First Ticket').click()
  await pressOn(journey.getByRole('button', { name: 'Add a flight' }), 'Enter')
  await expect.element(field('Flight 1', 'Flight number')).toHaveFocus()
  await type('ac424')
  await focus(field('Flight 1', 'From'))
  await type('YYZ')
  await expect.element(page.getByRole('option', { name: /Toronto Pearson/ })).toBeVisible()
  // Small letters of a flight are a code, too.
  await focus(field('Flight 1', 'To'))
  await type('yul')
  await focus(field('Flight 1', 'Leaves at'))
  await expect.element(field('Flight 1', 'From')).toHaveValue('Toronto Pearson (YYZ)')
  await expect.element(field('Flight 1', 'To')).toHaveValue('Montréal Trudeau (YUL)')
  await expect.element(part('Flight 1').getByText('Toronto time').first()).toBeVisible()
  await field('Flight 1', 'Leaves at').fill('18:00')
  await field('Flight 1', 'Leaves on').fill('2031-05-02')
  await field('Flight 1', 'Arrives at').fill('19:15')
  await expect.element(field('Flight 1', 'Arrives on')).toHaveValue('2031-05-02')
  await expect.element(part('Flight 1').getByText('1 h 15', { exact: true })).toBeVisible()

  // The next one starts where and when this one ends.
  await pressOn(journey.getByRole('button', { name: 'Add a flight' }), 'Enter')
  await expect.element(field('Flight 2', 'Flight number')).toHaveFocus()
  await type('890')
  await userEvent.tab()
  await userEvent.tab()
  await expect.element(field('Flight 2', 'Flight number')).toHaveValue('AC 890')
  await expect.element(field('Flight 2', 'From')).toHaveFocus()
  await expect.element(field('Flight 2', 'From')).toHaveValue('Montréal Trudeau (YUL)')
  await expect.element(field('Flight 2', 'Leaves on')).toHaveValue('2031-05-02')
  await field('Flight 2', 'Leaves at').fill('23:00')
  await focus(field('Flight 2', 'To'))
  await type('Lisbon')
  await press('ArrowDown')
  await press('Enter')
  await field('Flight 2', 'Arrives at').fill('10:40')
  await expect.element(field('Flight 2', 'Arrives on')).toHaveValue('2031-05-03')
  await expect.element(part('Flight 2').getByText('6 h 40 · +1 day')).toBeVisible()
  await expect.element(journey.getByText('3 h 45 in Montréal Trudeau')).toBeVisible()
  await expect.element(journey.getByText('11 h 40 in total')).toBeVisible()
  await expectNoAxeFindings()

  await save.click()
  await expect
    .poll(() => stored('tickets'))
    .toMatchObject([
      {
        title: 'Toronto Pearson to Lisbon, AC 424',
        details: 'Add details',
        date: '',
        time: '',
        segments: [
          {
            carrier: 'AC',
            number: '424',
            from_code: 'YYZ',
            to_code: 'YUL',
            departs_at: '18:00',
            arrives_on: '2031-05-02',
          },
          {
            carrier: 'AC',
            number: '890',
            from_code: 'YUL',
            to_code: 'LIS',
            to_zone: 'Europe/Lisbon',
            arrives_on: '2031-05-03',
          },
        ],
      },
    ])
  // The trip's flight is known from now on.
  await expect
    .poll(() => stored('details'))
    .toMatchObject({
      departure_airport_code: 'YYZ',
      arrival_airport_code: 'LIS',
      air_travel_flight_info: { carrier: 'AC', flightNumber: 'AC 424' },
    })
})

test('the details of a trip keep what somebody typed', async () => {
  const details = { departure_airport_code: 'YTZ', air_travel_flight_info: { carrier: 'Porter', flightNumber: '' } }
  const opened = await openTrip({ type: 'air_travel', values: { tickets: [flights(toMontreal())] } })
  opened.editAsOther('details', (value): Details => ({ ...value, ...details }))
  opened.show(<Tickets trip={opened.trip} />)
  await button('Edit tickets').click()
  await field('Flight 1', 'Flight number').fill('AC 424')
  await save.click()
  await expect
    .poll(() => opened.stored('details'))
    .toMatchObject({
      departure_airport_code: 'YTZ',
      arrival_airport_code: 'YUL',
      air_travel_flight_info: { carrier: 'Porter', flightNumber: 'AC 424' },
    })
})

test('what cannot be right is told and saved all the same', async () => {
  const late = { ...toLisbon(), departs_at: '19:00', arrives_at: '' }
  const { stored } = await openEditor({ tickets: [flights(late, toMontreal())] })
  await expect.element(journey.getByText('These aren’t in order of departure.')).toBeVisible()
  await journey.getByRole('button', { name: 'Sort by departure' }).click()
  await expectCount(journey.getByRole('button', { name: 'Sort by departure' }), 0)
  await expect.element(field('Flight 1', 'From')).toHaveValue('Toronto (YYZ)')
  await expect.element(journey.getByText(/leaves before .* arrives/)).toBeVisible()
  await field('Flight 1', 'Arrives at').fill('17:00')
  await field('Flight 1', 'Arrives on').fill('2031-05-02')
  await expect.element(part('Flight 1').getByText('This arrives before it leaves.')).toBeVisible()
  // A place that is no airport has no zone, unless somebody chooses it.
  await field('Flight 2', 'From').fill('Seaplane dock')
  await part('Flight 2').getByRole('button', { name: 'Choose the time zone' }).click()
  await expect.element(field('Flight 2', 'Departure time zone')).toHaveFocus()
  await userEvent.selectOptions(field('Flight 2', 'Departure time zone'), 'America/Halifax')
  await field('Flight 2', 'From').fill('Seaplane dock 2')
  await field('Flight 2', 'Gate').fill('B22')
  await expectNoAxeFindings()
  await save.click()
  await expect
    .poll(() => stored('tickets')[0]?.segments)
    .toMatchObject([
      { from_code: 'YYZ', arrives_at: '17:00', arrives_on: '2031-05-02' },
      { from: 'Seaplane dock 2', from_code: '', from_zone: 'America/Halifax', gate: 'B22' },
    ])
})

test('a removed part comes back where it was, with its codes', async () => {
  const [one, two] = [toMontreal(), toLisbon()]
  const code = { id: crypto.randomUUID(), format: 'qr' as const, text: 'M1', passenger_id: '', segment_id: one.id }
  const { stored } = await openEditor({ tickets: [{ ...flights(one, two), codes: [code] }] })
  await part('Flight 1').getByRole('button', { name: 'Remove Flight 1' }).click()
  await expectCount(part('Flight 2'), 0)
  await expect.element(field('Flight 1', 'From')).toHaveValue('Montréal (YUL)')
  await field('Flight 1', 'Leaves at').fill('22:00')
  await undo.click()
  await expect.element(field('Flight 1', 'From')).toHaveValue('Toronto (YYZ)')
  await expect.element(field('Flight 2', 'Leaves at')).toHaveValue('22:00')
  // By keyboard, the focus stays near.
  await pressOn(part('Flight 2').getByRole('button', { name: 'Remove Flight 2' }), 'Enter')
  await expect.element(part('Flight 1').getByRole('button', { name: 'Remove Flight 1' })).toHaveFocus()
  await save.click()
  await expect
    .poll(() => stored('tickets'))
    .toMatchObject([{ segments: [{ id: one.id }], codes: [{ segment_id: one.id }] }])
})

test('passengers are people of the trip or a name, each with a seat in each part', async () => {
  const people = [
    buildNamedParty('Silva family', buildComing('Ana'), buildComing('Ben')),
    buildNamedParty('Costa family', buildComing('Ana')),
    buildParty(robin),
  ]
  const ticket = flights(toMontreal(), toLisbon())
  const { stored } = await openEditor({ people, tickets: [ticket] })
  const passengers = editor.getByRole('group', { name: 'Passengers' }).getByRole('checkbox')
  const nameOf = (box: Element) => box.closest('label')?.textContent
  await expect
    .poll(() => passengers.elements().map(nameOf))
    .toEqual(['You', 'Ana (Costa family)', 'Ana (Silva family)', 'Ben'])
  // Seats are for passengers.
  await expectCount(editor.getByText('Seats', { exact: true }), 0)
  await editor.getByRole('checkbox', { name: 'Ana (Silva family)' }).click()
  await pressOn(editor.getByRole('button', { name: 'Add someone else' }), 'Enter')
  await expect.element(editor.getByLabelText('Passenger’s name')).toHaveFocus()
  await type(LONG_NAME)
  const first = seats('Toronto to Montréal')
  await first.getByLabelText('Seat for Ana (Silva family)').fill('23A')
  await first.getByLabelText('Class for Ana (Silva family)').fill('Economy')
  await seats('Montréal to Lisbon').getByLabelText(`Seat for ${LONG_NAME}`).fill('1C')
  // A row that nobody wrote in is no passenger.
  await editor.getByRole('button', { name: 'Add someone else' }).click()
  await expectNoAxeFindings()
  await save.click()
  const ana = people[0]?.persons[0]?.id
  await expect
    .poll(() => stored('tickets')[0]?.passengers.map(({ person_id, name }) => [person_id, name]))
    .toEqual([
      [ana, ''],
      ['', LONG_NAME],
    ])
  expect(stored('tickets')[0]?.segments.map((one) => one.seats)).toMatchObject([
    [{ seat: '23A', cabin: 'Economy' }],
    [{ seat: '1C', cabin: '' }],
  ])

  // Who is taken off takes their seats along, until Undo.
  await button('Edit tickets').click()
  await editor.getByRole('checkbox', { name: 'Ana (Silva family)' }).click()
  await expectCount(editor.getByLabelText(/Seat for Ana/), 0)
  await undo.click()
  await expect.element(first.getByLabelText('Seat for Ana (Silva family)')).toHaveValue('23A')
  await editor.getByRole('checkbox', { name: 'Ana (Silva family)' }).click()
  await save.click()
  await expect.poll(() => stored('tickets')[0]?.segments.map((one) => one.seats.length)).toEqual([0, 1])
})

test('among many people, passengers are searched, and a chip stays where it is', async () => {
  const others = Array.from({ length: 30 }, (_, index) => buildComing(`Person ${index + 10}`))
  await openEditor({ people: [buildParty(robin), buildParty(...others)], tickets: [flights(toMontreal())] })
  const passengers = editor.getByRole('group', { name: 'Passengers' }).getByRole('checkbox')
  await expectCount(passengers, 1)
  const search = editor.getByRole('searchbox', { name: 'Find a person' })
  await search.fill('person 1')
  await expectCount(passengers, 9)
  await search.fill('person 31')
  await editor.getByRole('checkbox', { name: 'Person 31' }).click()
  await search.fill('')
  await editor.getByRole('checkbox', { name: 'Person 31' }).click()
  await expect.element(editor.getByRole('checkbox', { name: 'Person 31' })).not.toBeChecked()
  await search.fill('Zoe')
  await expect.element(editor.getByText('No one on this trip matches that name.')).toBeVisible()
})

test('a price is typed as people write money, and stays what it was while that cannot be read', async () => {
  const { stored } = await openEditor({ tickets: [flights(toMontreal())] })
  const price = editor.getByLabelText('Price', { exact: true })
  await userEvent.selectOptions(editor.getByLabelText('Currency', { exact: true }), 'CAD')
  await price.fill('1,240.50')
  await save.click()
  await expect.poll(() => stored('tickets')).toMatchObject([{ price: 124_050, currency: 'CAD' }])
  await button('Edit tickets').click()
  await expect.element(price).toHaveValue('1240.50')
  await price.fill('12 or so')
  await expect.element(price).toHaveAccessibleDescription(/The price stays as it was until you fix it\.$/)
  await save.click()
  await button('Edit tickets').click()
  await expect.element(price).toHaveValue('1240.50')
  await price.fill('')
  await save.click()
  await expect.poll(() => stored('tickets')).toMatchObject([{ price: 0, currency: '' }])
})

test('two people edit one ticket, and nothing that they typed is lost', async () => {
  const [one, two] = [toMontreal(), toLisbon()]
  const { stored, editAsOther } = await openEditor({ tickets: [flights(one, two)] })
  await field('Flight 1', 'Flight number').fill('AC 424')
  await field('Flight 2', 'Arrives at').fill('11:00')
  editAsOther('tickets', (tickets) =>
    tickets.map((ticket) => ({
      ...ticket,
      segments: ticket.segments.map((part) => (part.id === one.id ? { ...part, gate: 'F31' } : part)),
    })),
  )
  await save.click()
  await expect
    .poll(() => stored('tickets')[0]?.segments)
    .toMatchObject([
      { carrier: 'AC', number: '424', gate: 'F31' },
      { arrives_at: '11:00', arrives_on: '2031-05-03' },
    ])
  await button('Edit tickets').click()
  await field('Flight 2', 'Flight number').fill('TP 260')
  editAsOther('tickets', () => [])
  await save.click()
  // A text that was typed in it brings the ticket back.
  await expect.poll(() => stored('tickets')[0]?.segments).toMatchObject([{ number: '424' }, { number: '260' }])
})

test('an attraction has no journey, and a train another word for it', async () => {
  await openEditor({ tickets: [buildTicket('Museum', { type: 'attraction' })] })
  await expectCount(journey, 0)
  await editor.getByRole('radio', { name: 'Train' }).click()
  await journey.getByRole('button', { name: 'Add a train' }).click()
  await expect.element(field('Train 1', 'Train')).toHaveFocus()
  // What is there stays in sight.
  await editor.getByRole('radio', { name: 'Attraction' }).click()
  await expect.element(journey).toBeVisible()
})

test('airports are suggested below their field, on a phone as wide as both ends', async () => {
  const list = page.getByRole('listbox', { name: 'Airports' })
  for (const [width, isWider] of [
    [390, true],
    [1280, false],
  ] as const) {
    await page.viewport(width, 844)
    await openEditor({ tickets: [flights(buildSegment('', '2031-05-02T18:00', '', ''))] })
    for (const end of ['From', 'To']) {
      await field('Flight 1', end).fill('Lis')
      await expect.element(list).toBeVisible()
      const [of, around] = [field('Flight 1', end), list].map((one) => one.element().getBoundingClientRect()) as [
        DOMRect,
        DOMRect,
      ]
      expect(around.width > of.width * 1.8).toBe(isWider)
      expect(around.top).toBeGreaterThanOrEqual(of.bottom)
      expect(around.top).toBeLessThan(of.bottom + 12)
    }
  }
})

test('on a phone, departure and arrival are side by side, and large text leaves nothing out', async () => {
  await page.viewport(390, 844)
  const people = [buildParty(robin, buildComing(LONG_NAME.replaceAll(' ', '')))]
  const [one, two] = [toMontreal(), toLisbon()]
  const passengers = people[0]?.persons.map(({ id }) => ({ id: crypto.randomUUID(), person_id: id, name: '' })) ?? []
  await openEditor({ people, tickets: [{ ...flights(one, two), passengers }] })
  const topOf = (label: string) => Math.round(field('Flight 1', label).element().getBoundingClientRect().top)
  for (const [departs, arrives] of [
    ['From', 'To'],
    ['Leaves at', 'Arrives at'],
    ['Leaves on', 'Arrives on'],
  ] as const)
    expect(topOf(departs), departs).toBe(topOf(arrives))
  expect(sidewaysScroll()).toBe(0)
  await expectTexts(seats('Toronto to Montréal').getByRole('listitem'), ['You', LONG_NAME.replaceAll(' ', '')])
  document.documentElement.style.fontSize = '200%'
  try {
    await part('Flight 1')
      .getByRole('button', { name: /^More about/ })
      .click()
    await expect.poll(() => topOf('From')).not.toBe(topOf('To'))
    for (const end of ['From', 'To']) {
      await field('Flight 1', end).fill('Lis')
      await expect.element(page.getByRole('listbox', { name: 'Airports' })).toBeVisible()
      expect(sidewaysScroll()).toBe(0)
    }
  } finally {
    document.documentElement.style.fontSize = ''
  }
})
