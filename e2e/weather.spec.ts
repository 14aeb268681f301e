import { randomUUID } from 'node:crypto'
import { type Page, request } from '@playwright/test'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import { positionText } from '#domain/places/position.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newPlace } from '#domain/plan/places.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { clockOf } from '#domain/today/clock.ts'
import { raw } from '#server/testing/stand-in.ts'
import { forecasts, refuses, TestWeatherService } from '#server/testing/weather-service.ts'
import { test as base, expect, expectNoAxeFindings, OFFLINE, type Person, TestServer } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { showOfflineSwitch } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'

/** A server with a local weather service. */
const test = base.extend<{ fresh: undefined }, { service: TestWeatherService; server: TestServer }>({
  service: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const service = await TestWeatherService.open()
      await use(service)
      await service.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ service }, use) => {
      const server = await TestServer.open({ WEATHER: 'on', WEATHER_URL: service.baseUrl })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ service }, use) => {
      service.received.length = 0
      service.delayMs = 0
      service.answers = [forecasts(today(), week)]
      await use(undefined)
    },
    { auto: true },
  ],
})

test.use({ isSignedIn: true })

const ZONE = 'America/Toronto'
const today = () => clockOf(new Date(), ZONE).date

const week = [
  { code: 1, high: 24.2, low: 12.8, rain: 0, rain_chance: 3 },
  { code: 63, high: 19.4, low: 11.2, rain: 8.4, rain_chance: 85, uv: 3 },
  { code: 95, high: 26.1, low: 15.3, rain: 52.6, rain_chance: 90, gusts: 78.4, wind: 31 },
  { code: 3, high: 8.2, low: -1.3, rain: 0.4, rain_chance: 25 },
]

/** Each test has a lake of its own, so that it asks for it. */
let lakes = 0

interface Options {
  from?: number
  days?: number
  zone?: string
  /** Whether its days have activities, so that Today has a card. */
  isPlanned?: boolean
}

/** Two days with an activity. */
const swimming = () =>
  Object.fromEntries(
    [1, 2].map((day) => [
      day,
      { title: 'By the lake', light: [{ ...newActivity(randomUUID()), activity: 'Swim' }], hard: [] },
    ]),
  )

/** A trip that begins in so many days. */
function plan({ from = 0, days = 4, zone = ZONE, isPlanned = false }: Options = {}) {
  lakes += 1
  const lake = newPlace(randomUUID(), {
    name: 'Killarney',
    kind: 'camp',
    position: positionText({ lat: 46.013, lon: -81.401 - lakes }),
  })
  const departure_date = addDays(today(), from)
  const dates = { departure_date, return_date: addDays(departure_date, days - 1) as LocalDate }
  return {
    places: [lake],
    ...(isPlanned && { itinerary: swimming() }),
    details: buildDetails({ destination_name: 'Killarney', place_id: lake.id, time_zone: zone, ...dates }),
  }
}

const panel = (page: Page) => page.getByRole('region', { name: 'AI Weather Forecast' })
const days = (page: Page) => panel(page).getByRole('list', { name: 'Weather by day' }).getByRole('listitem')

async function openOverview(page: Page, id: string): Promise<void> {
  await page.goto(`/trip/${id}`)
  await showOfflineSwitch(page)
}

test('shows the weather by day, with its source, and for thirty people asks once', async ({
  page,
  server,
  service,
  createTrip,
  openSignedIn,
  register,
}) => {
  const id = await createTrip(page, { name: 'To Killarney', type: 'car_trip', plan: plan({ isPlanned: true }) })
  service.delayMs = 300
  const others = await Promise.all(Array.from({ length: 29 }, () => register()))
  for (const other of others) addMember(server, id, other)
  const [friend] = others
  if (!friend) throw new Error('Nobody else')
  // Two of them in a browser, the others as their phones do it.
  const friendPage = await openSignedIn({}, friend)
  const phones = others.slice(1).map(async (other) => {
    const phone = await request.newContext({ baseURL: server.address, extraHTTPHeaders: { origin: server.address } })
    const { email, password } = other
    await phone.post('/auth/v1/token?grant_type=password', { data: { email, password } })
    const answer = await phone.get(`/api/trips/${id}/weather`)
    await phone.dispose()
    return answer.status()
  })
  const statuses = Promise.all(phones)
  await Promise.all([openOverview(page, id), openOverview(friendPage, id)])
  expect(new Set(await statuses)).toEqual(new Set([200]))
  for (const each of [page, friendPage]) {
    await expect(days(each)).toHaveCount(4)
    await expect(days(each).nth(0)).toContainText('Mostly clear')
    await expect(days(each).nth(0)).toContainText('13 to 24 °C55 to 76 °F')
    await expect(days(each).nth(1)).toContainText('Rain 8 mm, 85% chance')
    for (const warning of ['Thunderstorm', 'Gusts up to 78 km/h', 'Heavy rain: 53 mm'])
      await expect(days(each).nth(2)).toContainText(warning)
    await expect(days(each).nth(3)).toContainText('Frost at night')
    await expect(days(each).nth(0)).toContainText(/Sun \d+:\d\d AM to \d+:\d\d PM/)
    await expect(days(each).nth(0)).toContainText(/moon/)
    await expect(panel(each)).toContainText(/Open-Meteo, asked (just now|\d minutes? ago) for Killarney\./)
    await expect(panel(each)).toContainText('Weather data by Open-Meteo.com (CC BY 4.0)')
  }
  expect(service.received).toHaveLength(1)
  // The AI text stays as it is, below.
  await expect(panel(page).getByRole('button', { name: 'Get Weather' })).toBeVisible()
  await expect(panel(page).getByText('Not available here')).toBeVisible()
  await expectNoAxeFindings(page)

  // Today's card and the day of the itinerary have it in a line.
  await expect(page.getByRole('region', { name: 'Today' })).toContainText(
    '13 to 24 °C (55 to 76 °F), mostly clear, sunset',
  )
  await page.goto(`/trip/${id}?tab=itinerary`)
  const second = page.getByRole('region', { name: 'Day 2', exact: true })
  await expect(second).toContainText('11 to 19 °C (52 to 67 °F), rain likely, sunset')
  expect(service.received).toHaveLength(1)
})

test('stays without a network, with its age', async ({ openContext, signIn, createTrip, allowConsole, service }) => {
  allowConsole(OFFLINE)
  const page = await (await openContext(phoneWithApp)).newPage()
  await signIn(page)
  const id = await createTrip(page, { name: 'Off the grid', type: 'car_trip', plan: plan({ from: 1 }) })
  await openOverview(page, id)
  await expect(days(page).nth(0)).toContainText('Rain')
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, id)
  await page.context().setOffline(true)
  const askedAt = new Date()
  await page.clock.setFixedTime(new Date(askedAt.getTime() + 2 * 24 * 60 * 60_000 + 60_000))
  await openOverview(page, id)
  // Two days of the trip are over or today.
  await expect(days(page)).toHaveCount(3)
  await expect(days(page).nth(0)).toContainText('Thunderstorm')
  const weekday = askedAt.toLocaleDateString('en-CA', { weekday: 'long', timeZone: ZONE })
  await expect(panel(page)).toContainText(new RegExp(`Open-Meteo, for Killarney\\. From ${weekday}, .+, 2 days ago\\.`))
  expect(service.received).toHaveLength(1)
  await page.context().setOffline(false)
})

test('says so while the service does not answer, and shows what it said last', async ({
  page,
  service,
  createTrip,
  allowConsole,
}) => {
  service.answers = [raw(200, '<!doctype html><h1>Sign in to the Wi-Fi</h1>', { 'Content-Type': 'text/html' })]
  // Nobody knows yet in which zone the lake is.
  allowConsole(/net::ERR_FAILED/)
  await page.route('**/api/places/zone*', (route) => route.abort())
  const id = await createTrip(page, { name: 'Behind a portal', type: 'car_trip', plan: plan({ zone: '' }) })
  await openOverview(page, id)
  await expect(panel(page)).toContainText('There’s no forecast right now. We’ll try again.')
  // Sun and moon need no service.
  await expect(days(page)).toHaveCount(4)
  await expect(days(page).nth(0)).toContainText(/Sun \d+:\d\d AM to/)
  await expect(panel(page)).toContainText('these are times of this device')
  await expect(panel(page)).not.toContainText('Open-Meteo')
  await expectNoAxeFindings(page)
  service.answers = [refuses(429, 'Minutely API request limit exceeded. Please try again in one minute.')]
})

test('says from when on there is a forecast, and what is missing for one', async ({ page, service, createTrip }) => {
  const far = plan({ from: 60 })
  const id = await createTrip(page, { name: 'Next season', type: 'car_trip', plan: far })
  await openOverview(page, id)
  const from = new Date(`${addDays(today(), 45)}T12:00:00Z`).toLocaleDateString('en-CA', { dateStyle: 'medium' })
  await expect(panel(page)).toContainText(`There will be a forecast from ${from} on.`)
  await expect(days(page)).toHaveCount(4)
  await expect(days(page).nth(0)).toContainText(/Sun .+ moon/)

  const nowhere = await createTrip(page, { name: 'Somewhere', type: 'air_travel', plan: { details: buildDetails() } })
  await openOverview(page, nowhere)
  await expect(panel(page)).toContainText('Choose where the destination is to see its weather.')
  await expect(panel(page).getByRole('link', { name: 'Choose where the destination is' })).toHaveAttribute(
    'href',
    `/trip/${nowhere}/map?find=destination`,
  )
  expect(service.received).toEqual([])
})

test('is for readers of a public trip too, who get no AI text', async ({
  page,
  friend,
  server,
  service,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'For all to read', type: 'car_trip', plan: plan() })
  server.database.prepare('update trips set is_public = 1 where id = ?').run(id)
  await friend.goto(`/shared/${id}`)
  const shared = friend.getByRole('region', { name: 'Weather', exact: true })
  await expect(async () => {
    await friend.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
    await expect(shared).toContainText('Thunderstorm', { timeout: 1000 })
  }).toPass()
  await expect(shared).toContainText('Open-Meteo, asked')
  await expect(friend.getByText('AI Weather Forecast')).toHaveCount(0)
  expect(await friend.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('weather')))).toEqual([])
  expect(service.received).toHaveLength(1)
})

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`nothing moves while it comes, at ${width} px`, async ({ page, service, createTrip }, info) => {
    service.delayMs = 1500
    const id = await createTrip(page, { name: 'Slowly', type: 'car_trip', plan: plan() })
    await page.setViewportSize({ width, height })
    await page.addInitScript(noteShifts)
    for (const path of [`/trip/${id}`, `/trip/${id}?tab=itinerary`, `/trip/${id}`]) {
      await page.goto(path)
      if (path.includes('itinerary')) {
        await expect(page.getByRole('region', { name: 'Day 1', exact: true })).toContainText('mostly clear, sunset')
      } else {
        await showOfflineSwitch(page)
        await panel(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
        await expect(days(page).nth(0)).toContainText('Mostly clear')
      }
      const moved = await page.evaluate(() => window.moved)
      info.annotations.push({ type: 'layout shift', description: `${path}: ${moved.toFixed(4)}` })
      expect(moved, path).toBeLessThan(MAX_SHIFT)
    }
  })
}

/** Runs in the page: adds up what the browser says about what has moved. */
function noteShifts(): void {
  window.moved = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.moved += (entry as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

declare global {
  interface Window {
    moved: number
  }
}

/** Of the budget for every page. */
const MAX_SHIFT = 0.02

function addMember({ database }: TestServer, tripId: string, { id }: Person): void {
  const now = new Date().toISOString()
  database
    .prepare(
      `insert into memberships (trip_id, user_id, role, created_at, person_id, party_id, confirmed_at)
       values (?, ?, 'member', ?, ?, ?, ?)`,
    )
    .run(tripId, id, now, id, id, now)
}
