import type { Page } from '@playwright/test'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { halfAnAnswer, says, TestAiProvider } from '#server/testing/ai-provider.ts'
import { json, raw, silence } from '#server/testing/stand-in.ts'
import { test as base, expect, expectNoAxeFindings, TestServer } from './fixtures.ts'
import { fillField, showOfflineSwitch } from './page-parts.ts'

const KEY = 'sk-very-secret-key'
const WEATHER_FAILED = 'Failed to fetch weather information. Please check your AI provider key and try again.'
const FLIGHT_FAILED = 'Failed to fetch flight status information. Please check your AI provider key and try again.'

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
const getFlightStatus = (page: Page) => flightStatus(page).getByRole('button', { name: 'Get Flight Status' })

const details = buildDetails({
  destination_name: 'Pog Lake',
  departure_airport_code: 'YYZ',
  arrival_airport_code: 'LIS',
  air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC848' },
})
const dated = { ...details, ...datesOf('2031-06-25', '2031-06-28') }

test('OVER-18, OVER-19, OVER-26..29, CALL-AI-1..13, CALL-AI-23, PROD-8, PROD-16, PROD-17, VALID-29, CONST-8..11 requests, loads and shows the weather', async ({
  page,
  server,
  provider,
  createTrip,
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
  await expect(result).toContainText('<b>No</b> warnings & calm water.')
  await expect(result.locator('strong')).toHaveText('Day 1')
  await expect(result.locator('em')).toHaveText('calm')
  await expect(result.locator('b')).toHaveCount(0)
  await expect(result).toContainText('For Pog Lake, June 25, 2031 to June 28, 2031')
  await expect(result).toContainText(/Generated on \w+/)
  await expect(getWeather(page)).toBeEnabled()
  await expectNoAxeFindings(page)

  // It is still shown when the server is unreachable, until a newer one replaces it.
  await page.reload()
  await expect(result).toContainText('Day 1: sunny')
  provider.answers = [says('Rain.\n\n## Pack\n- **Boots**\n- <i>Hat</i>\n\n3. Leave\n4. Arrive')]
  await getWeather(page).click()
  await expect(result).toContainText('Rain.')
  await expect(result.getByRole('list')).toHaveCount(2)
  await expect(result.locator('ul').getByRole('listitem')).toHaveText(['Boots', '<i>Hat</i>'])
  await expect(result.locator('ol')).toHaveAttribute('start', '3')
  await expect(result.locator('strong')).toHaveText(['Pack', 'Boots'])
  await expect(result).not.toContainText('sunny')
  expect(server.log()).not.toContain(KEY)

  // The meal plan uses the same number of people as the forecast.
  await page.getByRole('tab', { name: 'Food & Meals' }).click()
  await expect(page.getByRole('main')).toContainText(/30\s*servings/)
})

test('OVER-15..17, OVER-30..33, CALL-AI-14..22, CALL-AI-25, VALID-36..41, ERR-34, ERR-35, PROD-18, CONST-12, CONST-13 shows a simulated flight status and says that it is simulated', async ({
  page,
  provider,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 502|AI text could not be generated/)
  const id = await createTrip(page, { name: 'Flight', type: 'air_travel' })
  await page.goto(`/trip/${id}`)
  await showOfflineSwitch(page)
  const values = {
    'Flight carrier': 'Air Canada',
    'Flight number': 'AC848',
    'Departure airport': 'YYZ',
    'Arrival airport': 'LIS',
  }
  const hint = flightStatus(page).getByText('Complete flight details above to get status updates')
  await expect(hint).toBeVisible()
  await expect(getFlightStatus(page)).toBeDisabled()
  for (const [label, value] of Object.entries(values)) await fillField(page, label, value)
  await expect(getFlightStatus(page)).toBeEnabled()
  await expect(hint).toHaveCount(0)
  for (const [label, value] of Object.entries(values)) {
    await fillField(page, label, '  ')
    await expect(getFlightStatus(page), `without ${label}`).toBeDisabled()
    await expect(flightStatus(page).getByText('Flight details are incomplete')).toBeVisible()
    expect(provider.received).toEqual([])
    await fillField(page, label, value)
  }

  provider.answers = [silence]
  await getFlightStatus(page).click()
  await expect(flightStatus(page).getByText('Getting flight status...')).toBeVisible()
  await expect(getFlightStatus(page)).toBeDisabled()
  await expect.poll(() => provider.received.length).toBe(1)
  expect(provider.received[0]?.body).toMatchObject({ max_tokens: 400, temperature: 0.7 })
  const words = provider.received[0]?.body.messages.map(({ content }) => content).join('\n') ?? ''
  for (const part of [/simulated/, /status/, /delay/, /gate/, /times/, /advisories/, /AC848/])
    expect(words).toMatch(part)
  await flightStatus(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(getFlightStatus(page)).toBeEnabled()
  await expect(flightStatus(page).getByText('Getting flight status...')).toHaveCount(0)
  await expect.poll(() => provider.received[0]?.brokenOff).toBe(true)

  provider.answers = [says('On time, gate E73.')]
  await getFlightStatus(page).click()
  await expect(flightStatus(page).getByRole('status')).toContainText('On time, gate E73.')
  await expect(flightStatus(page).getByText('Simulated: this isn’t real flight data')).toBeVisible()

  provider.answers = [json(500, { error: 'oops' })]
  await getFlightStatus(page).click()
  await expect(flightStatus(page).getByRole('alert')).toContainText('Flight Status Error')
  await expect(flightStatus(page).getByRole('alert')).toContainText(FLIGHT_FAILED)
  provider.answers = [says(null)]
  await getFlightStatus(page).click()
  await expect(flightStatus(page).getByRole('status')).toContainText(
    'Flight status information unavailable at this time.',
  )
})

test('OVER-29, CALL-AI-24, ERR-32, ERR-33 reports every failure of the provider and can be used again', async ({
  page,
  provider,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 50\d|AI text could not be generated/)
  const id = await createTrip(page, { name: 'Trouble', type: 'air_travel', plan: { details } })
  await page.goto(`/trip/${id}`)
  await showOfflineSwitch(page)
  for (const answer of [
    json(401, { error: { message: `Incorrect API key provided: ${KEY}` } }),
    json(429, { error: { message: 'slow down' } }, { 'Retry-After': '20' }),
    raw(200, '<!doctype html><h1>Hello</h1>', { 'Content-Type': 'text/html' }),
    halfAnAnswer,
  ]) {
    provider.answers = [answer]
    await getWeather(page).click()
    await expect(weather(page).getByRole('alert')).toHaveText(`Weather Error${WEATHER_FAILED}`)
    await expect(getWeather(page)).toBeEnabled()
    provider.answers = [json(200, { choices: [] })]
    await getWeather(page).click()
    await expect(weather(page).getByRole('status')).toContainText('Weather information unavailable at this time.')
  }
})

test('VALID-30..35 sends and shows nothing without a destination, and uses the fallback dates without dates', async ({
  page,
  provider,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 502|AI text could not be generated/)
  for (const [type, from, to] of [
    ['car_trip', 'June 28, 2025', 'July 1, 2025'],
    ['air_travel', 'July 15, 2025', 'July 22, 2025'],
  ] as const) {
    const id = await createTrip(page, { name: `No dates ${type}`, type, plan: { details } })
    await page.goto(`/trip/${id}`)
    await showOfflineSwitch(page)
    provider.answers = [says('Sunny.'), json(500, {})]
    await getWeather(page).click()
    await expect(weather(page).getByRole('status')).toContainText('Sunny.')
    const words = provider.received.at(-1)?.body.messages[1]?.content ?? ''
    expect(words).toContain(from)
    expect(words).toContain(to)

    const countBefore = provider.received.length
    await fillField(page, 'Destination', '')
    await expect(weather(page).getByRole('status')).toHaveCount(0)
    await expect(getWeather(page)).toBeDisabled()
    // It stays cleared, also after a reload and for the same place.
    for (const place of ['Rock Lake', details.destination_name]) {
      await fillField(page, 'Destination', place)
      await expect(getWeather(page)).toBeEnabled()
      await page.reload()
      await showOfflineSwitch(page)
      await expect(getWeather(page)).toBeEnabled()
      await expect(weather(page).getByRole('status')).toHaveCount(0)
    }
    await getWeather(page).click()
    await expect(weather(page).getByRole('alert')).toBeVisible()
    await fillField(page, 'Destination', '')
    await expect(weather(page).getByRole('alert')).toHaveCount(0)
    await expect(getWeather(page)).toBeDisabled()
    expect(provider.received).toHaveLength(countBefore + 1)
  }
})

test('VALID-31 a text says for which place and dates it is, and is not shown for another one', async ({
  page,
  provider,
  createTrip,
}) => {
  const id = await createTrip(page, {
    name: 'Elsewhere',
    type: 'air_travel',
    plan: { details: dated },
  })
  await page.goto(`/trip/${id}`)
  await showOfflineSwitch(page)
  const forecast = weather(page).getByRole('status')
  await getWeather(page).click()
  await expect(forecast).toContainText('For Pog Lake, June 25, 2031 to June 28, 2031')
  provider.answers = [silence]
  await getWeather(page).click()
  await expect(weather(page).getByText('Getting weather...')).toBeVisible()
  await fillField(page, 'Destination', 'Banff')
  await expect(weather(page).getByText('Getting weather...')).toHaveCount(0)
  await expect(forecast).toHaveCount(0)
  await page.reload()
  await showOfflineSwitch(page)
  await expect(getWeather(page)).toBeEnabled()
  await expect(forecast).toHaveCount(0)
  await fillField(page, 'Destination', 'Pog Lake')
  await expect(forecast).toContainText('For Pog Lake')

  provider.answers = [says('On time.')]
  const status = flightStatus(page).getByRole('status')
  await getFlightStatus(page).click()
  await expect(status).toContainText('For Air Canada AC848 from YYZ to LIS, June 25, 2031')
  await fillField(page, 'Flight number', 'AC850')
  await expect(status).toHaveCount(0)
  await fillField(page, 'Flight number', 'AC848')
  await expect(status).toContainText('On time.')
  await fillField(page, 'Flight number', '')
  await expect(status).toHaveCount(0)
  await fillField(page, 'Flight number', 'AC848')
  await expect(getFlightStatus(page)).toBeEnabled()
  await expect(status).toHaveCount(0)
})

test('OVER-27 leaving the tab cancels the request', async ({ page, provider, createTrip }) => {
  const id = await createTrip(page, { name: 'Leaving', type: 'car_trip', plan: { details } })
  await page.goto(`/trip/${id}`)
  await showOfflineSwitch(page)
  provider.answers = [silence]
  await getWeather(page).click()
  await expect.poll(() => provider.received.length).toBe(1)
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect.poll(() => provider.received[0]?.brokenOff).toBe(true)
  await page.getByRole('tab', { name: 'Overview' }).click()
  await showOfflineSwitch(page)
  await expect(getWeather(page)).toBeEnabled()
})

test('PROD-19, CALL-AI-1 with a browser key the browser calls the provider directly', async ({
  provider,
  openContext,
  playwright,
  allowConsole,
}) => {
  allowConsole(/^request to another host: POST http:\/\/127\.0\.0\.1:\d+\/v1\/chat\/completions$/)
  const direct = await TestServer.open({ AI_BROWSER_KEY: 'pk-public', AI_BASE_URL: provider.baseUrl })
  try {
    const context = await openContext({ baseURL: direct.address })
    const request = await playwright.request.newContext({ baseURL: direct.address })
    const person = { email: 'robin@example.org', password: 'pine-needles' }
    const data = { username: 'robin', full_name: 'Robin Tester', is_beta_user: true, referred_by: null }
    await request.post('/auth/v1/signup', { data: { ...person, data }, headers: { origin: direct.address } })
    const page = await context.newPage()
    await page.goto('/')
    await page.getByLabel('Email', { exact: true }).fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Demo Algonquin Adventure' }).click()
    await fillField(page, 'Destination', 'Pog Lake')
    await showOfflineSwitch(page)
    await getWeather(page).click()
    await expect(weather(page).getByRole('status')).toContainText('Sunny.')
    expect(provider.received).toMatchObject([{ path: '/v1/chat/completions', authorization: 'Bearer pk-public' }])
    await request.dispose()
    // Close before the server stops: an open trip would log errors.
    await context.close()
  } finally {
    await direct.remove()
  }
})

base(
  'ERR-36 without a provider the panels say what the operator must do',
  async ({ page, signIn, createTrip, allowConsole }) => {
    allowConsole(/AI text could not be generated/)
    await signIn(page)
    const id = await createTrip(page, { name: 'No key', type: 'air_travel', plan: { details } })
    await page.goto(`/trip/${id}`)
    await showOfflineSwitch(page)
    const message = 'AI provider key is not configured. Add AI_API_KEY to the environment configuration.'
    // The message is there before the button is pressed, and not as an error.
    for (const [region, button] of [
      [weather(page), getWeather(page)],
      [flightStatus(page), getFlightStatus(page)],
    ] as const) {
      await expect(button).toHaveAccessibleDescription(WITHOUT_AI)
      await expect(region.getByText(WITHOUT_AI)).toBeHidden()
      await region.getByText('Not available here').click()
      await expect(region.getByText(WITHOUT_AI)).toBeVisible()
      await expect(region.getByRole('alert')).toHaveCount(0)
    }
    await expectNoAxeFindings(page)
    await getWeather(page).click()
    await expect(weather(page).getByRole('alert')).toHaveText(`Weather Error${message}`)
    await getFlightStatus(page).click()
    await expect(flightStatus(page).getByRole('alert')).toHaveText(`Flight Status Error${message}`)
  },
)

base(
  'offline, the panels do not claim that no AI is set up',
  async ({ page, context, signIn, createTrip, allowConsole }) => {
    allowConsole(/net::ERR_/)
    await signIn(page)
    const id = await createTrip(page, { name: 'No signal', type: 'car_trip', plan: { details } })
    await page.route('**/ai/v1', (route) => route.abort('internetdisconnected'))
    await page.goto(`/trip/${id}`)
    await showOfflineSwitch(page)
    await expect(getWeather(page)).toBeEnabled()
    await context.setOffline(true)
    await expect(weather(page).getByText(WITHOUT_AI)).toHaveCount(0)
    await expect(getWeather(page)).not.toHaveAttribute('aria-describedby')
  },
)
