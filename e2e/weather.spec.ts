import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import { positionText } from '#domain/places/position.ts'
import { newActivity } from '#domain/plan/itinerary.ts'
import { newPlace } from '#domain/plan/places.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { clockOf } from '#domain/today/clock.ts'
import { forecasts, TestWeatherService } from '#server/testing/weather-service.ts'
import { test as base, expect, expectNoAxeFindings, OFFLINE, TestServer } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { MAX_SHIFT, noteShifts, sumOf } from './layout-shifts.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { showOfflineSwitch } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { addMember } from './stored-plan.ts'

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
      service.answers = [forecasts(today(), week)]
      await use(undefined)
    },
    { auto: true },
  ],
})

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

test('shows two people and a reader the weather by day, with its source, asks once, and stays without a network, with its age', async ({
  server,
  service,
  createTrip,
  openSignedIn,
  register,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  const page = await openSignedIn(phoneWithApp)
  const id = await createTrip(page, { name: 'To Killarney', type: 'car_trip', plan: plan({ isPlanned: true }) })
  const friend = await register()
  addMember(server, id, friend)
  const friendPage = await openSignedIn({}, friend)

  await test.step('two people', async () => {
    await Promise.all([openOverview(page, id), openOverview(friendPage, id)])
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

  await test.step('a reader of a public trip, who gets no AI text', async () => {
    const publicTrip = await createTrip(page, { name: 'For all to read', type: 'car_trip', plan: plan() })
    service.received.length = 0
    server.database.prepare('update trips set is_public = 1 where id = ?').run(publicTrip)
    await friendPage.evaluate(() => localStorage.clear())
    await friendPage.goto(`/shared/${publicTrip}`)
    const shared = friendPage.getByRole('region', { name: 'Weather', exact: true })
    await expect(async () => {
      await friendPage.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
      await expect(shared).toContainText('Thunderstorm', { timeout: 1000 })
    }).toPass()
    await expect(shared).toContainText('Open-Meteo, asked')
    await expect(friendPage.getByText('AI Weather Forecast')).toHaveCount(0)
    expect(await friendPage.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('weather')))).toEqual(
      [],
    )
    expect(service.received).toHaveLength(1)
  })

  await test.step('without a network', async () => {
    const later = await createTrip(page, { name: 'Off the grid', type: 'car_trip', plan: plan({ from: 1 }) })
    service.received.length = 0
    await openOverview(page, later)
    await expect(days(page).nth(0)).toContainText('Rain')
    await waitUntilAppCached(page)
    await waitUntilTripPersisted(page, later)
    await page.context().setOffline(true)
    const askedAt = new Date()
    await page.clock.setFixedTime(new Date(askedAt.getTime() + 2 * 24 * 60 * 60_000 + 60_000))
    await openOverview(page, later)
    // Two days of the trip are over or today.
    await expect(days(page)).toHaveCount(3)
    await expect(days(page).nth(0)).toContainText('Thunderstorm')
    const weekday = askedAt.toLocaleDateString('en-CA', { weekday: 'long', timeZone: ZONE })
    await expect(panel(page)).toContainText(
      new RegExp(`Open-Meteo, for Killarney\\. From ${weekday}, .+, 2 days ago\\.`),
    )
    expect(service.received).toHaveLength(1)
    await page.context().setOffline(false)
  })
})

test('nothing moves while it comes, at 390 and 1280 px', async ({ openSignedIn, createTrip }, info) => {
  const page = await openSignedIn({})
  await page.addInitScript(noteShifts)
  for (const [width, height] of [
    [390, 844],
    [1280, 800],
  ] as const) {
    const id = await createTrip(page, { name: 'Slowly', type: 'car_trip', plan: plan() })
    await page.setViewportSize({ width, height })
    // It comes when all else is there.
    let isThere = false
    const comes = await holdRequests(page, 'GET', new RegExp(`${id}/weather$`))
    for (const path of [`/trip/${id}`, `/trip/${id}?tab=itinerary`, `/trip/${id}`]) {
      await page.goto(path)
      if (path.includes('itinerary')) {
        await expect(page.getByRole('region', { name: 'Day 1', exact: true })).toContainText('mostly clear, sunset')
      } else {
        await showOfflineSwitch(page)
        await panel(page).evaluate((element) => element.scrollIntoView({ block: 'center' }))
        if (!isThere) await expect(panel(page)).toContainText('Loading the forecast...')
        comes()
        isThere = true
        await expect(days(page).nth(0)).toContainText('Mostly clear')
      }
      const moved = await page.evaluate(() => window.takeShifts())
      const sum = sumOf(moved)
      info.annotations.push({ type: 'layout shift', description: `${width} px ${path}: ${sum.toFixed(4)}` })
      expect(sum, `${width} px ${path}: ${JSON.stringify(moved)}`).toBeLessThan(MAX_SHIFT)
    }
  }
})
