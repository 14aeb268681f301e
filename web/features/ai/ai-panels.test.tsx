import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { AiConfig } from '#domain/api/ai.ts'
import { AppError } from '#domain/errors.ts'
import type { Details } from '#domain/plan/details.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import type { Trip, TripType } from '#domain/trip.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, responses } from '#web/testing/open-trip.tsx'
import { expectCount, expectTexts } from '#web/testing/screen.ts'
import { AiPanels } from './ai-panels.tsx'

/* The texts of an AI provider, for a trip’s weather and flight. */

const WITHOUT_AI = 'AI isn’t set up on this server.'
const WEATHER_FAILED = 'Failed to fetch weather information. Please check your AI provider key and try again.'
const FLIGHT_FAILED = 'Failed to fetch flight status information. Please check your AI provider key and try again.'
const CHAT = '/ai/v1/chat/completions'

const weather = page.getByRole('region', { name: 'AI Weather Forecast' })
const flightStatus = page.getByRole('region', { name: 'AI Flight Status Update' })
const getWeather = weather.getByRole('button', { name: 'Get Weather' })
const getFlightStatus = flightStatus.getByRole('button', { name: 'Get Flight Status' })
const forecast = weather.getByRole('status')
const status = flightStatus.getByRole('status')

const details = buildDetails({
  destination_name: 'Pog Lake',
  departure_airport_code: 'YYZ',
  arrival_airport_code: 'LIS',
  air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC848' },
})
const dated = { ...details, ...datesOf('2031-06-25', '2031-06-28') }

interface Chat {
  model: string
  max_tokens: number
  temperature: number
  messages: { role: string; content: string }[]
}
let received: Chat[] = []
let answers: (() => Promise<unknown>)[] = []
const says = (content: unknown) => async () => ({ choices: [{ message: { role: 'assistant', content } }] })
const silence = () => new Promise<never>(() => {})
const fails = async () => {
  throw new AppError('ai_failed')
}
const wordsOf = (chat: Chat | undefined) => chat?.messages.map(({ content }) => content).join('\n') ?? ''

beforeEach(() => {
  received = []
  answers = [says('Sunny.')]
  responses.set(CHAT, (body) => {
    received.push(body as Chat)
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer?.() ?? Promise.resolve(null)
  })
})

function Panels({ trip }: { trip: Trip }) {
  const section = useSection(trip.id, 'details')
  return section && <AiPanels trip={trip} details={section.value} forecast={null} isWide={false} />
}

const CONFIG: AiConfig = { base_url: '/ai/v1', model: 'gpt-3.5-turbo', browser_key: null }

/** @param config undefined if the server has not said it */
async function openPanels(value: Details, type: TripType = 'car_trip', config: { is?: AiConfig } = { is: CONFIG }) {
  const opened = await openTrip({ type, values: { details: value } })
  queryCache.remove(['ai'])
  if (config.is !== undefined) queryCache.set(['ai'], config.is)
  showAgain(opened)
  await expect.element(getWeather).toBeVisible()
  const change = (changed: Partial<Details>) => opened.editAsOther('details', (now) => ({ ...now, ...changed }))
  return { ...opened, change }
}

const showAgain = ({ trip, show }: OpenedTrip) => show(<Panels trip={trip} />)

/** What the app logs when a text could not be generated. */
const catchLog = () => vi.spyOn(console, 'error').mockImplementation(() => {})

test('OVER-18, OVER-19, OVER-26..29, CALL-AI-2..13, CALL-AI-23, PROD-8, VALID-29, CONST-8..11 requests, loads and shows the weather', async () => {
  const opened = await openPanels(dated)
  await expectCount(flightStatus, 0)
  await expect.element(getWeather).toBeEnabled()
  await expectCount(weather.getByText(WITHOUT_AI), 0)
  for (const role of ['status', 'alert'] as const) await expectCount(weather.getByRole(role), 0)
  let answer = (_: unknown) => {}
  answers = [
    () =>
      new Promise((resolve) => {
        answer = resolve
      }),
  ]
  await getWeather.click()
  await expect.element(weather.getByText('Getting weather...')).toBeVisible()
  await expect.element(getWeather).toBeDisabled()
  await expect.poll(() => received).toMatchObject([{ model: 'gpt-3.5-turbo', max_tokens: 500, temperature: 0.7 }])
  for (const part of [/4-day/, /camping-focused/, /Celsius/, /30 people/, /Pog Lake/, /June 25, 2031/, /June 28, 2031/])
    expect(wordsOf(received[0])).toMatch(part)
  answer(await says('**Day 1**: sunny, high 24 °C.\n<b>No</b> warnings & *calm* water.')())
  await expect.element(forecast).toHaveTextContent('Day 1: sunny, high 24 °C.')
  await expect.element(forecast).toHaveTextContent('<b>No</b> warnings & calm water.')
  const inForecast = (selector: string) =>
    [...forecast.element().querySelectorAll(selector)].map(({ textContent }) => textContent)
  expect(inForecast('strong')).toEqual(['Day 1'])
  expect(inForecast('em')).toEqual(['calm'])
  expect(inForecast('b')).toEqual([])
  await expect.element(forecast).toHaveTextContent('For Pog Lake, June 25, 2031 to June 28, 2031')
  await expect.element(forecast).toHaveTextContent(/Generated on \w+/)
  await expect.element(getWeather).toBeEnabled()
  await expectNoAxeFindings()

  // It is still shown when the page is opened again, until a newer one replaces it.
  showAgain(opened)
  await expect.element(forecast).toHaveTextContent('Day 1: sunny')
  answers = [says('Rain.\n\n## Pack\n- **Boots**\n- <i>Hat</i>\n\n3. Leave\n4. Arrive')]
  await getWeather.click()
  await expect.element(forecast).toHaveTextContent('Rain.')
  await expectCount(forecast.getByRole('list'), 2)
  expect(inForecast('ul li')).toEqual(['Boots', '<i>Hat</i>'])
  expect(forecast.element().querySelector('ol')?.getAttribute('start')).toBe('3')
  expect(inForecast('strong')).toEqual(['Pack', 'Boots'])
  await expect.element(forecast).not.toHaveTextContent('sunny')
})

test('OVER-15..17, OVER-30..33, CALL-AI-14..22, CALL-AI-25, VALID-36..41, ERR-34, ERR-35, PROD-18, CONST-12, CONST-13 shows a simulated flight status and says that it is simulated', async () => {
  const without = { ...details, departure_airport_code: '', arrival_airport_code: '' }
  const { change } = await openPanels(
    { ...without, air_travel_flight_info: { carrier: '', flightNumber: '' } },
    'air_travel',
  )
  const hint = flightStatus.getByText('Complete flight details above to get status updates')
  await expect.element(hint).toBeVisible()
  await expect.element(getFlightStatus).toBeDisabled()
  change(details)
  await expect.element(getFlightStatus).toBeEnabled()
  await expectCount(hint, 0)
  const flight = details.air_travel_flight_info
  for (const lacking of [
    { air_travel_flight_info: { ...flight, carrier: '  ' } },
    { air_travel_flight_info: { ...flight, flightNumber: '  ' } },
    { departure_airport_code: '  ' },
    { arrival_airport_code: '  ' },
  ]) {
    change(lacking)
    await expect.element(getFlightStatus).toBeDisabled()
    await expect.element(flightStatus.getByText('Flight details are incomplete')).toBeVisible()
    change(details)
    await expect.element(getFlightStatus).toBeEnabled()
  }
  expect(received).toEqual([])

  answers = [silence]
  const signals = vi.spyOn(window, 'fetch')
  await getFlightStatus.click()
  await expect.element(flightStatus.getByText('Getting flight status...')).toBeVisible()
  await expect.element(getFlightStatus).toBeDisabled()
  await expect.poll(() => received).toMatchObject([{ max_tokens: 400, temperature: 0.7 }])
  for (const part of [/simulated/, /status/, /delay/, /gate/, /times/, /advisories/, /AC848/])
    expect(wordsOf(received[0])).toMatch(part)
  await flightStatus.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(getFlightStatus).toBeEnabled()
  await expectCount(flightStatus.getByText('Getting flight status...'), 0)
  expect(signals.mock.calls.map(([, init]) => init?.signal?.aborted)).toEqual([true])

  answers = [says('On time, gate E73.')]
  await getFlightStatus.click()
  await expect.element(status).toHaveTextContent('On time, gate E73.')
  await expect.element(flightStatus.getByText('Simulated: this isn’t real flight data')).toBeVisible()

  const logged = catchLog()
  answers = [fails]
  await getFlightStatus.click()
  await expectTexts(flightStatus.getByRole('alert'), [`Flight Status Error${FLIGHT_FAILED}`])
  expect(String(logged.mock.calls[0])).toContain('The AI text could not be generated')
  answers = [says(null)]
  await getFlightStatus.click()
  await expect.element(status).toHaveTextContent('Flight status information unavailable at this time.')
})

test('OVER-29, CALL-AI-24, ERR-32, ERR-33 reports every failure of the provider and can be used again', async () => {
  catchLog()
  await openPanels(details, 'air_travel')
  for (const answer of [
    fails,
    // The text of a page, or half an answer.
    async () => '<!doctype html><h1>Hello</h1>',
    async () => {
      throw new SyntaxError('Unexpected end of JSON input')
    },
  ]) {
    answers = [answer]
    await getWeather.click()
    await expectTexts(weather.getByRole('alert'), [`Weather Error${WEATHER_FAILED}`])
    await expect.element(getWeather).toBeEnabled()
    answers = [async () => ({ choices: [] })]
    await getWeather.click()
    await expect.element(forecast).toHaveTextContent('Weather information unavailable at this time.')
  }
})

test.each([
  ['car_trip', 'June 28, 2025', 'July 1, 2025'],
  ['air_travel', 'July 15, 2025', 'July 22, 2025'],
] as const)(
  'VALID-30..35 in a %s sends and shows nothing without a destination, and uses the fallback dates without dates',
  async (type, from, to) => {
    catchLog()
    const opened = await openPanels(details, type)
    answers = [says('Sunny.'), fails]
    await getWeather.click()
    await expect.element(forecast).toHaveTextContent('Sunny.')
    expect(received[0]?.messages[1]?.content).toContain(from)
    expect(received[0]?.messages[1]?.content).toContain(to)

    opened.change({ destination_name: '' })
    await expectCount(forecast, 0)
    await expect.element(getWeather).toBeDisabled()
    // It stays cleared, also when the page is opened again and for the same place.
    for (const place of ['Rock Lake', details.destination_name]) {
      opened.change({ destination_name: place })
      await expect.element(getWeather).toBeEnabled()
      showAgain(opened)
      await expect.element(getWeather).toBeEnabled()
      await expectCount(forecast, 0)
    }
    await getWeather.click()
    await expect.element(weather.getByRole('alert')).toBeVisible()
    opened.change({ destination_name: '' })
    await expectCount(weather.getByRole('alert'), 0)
    await expect.element(getWeather).toBeDisabled()
    expect(received).toHaveLength(2)
  },
)

test('VALID-31 a text says for which place and dates it is, and is not shown for another one', async () => {
  const opened = await openPanels(dated, 'air_travel')
  await getWeather.click()
  await expect.element(forecast).toHaveTextContent('For Pog Lake, June 25, 2031 to June 28, 2031')
  answers = [silence]
  await getWeather.click()
  await expect.element(weather.getByText('Getting weather...')).toBeVisible()
  opened.change({ destination_name: 'Banff' })
  await expectCount(weather.getByText('Getting weather...'), 0)
  await expectCount(forecast, 0)
  showAgain(opened)
  await expect.element(getWeather).toBeEnabled()
  await expectCount(forecast, 0)
  opened.change({ destination_name: 'Pog Lake' })
  await expect.element(forecast).toHaveTextContent('For Pog Lake')

  answers = [says('On time.')]
  const flight = (flightNumber: string) => ({
    air_travel_flight_info: { ...dated.air_travel_flight_info, flightNumber },
  })
  await getFlightStatus.click()
  await expect.element(status).toHaveTextContent('For Air Canada AC848 from YYZ to LIS, June 25, 2031')
  opened.change(flight('AC850'))
  await expectCount(status, 0)
  opened.change(flight('AC848'))
  await expect.element(status).toHaveTextContent('On time.')
  opened.change(flight(''))
  await expectCount(status, 0)
  opened.change(flight('AC848'))
  await expect.element(getFlightStatus).toBeEnabled()
  await expectCount(status, 0)
})

test('OVER-27 leaving the tab cancels the request', async () => {
  const opened = await openPanels(details)
  answers = [silence]
  const signals = vi.spyOn(window, 'fetch')
  await getWeather.click()
  await expect.poll(() => received).toHaveLength(1)
  opened.show(<p>Another tab</p>)
  await expect.poll(() => signals.mock.calls.map(([, init]) => init?.signal?.aborted)).toEqual([true])
  showAgain(opened)
  await expect.element(getWeather).toBeEnabled()
})

test('ERR-36 without a provider the panels say what the operator must do', async () => {
  const logged = catchLog()
  await openPanels(details, 'air_travel', { is: null })
  const message = 'AI provider key is not configured. Add AI_API_KEY to the environment configuration.'
  // The message is there before the button is pressed, and not as an error.
  for (const [region, button] of [
    [weather, getWeather],
    [flightStatus, getFlightStatus],
  ] as const) {
    await expect.element(button).toHaveAccessibleDescription(WITHOUT_AI)
    await expect.element(region.getByText(WITHOUT_AI)).not.toBeVisible()
    await region.getByText('Not available here').click()
    await expect.element(region.getByText(WITHOUT_AI)).toBeVisible()
    await expectCount(region.getByRole('alert'), 0)
  }
  await expectNoAxeFindings()
  await getWeather.click()
  await expectTexts(weather.getByRole('alert'), [`Weather Error${message}`])
  await getFlightStatus.click()
  await expectTexts(flightStatus.getByRole('alert'), [`Flight Status Error${message}`])
  expect(received).toEqual([])
  expect(String(logged.mock.calls[0])).toContain('The AI text could not be generated')
})

test('offline, the panels do not claim that no AI is set up', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await openPanels(details, 'car_trip', {})
  await expect.element(getWeather).toBeEnabled()
  await expectCount(weather.getByText(WITHOUT_AI), 0)
  await expect.element(getWeather).not.toHaveAttribute('aria-describedby')
})
