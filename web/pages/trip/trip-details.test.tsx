import { expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { BetaResponse } from '#domain/api/auth.ts'
import type { NewTrip } from '#domain/api/trips.ts'
import { AppError } from '#domain/errors.ts'
import { details } from '#domain/plan/details.ts'
import { buildComing, buildParties } from '#domain/testing/people.ts'
import { tripTypeLabel, tripTypes } from '#domain/trip.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import type { SimulatedServer } from '#web/data/testing/simulated-server.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { expectNow, stopClock } from '#web/testing/clock.ts'
import { holdSends } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip, ROBIN, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, insertText, press, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { addDistance, cardOf, expectField, field, fillField, openField, panel } from '#web/testing/trip-details.ts'

/* The details of a trip on its page: what a new trip asks, what is sent and when, and what the header says of it. */

const saveState = page.getByRole('banner').getByRole('status')
const title = page.getByRole('heading', { level: 1 })
const isIconVisible = () => saveState.element().querySelector('svg')?.checkVisibility({ visibilityProperty: true })
const map = page.getByRole('region', { name: 'Destination Map' })
const frame = () => document.querySelector('iframe')

async function openDetails(options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip(options)
  showApp(`/trip/${opened.trip.id}`)
  await expect.element(page.getByRole('region', { name: /Details & Travel Info$/ })).toBeVisible()
  return opened
}

/** The mutations of the last request. */
const lastSent = ({ received }: SimulatedServer) =>
  received.at(-1)?.map(({ id: _id, when: _when, section: _section, ...mutation }) => mutation)

test('SAVE-9..13, CONST-5, CONST-6, CALL-DATA-11 shows an edit at once and saves it 1000 ms after the last key', async () => {
  const { server, stored } = await openDetails()
  const destination = field('Destination')
  await destination.click()
  stopClock()
  const held = holdSends(server)

  await type('Big Salmon')
  await expectNow(page.getByRole('main').getByText('Big Salmon', { exact: true }).last(), 'Big Salmon')
  await vi.advanceTimersByTimeAsync(900)
  await type(' Lake')
  await vi.advanceTimersByTimeAsync(999)
  await expectNow(saveState, '')
  expect(held.count()).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  await expectNow(saveState, 'Saving...')
  expect(isIconVisible()).toBe(true)
  expect(held.count()).toBe(1)
  expect(stored('details').destination_name).toBe('')

  held.release()
  await expectNow(saveState, 'Saved')
  expect(stored('details').destination_name).toBe('Big Salmon Lake')
  expect(isIconVisible()).toBe(true)
  const [red, green, blue] = paintedColour(saveState.element().querySelector('svg') as Element)
  expect(green).toBeGreaterThan(red)
  expect(green).toBeGreaterThan(blue)
  await vi.advanceTimersByTimeAsync(1999)
  await expectNow(saveState, 'Saved')
  await vi.advanceTimersByTimeAsync(1)
  await expectNow(saveState, '')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(held.count()).toBe(1)
})

/** The stroke colour of an element as red, green and blue. */
function paintedColour(element: Element): [number, number, number] {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d')
  if (!canvas) throw new Error('The browser has no canvas')
  canvas.fillStyle = getComputedStyle(element).color
  canvas.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}

test('SAVE-9..12 text typed during a save stays on the screen and goes with the next save', async () => {
  const { server, stored } = await openDetails()
  const destination = field('Destination')
  await expect.element(destination).toBeVisible()
  stopClock()
  const held = holdSends(server)
  await destination.fill('Sandbnks')
  await vi.advanceTimersByTimeAsync(1000)
  await expectTexts(saveState, ['Saving...'])
  expect(held.count()).toBe(1)

  await press('End')
  for (let i = 0; i < 3; i++) await press('ArrowLeft')
  await type('a')
  await fillField('Entry gate', 'West Lake')
  ;(destination.element() as HTMLElement).focus()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(held.count()).toBe(1)
  held.release()
  await expect.poll(() => stored('details').destination_name).toBe('Sandbnks')
  // The response changes neither the text nor the caret.
  await expect.element(destination).toHaveValue('Sandbanks')
  await type('.')
  await expect.element(destination).toHaveValue('Sandba.nks')
  await press('Backspace')
  await expectTexts(saveState, ['Saving...'])

  await vi.advanceTimersByTimeAsync(1000)
  await expectTexts(saveState, ['Saved'])
  expect(held.count()).toBe(2)
  expect(lastSent(server)).toEqual([
    { do: 'set', at: ['destination_name'], to: 'Sandbanks', was: 'Sandbnks' },
    { do: 'set', at: ['car_trip_entry_gate'], to: 'West Lake', was: '' },
  ])
  expect(stored('details')).toMatchObject({ destination_name: 'Sandbanks', car_trip_entry_gate: 'West Lake' })
})

test('SAVE-14, ERR-52 a failed save is only logged and retried, while the saving icon is shown', async () => {
  const logged: string[] = []
  vi.spyOn(console, 'error').mockImplementation((text) => void logged.push(String(text)))
  const { server, stored } = await openDetails()
  await expect.element(field('Destination')).toBeVisible()
  stopClock()
  const { send } = server
  let answers: 'fail' | 'abort' | 'server' = 'fail'
  server.send = async (...request) => {
    if (answers === 'server') return send(...request)
    throw new AppError(answers === 'fail' ? 'internal_error' : 'unreachable', '')
  }

  await fillField('Destination', 'Bruce Peninsula')
  await vi.advanceTimersByTimeAsync(1000)
  await expect.poll(() => logged.length).toBe(1)
  await fillField('Entry gate', 'Tobermory')
  answers = 'abort'
  await expect.poll(() => vi.advanceTimersByTimeAsync(1000).then(() => logged.length)).toBeGreaterThan(1)
  expect(logged.filter((text) => !text.includes('will be sent again'))).toEqual([])
  await expectTexts(saveState, ['Saving...'])
  await expectCount(page.getByRole('alert'), 0)
  await expect.element(page.getByRole('main')).not.toHaveTextContent(/error|fail|not saved/i)
  expect(stored('details').destination_name).toBe('')

  answers = 'server'
  // The retry, with or followed by what was typed meanwhile.
  await vi.advanceTimersByTimeAsync(30_000)
  await expect.poll(() => stored('details').destination_name).toBe('Bruce Peninsula')
  await expect
    .poll(() => vi.advanceTimersByTimeAsync(1000).then(() => stored('details').car_trip_entry_gate))
    .toBe('Tobermory')
  await expect.element(saveState).not.toHaveTextContent('Saving...')
  await expectField('Destination', 'Bruce Peninsula')
})

test('OVER-1, OVER-3..9, OVER-14, VALID-42, VALID-43, CALL-DATA-9, PERM-8 saves every field of a road trip', async () => {
  const { server, stored } = await openDetails()
  const before = stored('details')
  await expect.element(page.getByRole('region', { name: 'Trip Details & Travel Info' })).toBeVisible()
  for (const label of ['Departure airport', 'Arrival airport', 'Flight carrier', 'Flight number']) {
    await expectCount(field(label), 0)
    await expectCount(page.getByRole('button', { name: `Add ${label}` }), 0)
  }
  await expect.element(field('Departure date')).toHaveAttribute('type', 'date')
  await expect.element(field('Return date')).toHaveAttribute('type', 'date')
  await expect.element(await openField('Map embed URL')).toHaveAttribute('type', 'url')

  await fillField('Destination', 'Killbear Provincial Park')
  await fillField('Departure date', '2031-07-15')
  await fillField('Return date', '2031-07-19')
  await fillField('Entry gate', 'Main gate, Highway 559')
  await fillField('Map embed URL', 'https://www.openstreetmap.org/export/embed.html?bbox=-80.3,45.3,-80.1,45.4')
  await addDistance(1, 'Toronto', '260 km')
  await addDistance(2, 'Sudbury', '190 km')
  await addDistance(3, 'Toronto', '310 km, along the bay')
  await addDistance(4, 'Ottawa', '450 km')
  await page.getByRole('button', { name: 'Remove distance 2' }).click()
  await expectField('Place 2', 'Toronto')
  await expectField('Distance 2', '310 km, along the bay')
  await expectCount(field('Place 4'), 0)
  await expect
    .poll(() => stored('details'))
    .toEqual({
      ...before,
      destination_name: 'Killbear Provincial Park',
      departure_date: '2031-07-15',
      return_date: '2031-07-19',
      map_embed_url: 'https://www.openstreetmap.org/export/embed.html?bbox=-80.3,45.3,-80.1,45.4',
      car_trip_entry_gate: 'Main gate, Highway 559',
      car_trip_distances: [
        { id: expect.any(String), place: 'Toronto', distance: '260 km' },
        { id: expect.any(String), place: 'Toronto', distance: '310 km, along the bay' },
        { id: expect.any(String), place: 'Ottawa', distance: '450 km' },
      ],
    })

  // An edit writes only what it changes.
  await expectTexts(saveState, ['Saved'])
  await fillField('Destination', 'Killbear')
  await expect.poll(() => stored('details').destination_name).toBe('Killbear')
  expect(lastSent(server)).toEqual([
    { do: 'set', at: ['destination_name'], to: 'Killbear', was: 'Killbear Provincial Park' },
  ])
  await expectField('Departure date', '2031-07-15')
  await expectField('Entry gate', 'Main gate, Highway 559')
  await expectField('Place 3', 'Ottawa')
  await expectField('Distance 3', '450 km')
})

test('OVER-2, OVER-3..7, OVER-10..14, VALID-43 saves every field of an air trip', async () => {
  const { stored } = await openDetails({ type: 'air_travel' })
  const before = stored('details')
  await expect.element(page.getByRole('region', { name: 'Flight Details & Travel Info' })).toBeVisible()
  await expectCount(field('Entry gate'), 0)
  await expectCount(page.getByRole('button', { name: 'Add entry gate' }), 0)
  await expectCount(page.getByRole('button', { name: 'Add Distance' }), 0)
  await expect.element(await openField('Map embed URL')).toHaveAttribute('type', 'url')

  await fillField('Destination', 'Edinburgh, Scotland')
  await fillField('Departure date', '2032-02-29')
  await fillField('Return date', '2032-03-07')
  await fillField('Departure airport', 'YYZ')
  await fillField('Arrival airport', 'EDI')
  await fillField('Flight carrier', 'Air Canada')
  await fillField('Flight number', 'AC 848')
  await fillField('Map embed URL', 'https://www.openstreetmap.org/edinburgh')
  await expectTexts(saveState, ['Saved'])
  expect(stored('details')).toEqual({
    ...before,
    destination_name: 'Edinburgh, Scotland',
    departure_date: '2032-02-29',
    return_date: '2032-03-07',
    departure_airport_code: 'YYZ',
    arrival_airport_code: 'EDI',
    map_embed_url: 'https://www.openstreetmap.org/edinburgh',
    air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC 848' },
  })
})

test('OVER-3, OVER-6, OVER-7 shows and saves any text exactly as typed', async () => {
  const html = `<img src=x onerror="alert(1)"> & <b>'quoted'</b> \${name} {{name}} '; drop table trips; --`
  const odd = 'Sé̩ 🏕️👩‍👩‍👧‍👦 مخيم الغابة שלום \\ 日本 " %00 '
  const long = '🌲'.repeat(250)
  const { trip, stored } = await openDetails({ trip: { name: 'Texts' } })
  queryCache.set(LIST, [cardOf(trip)])
  responses.set('/api/trips', async () => ({ trips: [cardOf(trip, { destination_name: html })] }))
  await fillField('Destination', html)
  await fillField('Entry gate', long)
  await addDistance(1, odd, html)
  await addDistance(2, '__proto__', 'constructor')
  await (await openField('Entry gate')).click()
  await press('End')
  await type('x')
  await expectField('Entry gate', long)
  await expect
    .poll(() => stored('details'))
    .toMatchObject({
      destination_name: html,
      car_trip_entry_gate: long,
      car_trip_distances: [
        { place: odd, distance: html },
        { place: '__proto__', distance: 'constructor' },
      ],
    })

  showApp(`/trip/${trip.id}`)
  await expectField('Destination', html)
  await expectField('Entry gate', long)
  await expectField('Place 1', odd)
  await expectField('Distance 1', html)
  await expectField('Place 2', '__proto__')
  await expect.element(page.getByRole('main').getByText(html, { exact: true }).last()).toBeVisible()
  await button('Back to Trips').click()
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Texts' }).getByText(html, { exact: true }))
    .toBeVisible()
})

test('OVER-20..24 the map is a lazy, sandboxed frame of 400 px, and without one its panel is as high as its text', async () => {
  const none = map.getByText('No map configured for this trip')
  await openDetails({ type: 'air_travel' })
  await expect.element(none).toBeVisible()
  await openDetails()
  await expect.element(none).toBeVisible()
  expect(frame()).toBeNull()
  expect(map.element().getBoundingClientRect().height).toBeLessThan(180)

  const embedded = 'https://www.google.com/maps/embed?pb=!1m18!2d-78.9&q="park"'
  await fillField('Map embed URL', embedded)
  await expect.poll(() => frame()?.getAttribute('src')).toBe(embedded)
  expect(frame()?.getAttribute('loading')).toBe('lazy')
  expect(frame()?.getAttribute('sandbox')).toMatch(/^(?!.*allow-top-navigation)/)
  expect(frame()?.getAttribute('height')).toBe('400')
  expect(frame()?.getBoundingClientRect().height).toBe(400)
  await expectCount(none, 0)
  expect(map.element().getBoundingClientRect().height).toBeLessThan(500)
})

test('OVER-5 a return before the departure is marked accessibly', async () => {
  await openDetails()
  await fillField('Departure date', '2031-07-15')
  await fillField('Return date', '2031-07-14')
  await expect.element(field('Return date')).toHaveAccessibleDescription('This is before the departure date.')
  await expectNoAxeFindings()
})

test('a detail opens by a press, and stays open while somebody else edits', async () => {
  await page.viewport(390, 844)
  const values = { details: { ...details.empty, destination_name: 'Pog Lake' } }
  const { editAsOther, sent } = await openDetails({ values })
  await button('Destination Pog Lake').click()
  await expect.element(field('Destination')).toHaveFocus()
  editAsOther('details', (value) => ({ ...value, car_trip_entry_gate: 'West Gate' }))
  await expect.element(button('Entry gate West Gate')).toBeVisible()
  editAsOther('details', (value) => ({ ...value, destination_name: 'Rock Lake' }))
  await expect.element(field('Destination')).toHaveValue('Rock Lake')
  await expect.element(field('Destination')).toHaveFocus()
  await press('Escape')
  await expect.element(button('Destination Rock Lake')).toHaveFocus()
  await expectNoAxeFindings()
  expect(sent('details')).toEqual([])
})

/** The details that are rows in a new trip. */
const more = {
  car_trip: ['Entry gate', 'Map embed URL'],
  air_travel: ['Departure airport', 'Arrival airport', 'Flight carrier', 'Flight number', 'Map embed URL'],
}

/** The top of an element that is in view as a whole, above the tabs at the bottom of a phone. */
async function topInView(target: Locator): Promise<number> {
  await expect.element(target).toBeInViewport({ ratio: 0.99 })
  const { top, bottom } = target.element().getBoundingClientRect()
  expect(top).toBeGreaterThanOrEqual(0)
  expect(bottom).toBeLessThanOrEqual(page.getByRole('tablist').element().getBoundingClientRect().top)
  return top
}

test.each(tripTypes)('%s: somebody creates a trip on a phone, and says where and when', async (tripType) => {
  await page.viewport(390, 844)
  const { trip, stored } = await openTrip({ type: tripType, trip: { name: 'To the coast' } })
  queryCache.set(LIST, [])
  responses.set('/api/trips', async (body, _query, method) =>
    method === 'POST' ? { trip: { ...cardOf(trip), ...(body as NewTrip) } } : { trips: [] },
  )
  showApp('/')
  await button('Create New Trip').click()
  await dialog().getByLabelText('Trip Name').fill('To the coast')
  if (tripType === 'air_travel') await dialog().getByText(tripTypeLabel(tripType), { exact: true }).click()
  await button('Create Trip').click()
  await expectTexts(title, ['To the coast'])

  const [destination, departure, back, adults] = ['Destination', 'Departure date', 'Return date', 'Adults'].map(
    (label) => field(label),
  ) as [Locator, Locator, Locator, Locator]
  await expect.element(adults).toBeVisible()
  const tops = [destination, departure, back, adults, button(`Add ${more[tripType][0]?.toLowerCase()}`)]
  const shown: number[] = []
  for (const each of tops) shown.push(await topInView(each))
  expect(shown[1], 'two dates beside each other').toBe(shown[2])
  expect(shown).toEqual(shown.toSorted((one, other) => one - other))
  for (const label of more[tripType]) {
    await expectCount(field(label), 0)
    await expect.element(button(new RegExp(`^Add ${label}$`, 'i'))).toBeVisible()
  }
  await expectNoAxeFindings()

  await destination.click()
  insertText('Pacific Rim')
  await departure.click()
  await departure.fill('2031-07-15')
  // Its picker opens at the departure.
  await expect.element(back).toHaveAttribute('min', '2031-07-15')
  await back.click()
  await back.fill('2031-07-19')
  await expect.element(back).toHaveAttribute('min', '0001-01-01')
  await adults.click()
  await type('2')
  await expectTexts(saveState, ['Saved'])
  await expect.element(page.getByText('2 people expected')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Invite people' })).toBeVisible()
  expect(stored('details')).toMatchObject({ destination_name: 'Pacific Rim', return_date: '2031-07-19' })
})

/** What is typed into the details that are rows, and as what it is stored. */
const texts: Record<string, string> = {
  'Entry gate': 'Main gate',
  'Departure airport': 'YYZ',
  'Arrival airport': 'YVR',
  'Flight carrier': 'Air Canada',
  'Flight number': 'AC 848',
  'Map embed URL': 'https://www.openstreetmap.org/coast',
}
const saved = {
  car_trip: {
    car_trip_entry_gate: texts['Entry gate'],
    car_trip_distances: [{ place: 'Toronto', distance: '260 km' }],
    map_embed_url: texts['Map embed URL'],
  },
  air_travel: {
    departure_airport_code: texts['Departure airport'],
    arrival_airport_code: texts['Arrival airport'],
    air_travel_flight_info: { carrier: 'Air Canada', flightNumber: 'AC 848' },
    map_embed_url: texts['Map embed URL'],
  },
}

test.each(tripTypes)(
  'OVER-6, OVER-7, OVER-9..14 %s: one press opens another detail of a new trip, and clearing it moves nothing',
  async (tripType) => {
    const { trip, stored } = await openDetails({ type: tripType })
    const row = (label: string) => button(new RegExp(`^Add ${label}$`, 'i'))
    await expect.element(field('Destination')).toBeVisible()
    await expectCount(button('Add Distance'), tripType === 'car_trip' ? 1 : 0)
    for (const label of Object.keys(texts)) await expectCount(row(label), more[tripType].includes(label) ? 1 : 0)
    // Those that stay empty are rows again.
    for (const label of more[tripType]) {
      await row(label).click()
      await expect.element(field(label)).toHaveFocus()
    }
    const region = page.getByRole('region', { name: /Details & Travel Info$/ })
    const boxes = (input: Locator) =>
      [input, region].map((each) => JSON.stringify(each.element().getBoundingClientRect()))
    for (const label of more[tripType]) {
      await row(label).click()
      const input = field(label)
      await expect.element(input).toHaveFocus()
      insertText('Not this')
      const places = boxes(input)
      await input.fill('')
      await expect.element(input).toHaveFocus()
      expect(boxes(input)).toEqual(places)
      insertText(texts[label] ?? '')
    }
    if (tripType === 'car_trip') {
      await button('Add Distance').click()
      await fillField('Place 1', 'Toronto')
      await fillField('Distance 1', '260 km')
    }
    await expect.poll(() => stored('details')).toMatchObject(saved[tripType])
    showApp(`/trip/${trip.id}`)
    for (const label of more[tripType]) await expect.element(button(`${label} ${texts[label]}`)).toBeVisible()
  },
)

test('gear of a new trip suggests items until the group has some of its own', async () => {
  const expected = { adults: 2, children: 0 }
  const group = buildParties(buildComing('Robin', { id: ROBIN.id }), buildComing('Ben Berg'))
  const { trip } = await openTrip({ values: { details: { ...details.empty, expected }, people: group } })
  const address = `/trip/${trip.id}/group?tab=gear`
  const suggestion = panel.getByText('Sample gear for 30 campers.')
  const views = page.getByRole('radio', { name: 'Missing' })
  const hint = page.getByText('Open an item to say how many are needed')
  showApp(address)
  await expect.element(suggestion).toBeVisible()
  await expect.element(panel.getByRole('listitem').filter({ hasText: 'tents with flies' })).toBeVisible()
  await expectCount(page.getByText('missing'), 0)
  await expectCount(views, 0)
  await expectCount(hint, 0)
  await expectNoAxeFindings()
  await page.getByRole('link', { name: 'Edit the list' }).click()
  await expect.element(page.getByRole('heading', { name: 'Camping Checklist' })).toBeVisible()
  await expect.element(page.getByText('Sample list for 30 campers.')).toBeVisible()
  await button('Use Tent & Sleeping').click()
  await expectCount(button('Use Tent & Sleeping'), 0)

  showApp(address)
  await expect.element(hint).toBeVisible()
  await expectCount(views, 1)
  await expectCount(suggestion, 0)
  await expect.element(panel.getByRole('listitem').filter({ hasText: '1 tent with fly' })).toBeVisible()
})

test('an address opens the invitation, but not for people who may not invite', async () => {
  const group = buildParties(buildComing('Robin', { id: ROBIN.id }), buildComing('Ben Berg'))
  const members = { people: [], invitations: [] } as never
  const { trip: own } = await openTrip({ values: { people: group }, members })
  const beta: BetaResponse = {
    ...{ beta_users: 1, demo: null, share_without_sign_in: false, sends_mail: false, sign_ups: 'open' },
  }
  responses.set('/api/beta', async () => beta)
  showApp(`/trip/${own.id}/group#invite`)
  await expect.element(dialog()).toBeVisible()
  const { trip } = await openTrip({ values: { people: group }, members, trip: { role: 'member' } })
  showApp(`/trip/${trip.id}/group#invite`)
  await expect.element(page.getByText('Ben Berg').first()).toBeVisible()
  // By then the dialog of somebody who may invite is open.
  await new Promise((resolve) => setTimeout(resolve, 500))
  await expectCount(dialog(), 0)
})
