import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, localDate } from '#domain/local-date.ts'
import { newDuty, newVolunteer } from '#domain/plan/duties.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { phoneWithApp, touchPhone } from './phone.ts'

/* The days of a trip, one after the other. */

/** A moment in the browser's time zone. */
const at = (time: string) => new Date(`${time}-04:00`)

const day = (page: Page, name: string) => page.getByRole('region', { name })
/** The lines of the open day, in order, without the spaces of their layout. */
const lines = (page: Page) =>
  page
    .getByRole('main')
    .locator('section ul > li, section ol > li')
    .evaluateAll((items) => items.map((item) => (item as HTMLElement).innerText.replace(/\s+/g, ' ').trim()))

const planOf = (me: string) => ({
  details: buildDetails(datesOf('2031-06-11', '2031-06-13')),
  ...buildPlannedDays(me),
  tickets: [
    {
      ...newTicket(randomUUID()),
      title: 'Boat tour',
      type: 'attraction' as const,
      date: '2031-06-12',
      time: '7:30 PM',
    },
    { ...newTicket(randomUUID()), title: 'Ferry home', type: 'bus' as const, date: '2031-06-14', time: '9:30 - 11:00' },
  ],
})

/** Moves a finger over the open day. */
async function swipe(page: Page, by: number): Promise<void> {
  const box = await page.getByRole('main').locator('section').first().boundingBox()
  if (!box) throw new Error('no day is open')
  const devtools = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + 150]
  const touch = (type: 'touchStart' | 'touchMove', to: number) =>
    devtools.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: to, y }] })
  await touch('touchStart', x)
  for (let step = 1; step <= 5; step++) {
    await touch('touchMove', x + (by * step) / 5)
    // Slower than a flick.
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await devtools.detach()
}

test('a phone without a signal shows today with now marked, and swipes through the days', async ({
  openSignedIn,
  createTrip,
  person,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  await page.clock.install({ time: at('2031-06-12T09:30:00') })
  const id = await createTrip(page, { name: 'To the lake', type: 'air_travel', plan: planOf(person.id) })
  await page.goto(`/trip/${id}`)
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'See the whole day' }).tap()
  await expect(page).toHaveURL(new RegExp(`/trip/${id}/days$`))
  await expect(day(page, 'Day 2 · Thu, Jun 12')).toBeVisible()
  await expect
    .poll(() => lines(page))
    .toEqual([
      '9:00 AM until 11:00 AM Canoeing',
      'Now, 9:30 AM',
      '4:00 PM until 5:00 PM Swimming',
      '5:00 PM until 6:00 PM Dinner: Cook You',
      '6:00 PM Dinner: Chili Cooks start 5:00 PM',
      '7:30 PM Boat tour',
    ])
  await expectNoAxeFindings(page)

  // By its own timer, to the minute.
  await page.clock.pauseAt(at('2031-06-12T15:59:30'))
  await expect(page.getByText('Now, 3:59 PM')).toBeVisible()
  await page.clock.runFor(31_000)
  await expect(page.getByText('Now, 4:00 PM')).toBeVisible()
  await expect.poll(async () => (await lines(page))[1]).toBe('4:00 PM until 5:00 PM Swimming')
  await page.clock.resume()

  await swipe(page, -200)
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()
  await expect(page).toHaveURL(/\?day=3$/)
  await expect.poll(() => lines(page)).toEqual(['8:00 AM until 9:00 AM Packing up'])
  await swipe(page, -200)
  await expect(day(page, 'Sat, Jun 14')).toBeVisible()
  // When a ferry arrives may be in another time zone: it is as somebody typed it.
  await expect.poll(() => lines(page)).toEqual(['9:30 AM Ferry home 9:30 - 11:00'])
  await swipe(page, -200)
  await expect(day(page, 'Sat, Jun 14')).toBeVisible()
  await swipe(page, 200)
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()
  await page.reload()
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()

  await page.getByRole('button', { name: 'Day 2' }).tap()
  await page.getByRole('link', { name: 'Boat tour' }).tap()
  await expect(page.getByRole('listitem').filter({ hasText: 'Boat tour' })).toBeFocused()
  await page.goBack()
  await page.getByRole('button', { name: 'Day 1' }).tap()
  await expect.poll(() => lines(page)).toEqual(['Your car leaves after lunch · Kingston · With Ben'])
  await page.getByRole('link', { name: 'Your car leaves' }).tap()
  await expect(page.getByRole('group', { name: 'Your car' })).toBeFocused()
  await page.goBack()
  await page.getByRole('button', { name: 'Day 2' }).tap()
  await page.getByRole('link', { name: 'Canoeing' }).tap()
  await expect(page.getByRole('region', { name: 'Day 2', exact: true })).toBeFocused()
})

test('the keyboard goes from day to day, for everyone or for oneself', async ({ openSignedIn, createTrip, person }) => {
  const page = await openSignedIn({})
  const { people, tickets: _tickets, ...plan } = planOf(person.id)
  const ben = people[1]?.persons[0]?.id
  const late = people.map((party) => ({
    ...party,
    persons: party.persons.map((one) => (one.id === ben ? one : { ...one, from: '2 dinner' })),
  }))
  const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: { people: late, ...plan } })
  await page.goto(`/trip/${id}/days`)
  await expect(day(page, 'Day 1 · Wed, Jun 11')).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(day(page, 'Day 2 · Thu, Jun 12')).toBeVisible()
  await page.getByRole('button', { name: 'Next day' }).press('Enter')
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Next day' })).toBeFocused()
  await page.getByRole('radio', { name: 'Just you' }).press('Space')
  // Arrow keys choose between the two here.
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('radio', { name: 'Everyone' })).toBeChecked()
  await expect(day(page, 'Day 3 · Fri, Jun 13')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Day 1' }).press('Enter')
  // Their own car leaves, but the group's first day is without them.
  await expect.poll(() => lines(page)).toEqual(['Your car leaves after lunch · Kingston · With Ben'])
  await expectNoAxeFindings(page)
})

test('an air trip opens on its days from Overview, and a reader of its link reads them too', async ({
  openSignedIn,
  createTrip,
  server,
  person,
  friend,
}) => {
  const page = await openSignedIn(touchPhone)
  const plan = {
    details: buildDetails(datesOf('2031-06-11', '2031-06-13')),
    tickets: [{ ...newTicket(randomUUID()), title: 'AC 870', date: '2031-06-11', time: '22:30 - 10:45' }],
    itinerary: {
      2: { title: 'Old town', light: [museum], hard: [museum, { ...museum, id: randomUUID(), time: 'noon' }] },
    },
  }
  const cook = { ...newDuty(randomUUID(), 'cook'), day: 1 }
  const duties = { duties: [cook], volunteers: [newVolunteer(cook.id, person.id)] }
  const people = buildParties(buildComing('Ana', { id: person.id }))
  const id = await createTrip(page, { name: 'To Lisbon', type: 'air_travel', plan: { people, ...plan, duties } })
  await page.goto(`/trip/${id}`)
  await page.getByRole('link', { name: 'Day by day' }).tap()
  await expect(day(page, 'Day 1 · Wed, Jun 11')).toContainText('22:30 - 10:45')
  await page.getByRole('button', { name: 'Next day' }).tap()
  // What both levels do at one time is there once.
  await expect.poll(() => lines(page)).toEqual(['2:30 PM Museum', '12:00 PM Intensive: Museum'].toReversed())
  await page.getByRole('button', { name: 'Back to trip' }).tap()
  await expect(page).toHaveURL(new RegExp(`/trip/${id}$`))

  server.database.prepare("update trips set share_token = 'a-token', is_public = 1 where id = ?").run(id)
  await friend.goto(`/shared/${id}?token=a-token`)
  await friend.getByRole('link', { name: 'Day by day' }).click()
  // Readers learn how many cook, not who.
  await expect.poll(() => lines(friend)).toEqual(['Cook 1 person', '10:30 PM AC 870 22:30 - 10:45'])
  await friend.keyboard.press('ArrowRight')
  await friend.getByRole('link', { name: 'Intensive: Museum' }).click()
  await expect(friend.getByRole('tab', { name: 'Itinerary' })).toHaveAttribute('aria-selected', 'true')
  await expect(friend).toHaveURL(/token=a-token&tab=itinerary$/)
})

const museum = { ...newActivity(randomUUID()), activity: 'Museum', time: '2:30pm', duration: '' }

test('a trip without dates shows numbered days, and an empty one says what to do', async ({
  openSignedIn,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  const empty = await createTrip(page, { name: 'Nothing yet', type: 'car_trip', plan: { itinerary: {}, meals: {} } })
  await page.goto(`/trip/${empty}/days`)
  await page.getByRole('link', { name: 'Set the dates' }).tap()
  await expect(page).toHaveURL(new RegExp(`/trip/${empty}$`))
  const itinerary = { 2: { title: 'Old town', light: [museum], hard: [] } }
  const id = await createTrip(page, { name: 'Someday', type: 'car_trip', plan: { itinerary, meals: {} } })
  await page.goto(`/trip/${id}/days`)
  await expect(day(page, 'Day 2')).toContainText('2:30 PM')
})

test('sixty days with four hundred activities open with one request, and the last is a press away', async ({
  openSignedIn,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  const first = localDate.parse('2031-06-01')
  const itinerary = Object.fromEntries(
    Array.from({ length: 60 }, (_, number) => [
      number + 1,
      {
        title: `${'Long title, '.repeat(number === 1 ? 150 : 1)}day ${number + 1}`,
        light: Array.from({ length: 7 }, (_, index) => ({
          ...newActivity(randomUUID()),
          activity: `${index}`.repeat(number === 1 ? 300 : 1),
          time: `${index + 1}:15 pm`,
        })),
        hard: [],
      },
    ]),
  )
  const details = buildDetails({ departure_date: first, return_date: addDays(first, 59) })
  const id = await createTrip(page, { name: 'Long', type: 'car_trip', plan: { details, itinerary } })
  const requests: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/trips')) requests.push(pathname)
  })
  await page.goto(`/trip/${id}/days?day=60`)
  await expect(day(page, 'Day 60 · Wed, Jul 30')).toContainText('7:15 PM')
  expect(requests.filter((path) => !path.endsWith('/events'))).toEqual([`/api/trips/${id}`])
  await page.getByRole('button', { name: 'Day 2 Mon' }).tap()
  await expect(day(page, 'Day 2 · Mon, Jun 2')).toBeVisible()
  // No word is wider than the phone.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
})
