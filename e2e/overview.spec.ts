import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { failNextSave } from './failures.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { holdRequests } from './held-requests.ts'
import { countSends, holdSends, mutationsOf, SEND, waitForSend } from './operations.ts'
import { expectField, expectSaved, field, fillField, openField, saveState } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { advanceUntilSaved, stopClock } from './stored-plan.ts'

test.use({ isSignedIn: true })

const TRIP = /^\/api\/trips\/[0-9a-f-]{36}$/
const DEMO_ID = '5b0f6f0e-6a1c-4d6e-9a53-0a16093d0e01'

const map = (page: Page) => page.getByRole('region', { name: 'Destination Map' })

type Row = Record<string, unknown>

function tripRow(server: TestServer, id: string): Row {
  return server.database.prepare('select * from trips where id = ?').get(id) as Row
}

/** The distances in order. A place may occur more than once. */
function distanceRows(server: TestServer, id: string): unknown[] {
  return server.database
    .prepare('select place, distance from trip_distances where trip_id = ? order by order_index')
    .all(id)
}

async function addDistance(page: Page, number: number, place: string, distance: string): Promise<void> {
  await page.getByRole('button', { name: 'Add Distance' }).click()
  await fillField(page, `Place ${number}`, place)
  await fillField(page, `Distance ${number}`, distance)
}

test('SAVE-9..13, CONST-5, CONST-6, CALL-DATA-11 shows an edit at once and saves it 1000 ms after the last key', async ({
  page,
  server,
  createTrip,
}) => {
  await page.clock.install()
  const id = await createTrip(page, { name: 'Frontenac', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  const destination = field(page, 'Destination')
  await expect(destination).toBeVisible()
  await stopClock(page)
  const saves = countSends(page, 'details')
  const release = await holdSends(page)

  await destination.pressSequentially('Big Salmon')
  await expect(page.getByRole('main').locator('p', { hasText: 'Big Salmon' }).last()).toBeVisible()
  await page.clock.runFor(900)
  await destination.pressSequentially(' Lake')
  await page.clock.runFor(999)
  await expect(saveState(page)).toHaveText('')
  expect(await saves()).toBe(0)
  await page.clock.runFor(1)
  await expect(saveState(page)).toHaveText('Saving...')
  await expect(saveState(page).locator('svg')).toBeVisible()
  await expect.poll(saves).toBe(1)
  expect(tripRow(server, id)['destination_name']).toBeNull()

  release()
  await expect(saveState(page)).toHaveText('Saved')
  expect(tripRow(server, id)['destination_name']).toBe('Big Salmon Lake')
  await expect(saveState(page).locator('svg')).toBeVisible()
  const [red, green, blue] = await saveState(page).locator('svg').evaluate(paintedColour)
  expect(green).toBeGreaterThan(red)
  expect(green).toBeGreaterThan(blue)
  await page.clock.runFor(1999)
  await expect(saveState(page)).toHaveText('Saved')
  await page.clock.runFor(1)
  await expect(saveState(page)).toHaveText('')
  await page.clock.runFor(60_000)
  expect(await saves()).toBe(1)
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

test('OVER-1, OVER-3..9, OVER-14, VALID-42, VALID-43, CALL-DATA-4, CALL-DATA-8..10, DATA-10, PERM-8 stores every field of a road trip in its column', async ({
  page,
  server,
  createTrip,
}) => {
  const other = await createTrip(page, { name: 'Another one', type: 'car_trip' })
  const id = await createTrip(page, { name: 'Killbear', type: 'car_trip' })
  const before = tripRow(server, id)
  const opened: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (TRIP.test(pathname)) opened.push(pathname)
  })
  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('region', { name: 'Trip Details & Travel Info' })).toBeVisible()
  expect(new Set(opened)).toEqual(new Set([`/api/trips/${id}`]))
  for (const label of ['Departure airport', 'Arrival airport', 'Flight carrier', 'Flight number']) {
    await expect(field(page, label)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `Add ${label}` })).toHaveCount(0)
  }
  await expect(field(page, 'Departure date')).toHaveAttribute('type', 'date')
  await expect(field(page, 'Return date')).toHaveAttribute('type', 'date')
  await expect(await openField(page, 'Map embed URL')).toHaveAttribute('type', 'url')

  await fillField(page, 'Destination', 'Killbear Provincial Park')
  await fillField(page, 'Departure date', '2031-07-15')
  await fillField(page, 'Return date', '2031-07-19')
  await fillField(page, 'Entry gate', 'Main gate, Highway 559')
  await fillField(page, 'Map embed URL', 'https://www.openstreetmap.org/export/embed.html?bbox=-80.3,45.3,-80.1,45.4')
  await addDistance(page, 1, 'Toronto', '260 km')
  await addDistance(page, 2, 'Sudbury', '190 km')
  await addDistance(page, 3, 'Toronto', '310 km, along the bay')
  await addDistance(page, 4, 'Ottawa', '450 km')
  await page.getByRole('button', { name: 'Remove distance 2' }).click()
  await expectField(page, 'Place 2', 'Toronto')
  await expectField(page, 'Distance 2', '310 km, along the bay')
  await expect(field(page, 'Place 4')).toHaveCount(0)
  await expect
    .poll(() => JSON.parse(String(tripRow(server, id)['car_trip_distances'])))
    .toEqual({ Toronto: '310 km, along the bay', Ottawa: '450 km' })

  const row = tripRow(server, id)
  expect(row).toEqual({
    ...before,
    destination_name: 'Killbear Provincial Park',
    departure_date: '2031-07-15',
    return_date: '2031-07-19',
    map_embed_url: 'https://www.openstreetmap.org/export/embed.html?bbox=-80.3,45.3,-80.1,45.4',
    car_trip_entry_gate: 'Main gate, Highway 559',
    car_trip_distances: expect.any(String),
  })
  expect(distanceRows(server, id)).toEqual([
    { place: 'Toronto', distance: '260 km' },
    { place: 'Toronto', distance: '310 km, along the bay' },
    { place: 'Ottawa', distance: '450 km' },
  ])
  expect(tripRow(server, other)['destination_name']).toBeNull()

  // An edit writes only what it changes: a column changed directly in the database stays.
  server.database.prepare("update trips set return_date = '2031-07-20' where id = ?").run(id)
  // Until the page knows that the rest is stored, it may send it again.
  await expectSaved(page)
  const save = waitForSend(page, 'details')
  await fillField(page, 'Destination', 'Killbear')
  expect(mutationsOf(await save)).toEqual([
    { do: 'set', at: ['destination_name'], to: 'Killbear', was: row.destination_name },
  ])
  await expect
    .poll(() => tripRow(server, id))
    .toEqual({ ...row, destination_name: 'Killbear', return_date: '2031-07-20' })

  await page.reload()
  await expectField(page, 'Destination', 'Killbear')
  await expectField(page, 'Departure date', '2031-07-15')
  await expectField(page, 'Entry gate', 'Main gate, Highway 559')
  await expectField(page, 'Place 3', 'Ottawa')
  await expectField(page, 'Distance 3', '450 km')
})

test('OVER-2, OVER-3..7, OVER-10..14, VALID-43, DATA-11 stores every field of an air trip in its column', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Edinburgh', type: 'air_travel' })
  const before = tripRow(server, id)
  await page.goto(`/trip/${id}`)
  await expect(page.getByRole('region', { name: 'Flight Details & Travel Info' })).toBeVisible()
  await expect(field(page, 'Entry gate')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add entry gate' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Add Distance' })).toHaveCount(0)
  await expect(await openField(page, 'Map embed URL')).toHaveAttribute('type', 'url')

  await fillField(page, 'Destination', 'Edinburgh, Scotland')
  await fillField(page, 'Departure date', '2032-02-29')
  await fillField(page, 'Return date', '2032-03-07')
  await fillField(page, 'Departure airport', 'YYZ')
  await fillField(page, 'Arrival airport', 'EDI')
  await fillField(page, 'Flight carrier', 'Air Canada')
  await fillField(page, 'Flight number', 'AC 848')
  await fillField(page, 'Map embed URL', 'https://www.openstreetmap.org/edinburgh')
  await expect(saveState(page)).toHaveText('Saved')
  const row = tripRow(server, id)
  expect(row).toEqual({
    ...before,
    destination_name: 'Edinburgh, Scotland',
    departure_date: '2032-02-29',
    return_date: '2032-03-07',
    departure_airport_code: 'YYZ',
    arrival_airport_code: 'EDI',
    map_embed_url: 'https://www.openstreetmap.org/edinburgh',
    air_travel_flight_info: expect.any(String),
  })
  expect(JSON.parse(String(row['air_travel_flight_info']))).toEqual({ carrier: 'Air Canada', flightNumber: 'AC 848' })
})

test('OVER-20 on a desktop the panel of a missing map is only as high as its text', async ({ page, createTrip }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`/trip/${await createTrip(page, { name: 'No map', type: 'car_trip' })}`)
  await expect(map(page).getByText('No map configured for this trip')).toBeVisible()
  expect((await map(page).boundingBox())?.height).toBeLessThan(180)
  await fillField(page, 'Map embed URL', 'https://www.openstreetmap.org/export/embed.html?layer=mapnik')
  await expect(map(page).locator('iframe')).toHaveAttribute('height', '400')
  expect((await map(page).boundingBox())?.height).toBeLessThan(500)
})

test('OVER-20..24 the map is a lazy, sandboxed frame of 400 px', async ({ page, createTrip }) => {
  const [road, air] = [
    await createTrip(page, { name: 'Map', type: 'car_trip' }),
    await createTrip(page, { name: 'Air map', type: 'air_travel' }),
  ]
  const none = map(page).getByText('No map configured for this trip')
  const frame = map(page).locator('iframe')
  await page.goto(`/trip/${air}`)
  await expect(none).toBeVisible()
  await page.goto(`/trip/${road}`)
  await expect(none).toBeVisible()
  await expect(page.locator('iframe')).toHaveCount(0)

  const url = await openField(page, 'Map embed URL')
  const embedded = 'https://www.google.com/maps/embed?pb=!1m18!2d-78.9&q="park"'
  await url.fill(embedded)
  await expect(frame).toHaveAttribute('src', embedded)
  await expect(frame).toHaveAttribute('loading', 'lazy')
  await expect(frame).toHaveAttribute('sandbox', /^(?!.*allow-top-navigation)/)
  expect((await frame.boundingBox())?.height).toBe(400)
  await expect(frame.contentFrame().getByRole('heading', { name: 'Map' })).toBeVisible()
  await expect(none).toHaveCount(0)
})

test('OVER-5 a return before the departure is marked accessibly', async ({ page, createTrip }) => {
  await page.goto(`/trip/${await createTrip(page, { name: 'Backwards', type: 'car_trip' })}`)
  await fillField(page, 'Departure date', '2031-07-15')
  await fillField(page, 'Return date', '2031-07-14')
  await expect(field(page, 'Return date')).toHaveAccessibleDescription('This is before the departure date.')
  await expectNoAxeFindings(page)
})

test('OVER-25 a trip opened from the list shows its name at once and that its plan is loading', async ({
  page,
  createTrip,
}) => {
  await createTrip(page, { name: 'Bon Echo', type: 'car_trip' })
  await page.goto('/')
  const release = await holdRequests(page, 'GET', TRIP)
  await page.getByRole('link', { name: 'Bon Echo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bon Echo' })).toBeVisible()
  await expect(page.getByRole('tabpanel').getByText('Loading trip data...')).toBeVisible()
  release()
  await openField(page, 'Destination')
  await expect(page.getByText('Loading trip data...')).toHaveCount(0)
})

test('ERR-22, ERR-27, ERR-31 details that fail to load say so on the overview, and what to do', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Broken row', type: 'air_travel' })
  server.database.prepare("insert into plan_sections (trip_id, section, version) values (?, 'details', 1)").run(id)
  const write = server.database.prepare(
    'update trips set air_travel_flight_info = ?, destination_name = ? where id = ?',
  )
  write.run('{"carrier": ', 'Rome', id)
  await page.goto(`/trip/${id}`)
  const box = page.getByRole('tabpanel').getByRole('alert')
  await expect(box).toContainText('Error: Failed to load data')
  await expect(box).toContainText(/make sure the backend is connected.*refresh the page/i)
  await expect(page.getByRole('heading', { level: 1, name: 'Broken row' })).toBeVisible()
  await expect(field(page, 'Destination')).toHaveCount(0)

  write.run('{"carrier": "ITA", "flightNumber": "651"}', 'Rome', id)
  await page.reload()
  await expectField(page, 'Flight carrier', 'ITA')
  await expect(box).toHaveCount(0)
})

test('SAVE-14, ERR-52 a failed save is only logged and retried, while the saving icon is shown', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|ERR_FAILED|will be sent again/)
  await page.clock.install()
  const id = await createTrip(page, { name: 'Stormy', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await openField(page, 'Destination')
  await stopClock(page)
  const logged: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error' && message.text().includes('will be sent again')) logged.push(message.text())
  })
  let answers: 'fail' | 'abort' | 'server' = 'fail'
  await page.route(SEND, (route) => {
    if (answers === 'fail') return route.fulfill({ status: 500, body: 'Oh no' })
    return answers === 'abort' ? route.abort() : route.fallback()
  })

  await fillField(page, 'Destination', 'Bruce Peninsula')
  await page.clock.runFor(1000)
  await expect.poll(() => logged.length).toBe(1)
  await fillField(page, 'Entry gate', 'Tobermory')
  answers = 'abort'
  await page.clock.runFor(30_000)
  await expect.poll(() => logged.length).toBeGreaterThan(1)
  await expect(saveState(page)).toHaveText('Saving...')
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('main')).not.toContainText(/error|fail|not saved/i)
  expect(tripRow(server, id)['destination_name']).toBeNull()

  answers = 'server'
  // The retry, with or followed by what was typed meanwhile.
  await page.clock.runFor(30_000)
  await expect.poll(() => tripRow(server, id)['destination_name']).toBe('Bruce Peninsula')
  await expect(async () => {
    await page.clock.runFor(1000)
    expect(tripRow(server, id)['car_trip_entry_gate']).toBe('Tobermory')
    await expect(saveState(page)).not.toHaveText('Saving...', { timeout: 100 })
  }).toPass()
  await expectField(page, 'Destination', 'Bruce Peninsula')
})

test('OVER-3, OVER-6, OVER-7, DATA-10 stores and shows any text exactly as typed', async ({
  page,
  server,
  createTrip,
}) => {
  const html = `<img src=x onerror="alert(1)"> & <b>'quoted'</b> \${name} {{name}} '; drop table trips; --`
  const odd = 'Sé̩ 🏕️👩‍👩‍👧‍👦 مخيم الغابة שלום \\ 日本 " %00 '
  const long = '🌲'.repeat(250)
  const id = await createTrip(page, { name: 'Texts', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Destination', html)
  await fillField(page, 'Entry gate', long)
  await addDistance(page, 1, odd, html)
  await addDistance(page, 2, '__proto__', 'constructor')
  await (await openField(page, 'Entry gate')).press('End')
  await page.keyboard.type('x')
  await expectField(page, 'Entry gate', long)
  await expect
    .poll(() => Object.entries(JSON.parse(String(tripRow(server, id)['car_trip_distances'] ?? '{}'))))
    .toEqual([
      [odd, html],
      ['__proto__', 'constructor'],
    ])
  expect(tripRow(server, id)).toMatchObject({ destination_name: html, car_trip_entry_gate: long })

  await page.reload()
  await expectField(page, 'Destination', html)
  await expectField(page, 'Entry gate', long)
  await expectField(page, 'Place 1', odd)
  await expectField(page, 'Distance 1', html)
  await expectField(page, 'Place 2', '__proto__')
  await expect(page.getByRole('main').getByText(html, { exact: true }).last()).toBeVisible()
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Texts' }).getByText(html, { exact: true })).toBeVisible()
})

test('SAVE-9..12 text typed during a save stays on the screen and goes with the next save', async ({
  page,
  server,
  createTrip,
}) => {
  await page.clock.install()
  const id = await createTrip(page, { name: 'Fast fingers', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  const destination = field(page, 'Destination')
  await expect(destination).toBeVisible()
  await stopClock(page)
  const saves = countSends(page, 'details')
  const release = await holdSends(page)
  await destination.fill('Sandbnks')
  await page.clock.runFor(1000)
  await expect(saveState(page)).toHaveText('Saving...')
  await expect.poll(saves).toBe(1)

  await destination.press('End')
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft')
  await page.keyboard.type('a')
  await fillField(page, 'Entry gate', 'West Lake')
  await destination.focus()
  await page.clock.runFor(10_000)
  expect(await saves()).toBe(1)
  const next = waitForSend(page, 'details')
  release()
  await expect.poll(() => tripRow(server, id)['destination_name']).toBe('Sandbnks')
  // The response changes neither the text nor the caret.
  await expect(destination).toHaveValue('Sandbanks')
  await page.keyboard.type('.')
  await expect(destination).toHaveValue('Sandba.nks')
  await page.keyboard.press('Backspace')
  await expect(saveState(page)).toHaveText('Saving...')

  await advanceUntilSaved(page)
  expect(await saves()).toBe(2)
  expect(mutationsOf(await next)).toEqual([
    { do: 'set', at: ['destination_name'], to: 'Sandbanks', was: 'Sandbnks' },
    { do: 'set', at: ['car_trip_entry_gate'], to: 'West Lake', was: '' },
  ])
  expect(tripRow(server, id)).toMatchObject({ destination_name: 'Sandbanks', car_trip_entry_gate: 'West Lake' })
})

test('SAVE-10 text typed just before leaving, reloading or closing is saved by that page or the next one', async ({
  page,
  context,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'In a hurry', type: 'car_trip' })
  const destination = field(page, 'Destination')
  const stored = () => tripRow(server, id)['destination_name']

  await page.goto(`/trip/${id}`)
  await destination.fill('Left for another page')
  await page.goto('about:blank')
  await page.goto(`/trip/${id}`)
  await expectField(page, 'Destination', 'Left for another page')
  await expect.poll(stored).toBe('Left for another page')

  await destination.fill('Reloaded')
  await page.reload()
  await expectField(page, 'Destination', 'Reloaded')
  await expect.poll(stored).toBe('Reloaded')

  await destination.fill('Back to the list')
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect.poll(stored).toBe('Back to the list')

  await page.goto(`/trip/${id}`)
  await expectField(page, 'Destination', 'Back to the list')
  await destination.fill('Tab closed')
  await page.close()
  const next = await context.newPage()
  await next.goto(`/trip/${id}`)
  await expectField(next, 'Destination', 'Tab closed')
  await expect.poll(stored).toBe('Tab closed')
})

test('SAVE-10 text typed during a save or after a failed one is saved even if the page closes', async ({
  server,
  context,
  signIn,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|will be sent again/)
  for (const outcome of ['no answer', 'failure']) {
    const page = await context.newPage()
    await signIn(page)
    const id = await createTrip(page, { name: outcome, type: 'car_trip' })
    await page.goto(`/trip/${id}`)
    const first = waitForSend(page, 'details')
    await page.route(
      SEND,
      async (route) => {
        // With 'no answer' the request stays pending.
        if (outcome === 'failure') await route.fulfill({ status: 500, body: '' })
      },
      { times: 1 },
    )
    await fillField(page, 'Destination', 'Misty Fjord')
    await first
    await fillField(page, 'Entry gate', 'By boat')
    await page.close()
    const next = await context.newPage()
    await next.goto(`/trip/${id}`)
    await expectField(next, 'Destination', 'Misty Fjord')
    await expectField(next, 'Entry gate', 'By boat')
    await expect
      .poll(() => tripRow(server, id))
      .toMatchObject({ destination_name: 'Misty Fjord', car_trip_entry_gate: 'By boat' })
    await next.close()
  }
})

test('SAVE-14 signing out sends failed saves and what was typed since', async ({
  page,
  server,
  person,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|will be sent again/)
  await page.clock.install()
  const id = await createTrip(page, { name: 'Last minute', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await openField(page, 'Destination')
  const menu = page.getByRole('button', { name: person.username })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(page.getByRole('menu')).toHaveCount(0)
  await stopClock(page)
  await failNextSave(page, 'details')
  await fillField(page, 'Destination', 'Lake of the Woods')
  const failed = page.waitForEvent('console', (message) => message.text().includes('will be sent again'))
  await page.clock.runFor(1000)
  await failed
  await fillField(page, 'Entry gate', 'Kenora')
  const left = page.waitForResponse('**/auth/v1/logout')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Sign Out' }).click()
  await left
  await page.clock.resume()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  expect(tripRow(server, id)).toMatchObject({ destination_name: 'Lake of the Woods', car_trip_entry_gate: 'Kenora' })
})

test('PERM-8, PERM-10 two people edit different fields of the demo trip, and both edits are stored and shown', async ({
  page,
  server,
  openContext,
  register,
  signIn,
}) => {
  const friend = await (await openContext()).newPage()
  await signIn(friend, await register())
  await page.goto(`/trip/${DEMO_ID}`)
  await friend.goto(`/trip/${DEMO_ID}`)
  await expect(await openField(friend, 'Entry gate')).not.toHaveValue('')
  const before = tripRow(server, DEMO_ID)
  const [lake, gate] = [`Canoe Lake ${randomUUID()}`, `East Gate ${randomUUID()}`]
  const date = before['return_date'] === '2031-06-30' ? '2031-07-01' : '2031-06-30'

  await fillField(page, 'Destination', lake)
  await fillField(page, 'Return date', date)
  await expect(saveState(page)).toHaveText('Saved')
  // This edit is based on a version without the other's change.
  await fillField(friend, 'Entry gate', gate)
  await expect(saveState(friend)).toHaveText('Saved')
  expect(tripRow(server, DEMO_ID)).toEqual({
    ...before,
    destination_name: lake,
    return_date: date,
    car_trip_entry_gate: gate,
  })
  await expectField(friend, 'Destination', lake)
  await expectField(friend, 'Return date', date)
  await page.reload()
  await expectField(page, 'Entry gate', gate)
  await expectField(page, 'Destination', lake)
})

test('PERM-10, OVER-9 two people add distances at the same time, and both are kept', async ({
  page,
  server,
  openContext,
  register,
  signIn,
}) => {
  const friend = await (await openContext()).newPage()
  await signIn(friend, await register())
  await page.goto(`/trip/${DEMO_ID}`)
  await friend.goto(`/trip/${DEMO_ID}`)
  await openField(friend, 'Entry gate')
  const count = await friend
    .getByRole('tabpanel')
    .getByRole('button', { name: /^Remove distance/ })
    .count()
  const releases = [await holdSends(page), await holdSends(friend)]
  await addDistance(page, count + 1, 'Kingston', '330 km')
  await addDistance(friend, count + 1, 'Barrie', '170 km')
  await expect(saveState(page)).toHaveText('Saving...')
  await expect(saveState(friend)).toHaveText('Saving...')
  for (const release of releases) release()
  await expect
    .poll(() => distanceRows(server, DEMO_ID).slice(count))
    .toEqual(
      expect.arrayContaining([
        { place: 'Kingston', distance: '330 km' },
        { place: 'Barrie', distance: '170 km' },
      ]),
    )
  expect(distanceRows(server, DEMO_ID)).toHaveLength(count + 2)
  const places = distanceRows(server, DEMO_ID).map((row) => (row as { place: string }).place)
  for (const one of [page, friend]) {
    await one.reload()
    // The device's own order comes first: a row that was pressed then would move.
    await expect(one.getByRole('tabpanel').getByRole('button', { name: /^Distance \d/ })).toContainText(places)
    await expectField(one, `Place ${count + 1}`, /Kingston|Barrie/)
    await expectField(one, `Place ${count + 2}`, /Kingston|Barrie/)
  }
})

test('a detail opens by a tap, and stays open while somebody else edits', async ({
  page,
  server,
  openContext,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'To read', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Destination', 'Pog Lake')
  await expect(saveState(page)).toHaveText('Saved')
  const phone = await (
    await openContext({ ...touchPhone, storageState: await page.context().storageState() })
  ).newPage()
  await phone.goto(`/trip/${id}`)
  const row = phone.getByRole('button', { name: 'Destination Pog Lake', exact: true })
  await row.tap()
  await expect(field(phone, 'Destination')).toBeFocused()
  await fillField(page, 'Entry gate', 'West Gate')
  await expect(phone.getByRole('button', { name: 'Entry gate West Gate' })).toBeVisible()
  await fillField(page, 'Destination', 'Rock Lake')
  await expect(field(phone, 'Destination')).toHaveValue('Rock Lake')
  await expect(field(phone, 'Destination')).toBeFocused()
  await phone.keyboard.press('Escape')
  await expect(phone.getByRole('button', { name: 'Destination Rock Lake' })).toBeFocused()
  await expectNoAxeFindings(phone)
  expect(tripRow(server, id)['destination_name']).toBe('Rock Lake')
})
