import type { Page } from '@playwright/test'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { halfAnAnswer, says, TestAiProvider } from '#server/testing/ai-provider.ts'
import { json, raw, silence } from '#server/testing/stand-in.ts'
import { test as base, expect, TestServer } from './fixtures.ts'
import { fillField, showOfflineSwitch } from './page-parts.ts'

const KEY = 'sk-very-secret-key'
const WEATHER_FAILED = 'Failed to fetch weather information. Please check your AI provider key and try again.'

/** A server with a local AI provider. */
const test = base.extend<{ fresh: undefined }, { provider: TestAiProvider; server: TestServer }>({
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const provider = await TestAiProvider.open()
      await use(provider)
      await provider.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ provider }, use) => {
      const server = await TestServer.open({
        AI_API_KEY: KEY,
        AI_BASE_URL: provider.baseUrl,
        AI_REQUESTS_PER_HOUR: '1000',
      })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ provider }, use) => {
      provider.received.length = 0
      provider.answers = [says('Sunny.')]
      await use(undefined)
    },
    { auto: true },
  ],
})

test.use({ isSignedIn: true })

const WITHOUT_AI = 'AI isn’t set up on this server.'

const weather = (page: Page) => page.getByRole('region', { name: 'AI Weather Forecast' })
const flightStatus = (page: Page) => page.getByRole('region', { name: 'AI Flight Status Update' })
const getWeather = (page: Page) => weather(page).getByRole('button', { name: 'Get Weather' })

const details = buildDetails({
  destination_name: 'Pog Lake',
  departure_airport_code: 'YYZ',
  arrival_airport_code: 'LIS',
  air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC848' },
})
const dated = { ...details, ...datesOf('2031-06-25', '2031-06-28') }

test('OVER-18, OVER-19, OVER-26..29, CALL-AI-1..13, CALL-AI-23, PROD-8, PROD-16, PROD-17, VALID-29, CONST-8..11, ERR-32, ERR-33 the weather comes from the server’s provider, whose failures are reported, and is cancelled by leaving', async ({
  page,
  server,
  provider,
  createTrip,
  allowConsole,
  watch,
}) => {
  const id = await createTrip(page, {
    name: 'Weather',
    type: 'car_trip',
    plan: { details: dated },
  })
  await page.goto(`/trip/${id}`)
  await showOfflineSwitch(page)
  await expect(flightStatus(page)).toHaveCount(0)
  await expect(getWeather(page)).toBeEnabled()
  await expect(weather(page).getByText(WITHOUT_AI)).toHaveCount(0)
  for (const role of ['status', 'alert'] as const) await expect(weather(page).getByRole(role)).toHaveCount(0)

  let answer = () => {}
  provider.answers = [
    (response) => {
      answer = () => says('**Day 1**: sunny, high 24 °C.\n<b>No</b> warnings & *calm* water.')(response)
    },
  ]
  const requestSent = page.waitForRequest('**/ai/v1/chat/completions')
  await getWeather(page).click()
  await expect(weather(page).getByText('Getting weather...')).toBeVisible()
  await expect(getWeather(page)).toBeDisabled()
  const request = await requestSent
  expect(request.method()).toBe('POST')
  expect(request.headers()['authorization']).toBeUndefined()
  expect(request.postDataJSON()).toMatchObject({ model: 'gpt-3.5-turbo', max_tokens: 500, temperature: 0.7 })
  await expect.poll(() => provider.received.length).toBe(1)
  expect(provider.received[0]?.authorization).toBe(`Bearer ${KEY}`)
  const words = provider.received[0]?.body.messages.map(({ content }) => content).join('\n') ?? ''
  for (const part of [/4-day/, /camping-focused/, /Celsius/, /30 people/, /Pog Lake/, /June 25, 2031/, /June 28, 2031/])
    expect(words).toMatch(part)
  answer()

  const result = weather(page).getByRole('status')
  await expect(result).toContainText('Day 1: sunny, high 24 °C.')
  await expect(result).toContainText('For Pog Lake, June 25, 2031 to June 28, 2031')
  await expect(getWeather(page)).toBeEnabled()

  // It is still shown when the server is unreachable, until a newer one replaces it.
  await page.reload()
  await expect(result).toContainText('Day 1: sunny')

  // The provider's failures say nothing of the key. What is allowed from here on must not have been there before.
  expect(watch.unexpected()).toEqual([])
  allowConsole(/status of 50\d|AI text could not be generated/)
  for (const answer of [
    json(401, { error: { message: `Incorrect API key provided: ${KEY}` } }),
    json(429, { error: { message: 'slow down' } }, { 'Retry-After': '20' }),
    raw(200, '<!doctype html><h1>Hello</h1>', { 'Content-Type': 'text/html' }),
    halfAnAnswer,
  ]) {
    provider.answers = [answer]
    await getWeather(page).click()
    await expect(weather(page).getByRole('alert')).toHaveText(`Weather Error${WEATHER_FAILED}`)
    provider.answers = [says('Rain.')]
    await getWeather(page).click()
    await expect(result).toContainText('Rain.')
  }
  await expect(result).not.toContainText('sunny')
  expect(server.log()).not.toContain(KEY)

  // Leaving the tab cancels the request.
  provider.answers = [silence]
  provider.received.length = 0
  await getWeather(page).click()
  await expect.poll(() => provider.received.length).toBe(1)

  // The meal plan uses the same number of people as the forecast.
  await page.getByRole('tab', { name: 'Food & Meals' }).click()
  await expect(page.getByRole('main')).toContainText(/30\s*servings/)
  await expect.poll(() => provider.received[0]?.brokenOff).toBe(true)
})

test('PROD-19, CALL-AI-1 with a browser key the browser calls the provider directly', async ({
  provider,
  openContext,
  allowConsole,
}) => {
  allowConsole(/^request to another host: POST http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions$/)
  const direct = await TestServer.open({ AI_BROWSER_KEY: 'pk-public', AI_BASE_URL: provider.baseUrl })
  try {
    const context = await openContext({ baseURL: direct.address })
    const { request } = context
    const person = { email: 'robin@example.org', password: 'pine-needles' }
    const data = { username: 'robin', full_name: 'Robin Tester', is_beta_user: true, referred_by: null }
    await request.post('/auth/v1/signup', { data: { ...person, data }, headers: { origin: direct.address } })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('link', { name: 'Demo Algonquin Adventure' }).click()
    await fillField(page, 'Destination', 'Pog Lake')
    await showOfflineSwitch(page)
    await getWeather(page).click()
    await expect(weather(page).getByRole('status')).toContainText('Sunny.')
    expect(provider.received).toMatchObject([{ path: '/v1/chat/completions', authorization: 'Bearer pk-public' }])
    // Close before the server stops: an open trip would log errors.
    await context.close()
  } finally {
    await direct.remove()
  }
})
