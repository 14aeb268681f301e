import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { LocalDate } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import { newPlace } from '#domain/plan/places.ts'
import { newStay } from '#domain/plan/stays.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { buildSegment, buildTicket } from '#domain/testing/tickets.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, expectTexts, sidewaysScroll } from '#web/testing/screen.ts'
import { Timeline } from './timeline.tsx'

/* Journeys and stays on the days of a trip to Lisbon. */

const ben = newId()
const lisbon = newPlace(newId(), { name: 'Lisbon', zone: 'Europe/Lisbon' })
const people = buildParties(buildComing('Robin', { id: ROBIN.id }), buildComing('Ben', { id: ben }))

type Failures = NonNullable<ComponentProps<typeof Timeline>['failures']>

async function openDays({ values, ...options }: TripOptions = {}, failures: Failures = {}) {
  history.replaceState(null, '', '?')
  await page.viewport(390, 844)
  const opened = await openTrip({
    type: 'air_travel',
    values: {
      details: { ...details.empty, place_id: lisbon.id, ...datesOf('2031-05-02', '2031-05-04') },
      places: [lisbon],
      itinerary: {},
      meals: {},
      people,
      ...values,
    },
    ...options,
  })
  opened.show(
    <div className="p-4">
      <h1>To Lisbon</h1>
      <Timeline trip={opened.trip} failures={failures} />
    </div>,
  )
  return opened
}

const entries = (day: string) => page.getByRole('region', { name: day }).getByRole('listitem')
const [own, other] = [newId(), newId()]
const toLisbon = buildTicket('To Lisbon', {
  passengers: [
    { id: own, person_id: ROBIN.id, name: '' },
    { id: other, person_id: ben, name: '' },
  ],
  segments: [
    buildSegment('YYZ', '2031-05-02T16:00', 'YUL', '2031-05-02T17:15', {
      ...{ carrier: 'AC', number: '418', from: 'Toronto', to: 'Montréal', terminal: '1', gate: 'D22' },
      check_in_at: '14:30',
      seats: [
        { id: own, seat: '12A', cabin: '' },
        { id: other, seat: '12B', cabin: '' },
      ],
    }),
    buildSegment('YUL', '2031-05-02T21:00', 'LIS', '2031-05-03T08:40', {
      ...{ carrier: 'AC', number: '812', from: 'Montréal', to: 'Lisbon' },
    }),
  ],
})

test('a journey is there with its departures, arrivals and waits, each in local time', async () => {
  const { trip } = await openDays({ values: { tickets: [toLisbon] } })
  await expectTexts(entries('Day 1 · Fri, May 2'), [
    /^4:00 PM\s*AC 418, Toronto to MontréalToronto time · Terminal 1 · Gate D22 · Seat 12A · Check in by 2:30 PM · Arrives 5:15 PM · 1 h 15$/,
    /^5:15 PM\s*Arrive in MontréalToronto time · 3 h 45 in Montréal · AC 812$/,
    /^9:00 PM\s*AC 812, Montréal to LisbonToronto time · Arrives 8:40 AM \+1 day · 6 h 40$/,
  ])
  await expect
    .element(page.getByRole('link', { name: /Arrive in Montréal/ }))
    .toHaveAttribute('href', `/trip/${trip.id}?tab=tickets#${toLisbon.id}`)
  expect(sidewaysScroll()).toBe(0)
  await expectNoAxeFindings()
  await button('Next day').click()
  // It crosses zones, so it says its own although that is the trip’s.
  await expectTexts(entries('Day 2 · Sat, May 3'), [/^8:40 AM\s*Arrive in LisbonLisbon time$/])
})

test('stays are there when they begin and end, and lead to the tickets', async () => {
  const hotel = newStay(newId(), {
    ...{ name: 'Hotel Vila', place: 'Rua 1', starts_on: '2031-05-03' as LocalDate, starts_at: '15:00' },
    ends_on: '2031-05-04' as LocalDate,
  })
  const car = newStay(newId(), {
    ...{ kind: 'car', name: 'Hertz', place: 'Airport', end_place: 'Faro' },
    ...{ starts_on: '2031-05-03' as LocalDate, starts_at: '16:00' },
    ...{ ends_on: '2031-05-04' as LocalDate, ends_at: '09:00' },
  })
  const { trip } = await openDays({ values: { stays: [hotel, car] } })
  await button('Next day').click()
  await expectTexts(entries('Day 2 · Sat, May 3'), [
    /^3:00 PM\s*Check in: Hotel VilaRua 1$/,
    /^4:00 PM\s*Pick up the car: HertzAirport$/,
  ])
  await expect
    .element(page.getByRole('link', { name: /Hotel Vila/ }))
    .toHaveAttribute('href', `/trip/${trip.id}?tab=tickets#${hotel.id}`)
  await button('Next day').click()
  await expectTexts(entries('Day 3 · Sun, May 4'), [
    /^Check out: Hotel VilaRua 1$/,
    /^9:00 AM\s*Return the car: HertzFaro$/,
  ])
})

test('a flight over the date line lands below its departure, at an earlier time', async () => {
  const home = buildTicket('Home', {
    segments: [
      buildSegment('AKL', '2031-05-03T22:30', 'HNL', '2031-05-03T06:20', { from: 'Auckland', to: 'Honolulu' }),
    ],
  })
  await openDays({ values: { tickets: [home] } })
  await button('Next day').click()
  await expectTexts(entries('Day 2 · Sat, May 3'), [
    /^10:30 PM\s*Auckland to HonoluluAuckland time/,
    /^6:20 AM\s*Arrive in HonoluluHonolulu time$/,
  ])
})

test('a day says that stays could not be loaded', async () => {
  await openDays({ failed: ['stays'] }, { stays: 'Failed to load stays' })
  await expect.element(page.getByText(/Failed to load stays/)).toBeVisible()
})
