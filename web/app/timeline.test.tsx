import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addDays, localDate } from '#domain/local-date.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, expectText, press, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { share } from './testing/share.ts'

/* The page of the days of a trip, one after the other. On a phone without a signal: e2e/timeline.spec.ts. */

const day = (name: string) => page.getByRole('region', { name })
/** The lines of the open day, in order, without the spaces of their layout. */
const lines = () =>
  [...document.querySelectorAll<HTMLElement>('main section ul > li, main section ol > li')].map((item) =>
    item.innerText.replace(/\s+/g, ' ').trim(),
  )
const dates = datesOf('2031-06-11', '2031-06-13')
const museum = { ...newActivity(newId()), activity: 'Museum', time: '2:30pm', duration: '' }

async function openApp(path: string, options: TripOptions) {
  const opened = await openTrip(options)
  showApp(`/trip/${opened.trip.id}${path}`)
  return opened
}

test('the keyboard goes from day to day, for everyone or for oneself', async () => {
  const { people, ...plan } = buildPlannedDays(ROBIN.id)
  const ben = people[1]?.persons[0]?.id
  const late = people.map((party) => ({
    ...party,
    persons: party.persons.map((one) => (one.id === ben ? one : { ...one, from: '2 dinner' as const })),
  }))
  await openApp('/days', { values: { details: buildDetails(dates), people: late, ...plan } })
  await expect.element(day('Day 1 · Wed, Jun 11')).toBeVisible()
  await press('ArrowLeft')
  await press('ArrowRight')
  await expect.element(day('Day 2 · Thu, Jun 12')).toBeVisible()
  await pressOn(button('Next day'), 'Enter')
  await expect.element(day('Day 3 · Fri, Jun 13')).toBeVisible()
  await expect.element(button('Next day')).toHaveFocus()
  await pressOn(page.getByRole('radio', { name: 'Just you' }), ' ')
  // Arrow keys choose between the two here.
  await press('ArrowLeft')
  await expect.element(page.getByRole('radio', { name: 'Everyone' })).toBeChecked()
  await expect.element(day('Day 3 · Fri, Jun 13')).toBeVisible()
  await press('ArrowRight')
  await pressOn(page.getByRole('button', { name: 'Day 1' }), 'Enter')
  // Their own car leaves, but the group's first day is without them.
  await expect.poll(lines).toEqual(['Your car leaves after lunch · Kingston · With Ben'])
  await expectNoAxeFindings()
})

test('an air trip opens on its days from Overview, and a reader of its link reads them too', async () => {
  await page.viewport(390, 844)
  const cook = { ...newDuty(newId(), 'cook'), day: 1 }
  const opened = await openApp('', {
    type: 'air_travel',
    values: {
      details: buildDetails(dates),
      people: buildParties(buildComing('Ana', { id: ROBIN.id })),
      tickets: [{ ...newTicket(newId()), title: 'AC 870', date: localDate.parse('2031-06-11'), time: '22:30 - 10:45' }],
      itinerary: {
        2: { title: 'Old town', light: [museum], hard: [museum, { ...museum, id: newId(), time: 'noon' }] },
      },
      duties: { duties: [cook], volunteers: [newVolunteer(cook.id, ROBIN.id)] },
    },
  })
  const { id } = opened.trip
  await page.getByRole('link', { name: 'Day by day' }).click()
  await expectText(day('Day 1 · Wed, Jun 11'), '22:30 - 10:45')
  await button('Next day').click()
  // What both levels do at one time is there once.
  await expect.poll(lines).toEqual(['2:30 PM Museum', '12:00 PM Intensive: Museum'].toReversed())
  await button('Back to trip').click()
  await expect.poll(() => location.pathname).toBe(`/trip/${id}`)

  share(opened)
  queryCache.forgetPerson()
  showApp(`/shared/${id}?token=a-token`)
  await page.getByRole('link', { name: 'Day by day' }).click()
  // Readers learn how many cook, not who.
  await expect.poll(lines).toEqual(['Cook 1 person', '10:30 PM AC 870 22:30 - 10:45'])
  await press('ArrowRight')
  await page.getByRole('link', { name: 'Intensive: Museum' }).click()
  await expect.element(page.getByRole('tab', { name: 'Itinerary' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => location.search).toMatch(/token=a-token&tab=itinerary$/)
})

test('a trip without dates shows numbered days, and an empty one says what to do', async () => {
  await page.viewport(390, 844)
  const { trip } = await openApp('/days', { values: { itinerary: {}, meals: {} } })
  await page.getByRole('link', { name: 'Set the dates' }).click()
  await expect.poll(() => location.pathname).toBe(`/trip/${trip.id}`)
  const itinerary = { 2: { title: 'Old town', light: [museum], hard: [] } }
  await openApp('/days', { values: { itinerary, meals: {} } })
  await expectText(day('Day 2'), '2:30 PM')
})

test('sixty days with four hundred activities open at their last, and an early one is a press away', async () => {
  await page.viewport(390, 844)
  const first = localDate.parse('2031-06-01')
  const itinerary = Object.fromEntries(
    Array.from({ length: 60 }, (_, number) => [
      number + 1,
      {
        title: `${'Long title, '.repeat(number === 1 ? 150 : 1)}day ${number + 1}`,
        light: Array.from({ length: 7 }, (_, index) => ({
          ...newActivity(newId()),
          activity: `${index}`.repeat(number === 1 ? 300 : 1),
          time: `${index + 1}:15 pm`,
        })),
        hard: [],
      },
    ]),
  )
  const details = buildDetails({ departure_date: first, return_date: addDays(first, 59) })
  await openApp('/days?day=60', { values: { details, itinerary } })
  await expectText(day('Day 60 · Wed, Jul 30'), '7:15 PM')
  await page.getByRole('button', { name: 'Day 2 Mon' }).click()
  await expect.element(day('Day 2 · Mon, Jun 2')).toBeVisible()
  // No word is wider than the phone.
  expect(document.documentElement.scrollWidth).toBe(390)
})
