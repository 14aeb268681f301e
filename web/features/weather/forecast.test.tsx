import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { KnownForecast, WeatherResponse } from '#domain/api/weather.ts'
import { weatherPath } from '#domain/api/weather-paths.ts'
import { addDays, type LocalDate } from '#domain/local-date.ts'
import { positionText } from '#domain/places/position.ts'
import { type Details, details } from '#domain/plan/details.ts'
import { newPlace, type Place } from '#domain/plan/places.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildWeatherDay } from '#domain/testing/weather.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { persistWeather } from '#web/data/storage/persisted-weather.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, ROBIN, responses } from '#web/testing/open-trip.tsx'
import { expectCount, expectText, expectTexts } from '#web/testing/screen.ts'
import { Forecast } from './forecast.tsx'

const TODAY = '2031-06-25' as LocalDate
const NOW = new Date('2031-06-25T14:00:00Z')
const rows = page.getByRole('list', { name: 'Weather by day' }).getByRole('listitem')

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
const placeAt = (name: string, lat: number, lon: number, more: Partial<Place> = {}): Place =>
  newPlace(newId(), { name, kind: 'camp', position: positionText({ lat, lon }), ...more })

type Days = Parameters<typeof buildWeatherDay>[1][]

/** What the server says of a place. */
function forecastOf({ id }: Place, key: string, days: Days = [], more: Partial<KnownForecast> = {}) {
  const all = Array.from({ length: 16 }, (_, index) => buildWeatherDay(addDays(TODAY, index), days[index]))
  const forecast = { zone: 'America/Toronto', days: all, asked_at: NOW.toISOString(), is_current: true, ...more }
  return { place_id: id, key, forecast }
}
const says = (...places: WeatherResponse['places']): WeatherResponse => ({ is_on: true, places })

const killarney = () => placeAt('Killarney', 46.013, -81.401)
const KEY = '46.00,-81.40'

interface Options {
  places: Place[]
  details?: Partial<Details>
  trip?: Partial<Trip>
  canEdit?: boolean
  /** What the server says, one after the other; the last one repeats. */
  answers?: (WeatherResponse | 'unreachable')[]
  /** What this device has, and since how many hours. */
  persisted?: { hours: number; weather: WeatherResponse }
}

/** Shows the weather of a trip to the first of the places. Returns how often the server was asked. */
async function openForecast({ places, details: more, trip, canEdit = true, answers = [], persisted }: Options) {
  const all: Details = {
    ...details.empty,
    destination_name: 'Killarney',
    place_id: places[0]?.id ?? '',
    time_zone: 'America/Toronto',
    ...datesOf('2031-06-25', '2031-06-27'),
    ...more,
  }
  const opened = await openTrip({ values: { details: all, places }, ...(trip && { trip }) })
  let asked = 0
  if (answers.length > 0)
    responses.set(weatherPath(opened.trip.id), async () => {
      const answer = answers[Math.min(asked, answers.length - 1)]
      asked += 1
      if (answer === 'unreachable') throw new TypeError('No network')
      return answer
    })
  if (persisted) {
    const at = NOW.getTime() - persisted.hours * 60 * 60_000
    persistWeather(ROBIN.id, opened.trip.id, { at, weather: persisted.weather })
  }
  opened.show(<Forecast trip={opened.trip} details={all} canEdit={canEdit} />)
  return { asked: () => asked }
}

test('each day has its weather, warnings, sun and moon, and the source is named', async () => {
  const place = killarney()
  const { asked } = await openForecast({
    places: [place],
    answers: [says(forecastOf(place, KEY, [{}, { code: 95, gusts: 70 }, { code: 61, rain: 0.4, rain_chance: 30 }]))],
  })
  await expectCount(rows, 3)
  await expectText(rows.nth(0), /Wed, Jun 25.+Today.*Partly cloudy/)
  await expectText(rows.nth(0), '14 to 23 °C')
  await expectText(rows.nth(0), '56 to 74 °F')
  await expectText(rows.nth(0), 'No rain')
  await expectText(rows.nth(0), 'Wind 11 km/h, gusts 25 km/h')
  await expectText(rows.nth(0), 'UV 6')
  await expectText(rows.nth(0), 'Sun 5:35 AM to 9:20 PM')
  await expectText(rows.nth(0), /moon, rises \d+:\d\d [AP]M/)
  await expectText(rows.nth(1), 'Thunderstorm: stay off the water')
  await expectText(rows.nth(1), 'Gusts up to 70 km/h')
  await expectText(rows.nth(2), 'Rain under 1 mm, 30% chance')
  await expect.element(page.getByText('Open-Meteo, asked just now for Killarney.')).toBeVisible()
  await expect.element(page.getByText('Weather data by Open-Meteo.com (CC BY 4.0)')).toBeVisible()
  await expectCount(page.getByText('times of this device'), 0)
  expect(asked()).toBe(1)
  await expectNoAxeFindings()
  await page.viewport(390, 844)
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('another place of the trip is chosen by keyboard or press, and two near each other are one', async () => {
  const [lake, north, near] = [killarney(), placeAt('North Cape', 71.17, 25.78), placeAt('Nearby', 46.02, -81.41)]
  await openForecast({
    places: [lake, north, near],
    details: { time_zone: 'Europe/Oslo' },
    answers: [says(forecastOf(lake, KEY), forecastOf(north, '71.15,25.80', [{ code: 71, high: 2, low: -4 }]))],
  })
  await expectTexts(page.getByRole('radio'), ['', ''])
  await page.getByRole('radio', { name: 'North Cape' }).click()
  await expectText(rows.nth(0), 'Light snow')
  await expectText(rows.nth(0), '−4 to 2 °C')
  await expectText(rows.nth(0), 'Frost at night')
  await expectText(rows.nth(0), 'The sun doesn’t set.')
  await expect.element(page.getByText('asked just now for North Cape.')).toBeVisible()
})

test('without a network there is what this device has, with its age', async () => {
  const place = killarney()
  const asked_at = new Date(NOW.getTime() - 49 * 60 * 60_000).toISOString()
  await openForecast({
    places: [place],
    answers: ['unreachable'],
    persisted: { hours: 49, weather: says(forecastOf(place, KEY, [{ code: 3 }], { asked_at })) },
  })
  await expectText(rows.nth(0), 'Overcast')
  await expect.element(page.getByText('Open-Meteo, for Killarney. From Monday, 9:00 AM, 2 days ago.')).toBeVisible()
})

test('what is younger than an hour is not asked for again', async () => {
  const place = killarney()
  const asked_at = new Date(NOW.getTime() - 10 * 60_000).toISOString()
  const weather = says(forecastOf(place, KEY, [], { asked_at }))
  const { asked } = await openForecast({
    places: [place],
    answers: ['unreachable'],
    persisted: { hours: 0.9, weather },
  })
  await expect.element(page.getByText('Open-Meteo, asked 10 minutes ago for Killarney.')).toBeVisible()
  expect(asked()).toBe(0)
})

test('while the service does not answer, its last forecast says so', async () => {
  const place = killarney()
  const asked_at = new Date(NOW.getTime() - 3 * 60 * 60_000).toISOString()
  const old = forecastOf(place, KEY, [], { asked_at, is_current: false })
  await openForecast({ places: [place], answers: [says(old)] })
  const source = page.getByText(/From Wednesday, 7:00 AM, 3 hours ago\./)
  await expect.element(source).toHaveTextContent('The weather service isn’t answering right now.')
})

test('a place that the server does not know yet is asked for again', async () => {
  const place = killarney()
  await openForecast({ places: [place], answers: [says(), says(forecastOf(place, KEY))] })
  await expect.element(page.getByText('There’s no forecast right now. We’ll try again.')).toBeVisible()
  await expectText(rows.nth(0), 'Sun 5:35 AM to 9:20 PM')
  await expectText(rows.nth(0), 'Partly cloudy')
})

test('a place of which the service says nothing has sun and moon, in times of the device while its zone is unknown', async () => {
  await openForecast({ places: [killarney()], details: { time_zone: '' }, answers: [says()] })
  await expect.element(page.getByText('There’s no forecast right now. We’ll try again.')).toBeVisible()
  await expectCount(rows, 3)
  await expectText(rows.nth(0), /Sun \d+:\d\d AM to/)
  await expect.element(page.getByText('these are times of this device')).toBeVisible()
  await expectCount(page.getByText(/Open-Meteo/), 0)
  await expectNoAxeFindings()
})

test('where weather is switched off, sun and moon remain', async () => {
  await openForecast({ places: [killarney()], answers: [{ is_on: false, places: [] }] })
  await expectCount(rows, 3)
  await expectText(rows.nth(0), 'Sun 5:35 AM to 9:20 PM')
  await expectCount(page.getByText(/Open-Meteo|no forecast/), 0)
})

test('days that are too far ahead say from when on there is a forecast, and nobody is asked', async () => {
  const dates = datesOf('2031-07-20', '2031-07-31')
  await openForecast({ places: [killarney()], details: { ...dates, time_zone: '' } })
  await expect.element(page.getByText('There will be a forecast from Jul 5, 2031 on.')).toBeVisible()
  await expect
    .element(page.getByText('The trip has no time zone yet, so these are times of this device.'))
    .toBeVisible()
  await expectCount(rows, 7)
  await page.getByRole('button', { name: 'Show 5 more days' }).click()
  await expectCount(rows, 12)
  await expectText(rows.nth(11), /Sun .+moon/)
})

test('the end of a long trip is beyond the forecast', async () => {
  const place = killarney()
  const dates = datesOf('2031-07-08', '2031-07-12')
  await openForecast({ places: [place], details: dates, answers: [says(forecastOf(place, KEY))] })
  await expectText(rows.nth(2), 'Partly cloudy')
  await expectText(rows.nth(3), 'Too far ahead for a forecast')
})

test('a trip without dates shows the coming days, and one that is over nothing', async () => {
  const place = killarney()
  const none = { departure_date: '', return_date: '' } as const
  await openForecast({ places: [place], details: none, answers: [says(forecastOf(place, KEY))] })
  await expectCount(rows, 7)
  await expect.element(page.getByText('The coming days. Set the trip’s dates to see theirs.')).toBeVisible()
  await openForecast({ places: [place], details: datesOf('2031-06-20', '2031-06-24') })
  await expectCount(page.getByRole('main').getByText(/./), 0)
})

test('without a place of the destination, one sentence says what to do', async () => {
  await openForecast({ places: [] })
  const link = page.getByRole('link', { name: 'Choose where the destination is' })
  await expect.element(link).toHaveAttribute('href', expect.stringMatching(/^\/trip\/[\w-]+\/map\?find=destination$/))
  await expect.element(page.getByText('to see its weather.')).toBeVisible()
  await openForecast({ places: [], canEdit: false, trip: { role: 'member', members_edit: false } })
  await expect.element(page.getByText('No one has said yet where the destination is')).toBeVisible()
  await expectCount(page.getByRole('link'), 0)
})
