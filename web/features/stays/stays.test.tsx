import { useContext, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { OptionalLocalDate } from '#domain/local-date.ts'
import { positionText } from '#domain/places/position.ts'
import { type Code, newBooking } from '#domain/plan/booking.ts'
import { newPlace } from '#domain/plan/places.ts'
import { newStay, type Stay } from '#domain/plan/stays.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { type PlanSource, PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { buildDocument } from '#web/testing/documents.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, focus, press, pressOn, sidewaysScroll, type } from '#web/testing/screen.ts'
import { BookingList } from '#web/trip-core/bookings/booking-list.tsx'
import { TripPlaces } from '#web/trip-core/places/trip-places.tsx'
import { StaysPart } from './stays-part.tsx'

const date = (text: string) => text as OptionalLocalDate
const card = (name: string) => page.getByRole('article', { name, exact: true })
const field = (label: string) => dialog().getByLabelText(label, { exact: true })
const [robin, ana] = [buildComing('Robin', { id: ROBIN.id }), buildComing('Ana')]
const lodge = newPlace(newId(), { name: 'Vila Galé Ópera', position: positionText({ lat: 38.7, lon: -9.18 }) })

const hotel = newStay(newId(), {
  name: 'Hotel Vila Galé',
  starts_on: date('2031-05-02'),
  starts_at: '15:00',
  ends_on: date('2031-05-05'),
  ends_at: '11:00',
  place: 'Travessa do Conde da Ponte, Lisbon',
  place_id: lodge.id,
  confirmation_number: '4471-902',
  phone: '+351 217 905 400',
  note: 'Breakfast until 10.\nAsk for a quiet room.',
  passengers: [{ id: newId(), person_id: robin.id, name: '' }],
  price: 45_000,
  currency: 'EUR',
})
const ferry = newStay(newId(), {
  kind: 'ferry',
  name: 'Transtejo',
  starts_on: date('2031-05-03'),
  starts_at: '08:00',
  ends_on: date('2031-05-03'),
  ends_at: '08:25',
})
const car = newStay(newId(), { kind: 'car', name: 'Guerin', place: 'Lisbon Airport', end_place: 'Porto' })

async function openStays(stays: Stay[], { values, ...options }: TripOptions = {}): Promise<OpenedTrip> {
  const plan: PlanValues = { people: [buildParty(robin, ana)], places: [lodge], stays, ...values }
  const opened = await openTrip({ type: 'air_travel', values: plan, ...options })
  opened.show(
    <TripPlaces trip={opened.trip}>
      <StaysPart trip={opened.trip}>
        {({ listed, addButton, heading }) => (
          <>
            <h2 ref={heading} tabIndex={-1}>
              Tickets
            </h2>
            {addButton}
            <BookingList tripId={opened.trip.id} bookings={listed} />
          </>
        )}
      </StaysPart>
    </TripPlaces>,
  )
  return opened
}

const namesOf = ({ stored }: OpenedTrip) => stored('stays').map(({ name }) => name)

afterEach(() => {
  vi.useRealTimers()
  document.documentElement.style.fontSize = ''
})

test('a stay is shown as a card: when, how many nights, where, how to call, and its number', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-05-01T12:00:00Z') })
  await openStays([hotel, car, ferry])
  const shown = card('Hotel Vila Galé')
  await expect.element(shown).toHaveTextContent(/Stay\s*Tomorrow/)
  for (const text of [
    /Check-in.*Fri, May 2, 2031.*3:00 PM/,
    /Check-out.*Mon, May 5, 2031.*11:00 AM.*3 nights/,
    /Address.*Travessa do Conde da Ponte, Lisbon/,
    /Guests: You/,
    /Price: €450\.00/,
  ])
    await expect.element(shown).toHaveTextContent(text)
  await expect
    .element(shown.getByRole('link', { name: 'Call Hotel Vila Galé: +351 217 905 400' }))
    .toHaveAttribute('href', 'tel:+351217905400')
  await expect.element(shown.getByRole('link', { name: /Vila Galé Ópera/ })).toBeVisible()
  await expect.element(shown.getByRole('button', { name: 'Navigate to Vila Galé Ópera' })).toBeVisible()
  await expect.element(shown.getByRole('button', { name: 'Copy confirmation number 4471-902' })).toBeVisible()
  const hired = card('Guerin')
  await expect.element(hired).toHaveTextContent(/Rental car.*Pick up at.*Lisbon Airport.*Return to.*Porto/)
  // Empty fields take no room.
  await expect.element(hired).not.toHaveTextContent(/Pick-up|Price|night|Today/)
  await expectCount(hired.getByRole('link'), 0)
  // A day is said once.
  await expect.element(card('Transtejo')).toHaveTextContent(/Leaves.*May 3, 2031.*8:00 AM.*Arrives8:25 AM/)
  const colours = [shown, hired].map((one) => getComputedStyle(one.element().querySelector('header') as Element))
  expect(new Set(colours.map(({ backgroundColor }) => backgroundColor)).size).toBe(2)
  await expectNoAxeFindings()
})

test('stays that arrive late leave the rest of the list as it is', async () => {
  const { trip, show } = await openTrip({ type: 'air_travel', values: { stays: [hotel] } })
  let arrive = () => {}
  function Late() {
    const source = useContext(PlanSourceContext)
    const [areThere, setAreThere] = useState(false)
    arrive = () => setAreThere(true)
    const late: PlanSource = {
      find: (id, name) => (name === 'stays' && !areThere ? undefined : source.find(id, name)),
      findDocuments: (id, create) => source.findDocuments(id, create),
    }
    return (
      <PlanSourceContext value={late}>
        <StaysPart trip={trip}>
          {({ listed }) => (
            <>
              <input aria-label="Title" />
              <BookingList tripId={trip.id} bookings={listed} />
            </>
          )}
        </StaysPart>
      </PlanSourceContext>
    )
  }
  show(<Late />)
  await focus(page.getByLabelText('Title'))
  await type('To Madrid')
  await expectCount(page.getByRole('article'), 0)
  arrive()
  await expect.element(card('Hotel Vila Galé')).toBeVisible()
  await expect.element(page.getByLabelText('Title')).toHaveValue('To Madrid')
  await expect.element(page.getByLabelText('Title')).toHaveFocus()
})

test('a typed address is looked for in a map app, unless its place leads there', async () => {
  await openStays([hotel, car])
  await expect.element(card('Hotel Vila Galé')).toBeVisible()
  await expectCount(card('Hotel Vila Galé').getByRole('button', { name: /Navigate to Travessa/ }), 0)
  const opened: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    opened.push(this.href)
  })
  await button('Navigate to Porto').click()
  await page.getByRole('menuitem', { name: 'OpenStreetMap' }).click()
  expect(opened).toEqual(['https://www.openstreetmap.org/search?query=Porto'])
})

test('a document of the trip is attached to a stay and taken off again', async () => {
  const voucher = buildDocument('voucher.pdf')
  const { stored } = await openStays([hotel], { documents: [voucher] })
  await button('Actions for Hotel Vila Galé').click()
  await page.getByRole('menuitem').click()
  await dialog().getByRole('button', { name: 'voucher.pdf' }).click()
  await expect.poll(() => stored('stays')[0]?.files).toEqual([{ id: voucher.id, passenger_id: '' }])
  const link = card('Hotel Vila Galé').getByRole('link', { name: 'voucher.pdf' })
  await expect.element(link).toBeVisible()
  await button('Undo').click()
  await expectCount(link, 0)
  await expect.poll(() => stored('stays')[0]?.files).toEqual([])
})

test('the codes and files of a guest who is taken off are for everybody', async () => {
  const guest = { id: newId(), person_id: ana.id, name: '' }
  const own = { passenger_id: guest.id }
  const code: Code = { id: newId(), format: 'qr', text: '4471', segment_id: '', ...own }
  const file = { id: newId(), ...own }
  const { stored } = await openStays([
    { ...hotel, passengers: [...hotel.passengers, guest], codes: [code], files: [file] },
  ])
  await button('Edit Hotel Vila Galé').click()
  await dialog().getByRole('checkbox', { name: 'Ana' }).click()
  await button('Done').click()
  await expect
    .poll(() => stored('stays')[0])
    .toMatchObject({
      passengers: hotel.passengers,
      codes: [{ ...code, passenger_id: '' }],
      files: [{ ...file, passenger_id: '' }],
    })
})

test.each([
  ['2031-05-02', 'Today'],
  ['2031-05-03', ''],
  ['2031-05-04', 'Check-out tomorrow'],
  ['2031-05-05', 'Check-out today'],
  ['2031-05-06', 'Past'],
])('on %s, the mark of a stay is “%s”', async (now, mark) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${now}T12:00:00Z`) })
  await openStays([hotel])
  await expect.element(card('Hotel Vila Galé')).toBeVisible()
  expect(card('Hotel Vila Galé').element().querySelector('header')?.textContent).toBe(`Stay${mark}`)
})

test('by keyboard alone: a stay is added, changed, removed and restored', async () => {
  const opened = await openStays([])
  await pressOn(button('Add a stay'), 'Enter')
  await expect.element(dialog()).toBeVisible()
  await expect.element(dialog()).toHaveTextContent('it won’t appear in Day by day or your calendar')
  await pressOn(button('Add'), 'Enter')
  await expect.element(field('Name')).toHaveFocus()
  await expect.element(dialog()).toHaveTextContent('Enter the name of the hotel or place.')
  await type('Hotel Mundial')
  await expect.element(dialog()).not.toHaveTextContent('Enter the name')
  await field('Check-in date').fill('2031-05-02')
  await expect.element(dialog()).toHaveTextContent('Check-out date not added yet.')
  await field('Check-in time').fill('15:00')
  await field('Check-out date').fill('2031-05-06')
  await expect.element(dialog()).toHaveTextContent('4 nights')
  await field('Address').fill('Praça Martim Moniz 2')
  await field('Phone').fill('+351 218 842 000')
  await dialog().getByRole('checkbox', { name: 'Ana' }).click()
  await field('Price').fill('380')
  await expectNoAxeFindings()
  expect(opened.sent('stays')).toEqual([])
  await focus(field('Name'))
  await press('Enter')
  await expect.element(card('Hotel Mundial')).toHaveTextContent('4 nights')
  await expect.element(button('Add a stay')).toHaveFocus()
  await expect
    .poll(() => opened.stored('stays'))
    .toMatchObject([
      {
        kind: 'stay',
        name: 'Hotel Mundial',
        starts_on: '2031-05-02',
        starts_at: '15:00',
        ends_on: '2031-05-06',
        place: 'Praça Martim Moniz 2',
        phone: '+351 218 842 000',
        passengers: [{ person_id: ana.id }],
        price: 38_000,
      },
    ])

  // The labels are those of its kind, and what is typed is saved field by field.
  await pressOn(button('Edit Hotel Mundial'), 'Enter')
  await expect.element(dialog()).toBeVisible()
  await dialog().getByRole('radio', { name: 'Ferry' }).click()
  await expect.element(field('Leaves on')).toHaveValue('2031-05-02')
  // Saved before the typing starts, whose first letters would otherwise go with this request.
  await expect.poll(() => opened.stored('stays')).toMatchObject([{ kind: 'ferry' }])
  await focus(field('Arrives in'))
  await type('Setúbal')
  await expect.element(field('Ferry or company')).toHaveValue('Hotel Mundial')
  await press('Escape')
  await expect.element(button('Edit Hotel Mundial')).toHaveFocus()
  await expect.element(card('Hotel Mundial')).toHaveTextContent(/Ferry.*Arrives in.*Setúbal/)
  await expect.poll(() => opened.stored('stays')).toMatchObject([{ kind: 'ferry', end_place: 'Setúbal' }])
  // A pause between two letters sends what is typed so far.
  const [, kind, ...place] = opened.sent('stays')
  expect(kind).toEqual(['set * kind'])
  expect(new Set(place.flat())).toEqual(new Set(['set * end_place']))

  await press('Enter')
  await pressOn(button('Remove ferry'), 'Enter')
  await expectCount(card('Hotel Mundial'), 0)
  await expect.element(page.getByRole('heading', { name: 'Tickets' })).toHaveFocus()
  await expect.poll(() => opened.stored('stays')).toEqual([])
  await pressOn(button('Undo'), 'Enter')
  await expect.element(card('Hotel Mundial')).toHaveTextContent('Setúbal')
  await expect.poll(() => namesOf(opened)).toEqual(['Hotel Mundial'])
})

test('an added stay can be taken back, and what was entered survives Escape but not Cancel', async () => {
  const opened = await openStays([])
  await button('Add a stay').click()
  await dialog().getByRole('radio', { name: 'Rental car' }).click()
  await field('Rental company').fill('Guerin')
  await field('Return location').fill('Porto')
  await press('Escape')
  await expectCount(dialog(), 0)
  expect(opened.sent('stays')).toEqual([])
  await button('Add a stay').click()
  await expect.element(field('Rental company')).toHaveValue('Guerin')
  await expect.element(field('Return location')).toHaveValue('Porto')
  await button('Add').click()
  await expect.element(card('Guerin')).toBeVisible()
  await button('Undo').click()
  await expectCount(card('Guerin'), 0)
  await expect.poll(() => opened.stored('stays')).toEqual([])
  // It was added, so nothing is offered again.
  await button('Add a stay').click()
  await expect.element(field('Name')).toHaveValue('')
  await field('Name').fill('Somewhere')
  await button('Cancel').click()
  await button('Add a stay').click()
  await expect.element(field('Name')).toHaveValue('')
})

test('odd dates are told beside the field and stored all the same', async () => {
  const opened = await openStays([hotel])
  await button('Edit Hotel Vila Galé').click()
  await field('Check-out date').fill('2031-04-05')
  await expect.element(dialog()).toHaveTextContent('Check-out is before check-in.')
  await expect.element(field('Check-out date')).toHaveAttribute('aria-invalid', 'true')
  await expect.element(dialog()).not.toHaveTextContent(/night/)
  await button('Done').click()
  await expectCount(dialog(), 0)
  await expect.poll(() => opened.stored('stays')).toMatchObject([{ ends_on: '2031-04-05' }])
  await button('Edit Hotel Vila Galé').click()
  await field('Check-in date').fill('')
  await expect.element(dialog()).toHaveTextContent('Check-in date not added yet.')
  await expect.element(dialog()).not.toHaveTextContent('Check-out is before')
})

test('a price that is no amount stays to be corrected', async () => {
  const opened = await openStays([hotel])
  await button('Edit Hotel Vila Galé').click()
  await field('Price').fill('about 400')
  await button('Done').click()
  await expect.element(field('Price')).toHaveFocus()
  await field('Price').fill('400')
  await button('Done').click()
  await expectCount(dialog(), 0)
  await expect.poll(() => opened.stored('stays')).toMatchObject([{ price: 40_000, currency: 'EUR' }])
})

test('two people who edit the same stay both keep what they typed', async () => {
  const opened = await openStays([hotel])
  await button('Edit Hotel Vila Galé').click()
  await field('Note').fill('Late check-in')
  opened.editAsOther('stays', (stays) => stays.map((one) => ({ ...one, ends_at: '12:00', phone: '112' })))
  await expect.element(field('Phone')).toHaveValue('112')
  await expect.element(field('Note')).toHaveValue('Late check-in')
  await expect
    .poll(() => opened.stored('stays'))
    .toMatchObject([{ note: 'Late check-in', ends_at: '12:00', phone: '112' }])
  // Removed by somebody else, it closes, and does not open again by itself.
  opened.editAsOther('stays', () => [])
  await expectCount(dialog(), 0)
  opened.editAsOther('stays', () => [hotel])
  await expect.element(card('Hotel Vila Galé')).toBeVisible()
  await expectCount(dialog(), 0)
})

test('on a phone, also with large text, nothing is wider than the screen', async () => {
  await page.viewport(390, 844)
  const long = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'
  await openStays([
    { ...hotel, name: long, place: long, note: long, phone: '+351 217 905 400 217 905 400 217 905 400' },
    car,
  ])
  for (const size of ['', '200%']) {
    document.documentElement.style.fontSize = size
    await expect.element(card(long)).toBeVisible()
    expect(sidewaysScroll()).toBe(0)
    await button(`Edit ${long}`).click()
    await expect.element(dialog()).toBeVisible()
    await expect.poll(() => dialog().element().scrollWidth <= dialog().element().clientWidth).toBe(true)
    for (const input of dialog().getByRole('textbox').all()) {
      const { right } = input.element().getBoundingClientRect()
      expect(right).toBeLessThanOrEqual(390)
    }
    await button('Done').click()
  }
})

test.each([
  ['members who only read the plan', 'member'],
  ['readers by share link', null],
] as const)('%s see stays without buttons to change them', async (_who, role) => {
  await openStays([{ ...hotel, ...newBooking() }], { trip: { role, owner_id: newId(), members_edit: false } })
  const shown = card('Hotel Vila Galé')
  await expect.element(shown).toHaveTextContent('3 nights')
  await expectCount(page.getByRole('button', { name: /Add|Edit|Actions/ }), 0)
  await expect.element(shown.getByRole('button', { name: 'Copy confirmation number 4471-902' })).toBeVisible()
  await expect.element(shown.getByRole('link', { name: /^Call/ })).toBeVisible()
  await expect.element(shown).not.toHaveTextContent(/Guests|Price/)
})
