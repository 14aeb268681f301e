import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newPlace } from '#domain/plan/places.ts'
import { newTrack } from '#domain/plan/tracks.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { canisbayLake } from '#domain/testing/places.ts'
import { writeLine } from '#domain/tracks/track-line.ts'
import { newId } from '#web/data/new-id.ts'
import { clickMap, expectLandDrawn, expectShare, map, pin, row, scale } from '#web/features/map/testing/shown-map.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues, responses } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectText, focus, press, pressOn } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

// Loaded before the first test, which would wait for it otherwise.
import '#web/features/map/loaded-map.tsx'
import '#web/features/places/add-place-dialog.tsx'
import '#web/features/places/place-dialog.tsx'
import '#web/features/places/still-map/still-map.tsx'
import './map-page.tsx'

/* The page of a trip's places, with the bundled map. */

/** Returns the workers that the page uses from now on. A system may end them. */
function watchWorkers(): Set<Worker> {
  const used = new Set<Worker>()
  const { postMessage } = Worker.prototype
  vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (this: Worker, ...message: unknown[]) {
    used.add(this)
    Reflect.apply(postMessage, this, message)
  })
  return used
}

const hospital = newPlace('00000000-0000-4000-8000-00000000ca40', {
  name: 'Huntsville Hospital',
  kind: 'hospital',
  day: 2,
  position: '45.33690,-79.20530',
  country: 'CA',
  zone: 'America/Toronto',
})
const plan = {
  details: { ...buildDetails(datesOf('2031-06-11', '2031-06-13')), place_id: canisbayLake.id },
  places: [canisbayLake, hospital],
}

const find = page.getByLabelText('Name, coordinates or map link')
const name = page.getByLabelText('Name', { exact: true })

beforeEach(async () => {
  responses.set('/api/places/config', async () => ({ geocoder: null, map: null }))
  responses.set('/api/places/zone', async () => ({ zone: 'America/Toronto', country: 'CA' }))
  // A small map is soon drawn.
  await page.viewport(390, 640)
})

async function openMap(values: PlanValues): Promise<OpenedTrip> {
  const opened = await openTrip({ values })
  showApp(`/trip/${opened.trip.id}/map`)
  return opened
}

/** Adds a place by its coordinates. */
async function addPlace(position: string, called: string): Promise<void> {
  await button('Add place').click()
  await find.fill(position)
  await button(/^Use \d/).click()
  await name.fill(called)
  await button('Add').click()
}

test('the places are on a map of the world that asks nobody: pins open them, and a day hides the others', async () => {
  await openMap(plan)
  await expectLandDrawn()
  await expectNoAxeFindings()
  await pin('Huntsville Hospital').click()
  await expect.element(page.getByRole('dialog', { name: 'Huntsville Hospital' })).toBeVisible()
  await button('Done').click()
  const day = page.getByLabelText('Day', { exact: true })
  const choose = (index: number) =>
    userEvent.selectOptions(day, (day.element() as HTMLSelectElement).options[index]?.value ?? '')
  await choose(1)
  await expectCount(pin('Huntsville Hospital'), 0)
  await expectCount(row('Huntsville Hospital'), 0)
  await expect.element(pin('Canisbay Lake')).toBeVisible()
  await choose(2)
  await expect.element(pin('Huntsville Hospital')).toBeVisible()
})

test('by keyboard alone the map moves and zooms, and the list opens each place', async () => {
  await openMap(plan)
  await expectLandDrawn()
  const at = () => pin('Canisbay Lake').element().getBoundingClientRect().x
  const before = at()
  await pressOn(map, 'ArrowLeft')
  await expect.poll(at).toBeGreaterThan(before + 50)
  const nearer = scale()
  await pressOn(button('Zoom out'), 'Enter')
  await pressOn(button('Zoom out'), 'Enter')
  await expect.poll(scale).not.toBe(nearer)
  await pressOn(row('Canisbay Lake'), 'Enter')
  await expect.element(page.getByRole('dialog', { name: 'Canisbay Lake' })).toBeVisible()
})

test('a press on the map becomes a place, and so does its middle without a mouse', async () => {
  await openMap({ ...plan, places: [canisbayLake] })
  await expectLandDrawn()
  const question = page.getByRole('region', { name: 'Choose a point' })
  const choose = async () => {
    await button('Add place').click()
    await button('Choose on the map').click()
    await expectText(question, 'Tap the map, or move it')
  }
  await choose()
  await expectNoAxeFindings()
  await button('Cancel').click()
  await expectCount(question, 0)

  await choose()
  await clickMap(map.element().clientWidth / 4, 100)
  await name.fill('Our canoe')
  await button('Add').click()
  await expectText(page.getByRole('listitem').filter({ has: row('Our canoe') }), /4\d\.\d+° N, 7\d\.\d+° W/)
  await expect.element(pin('Our canoe')).toBeVisible()

  await choose()
  await expect.element(map).toHaveFocus()
  await press('Escape')
  await expectCount(question, 0)
  await choose()
  await pressOn(button('Use this point'), 'Enter')
  await name.fill('The middle')
  await button('Add').click()
  await expect.element(pin('The middle')).toBeVisible()
})

test('the map goes to the first place of a trip, and not where somebody else adds one', async () => {
  const { editAsOther } = await openMap({})
  await expect.poll(scale).toMatch(/000\skm$/)
  await addPlace('45.5666, -78.5991', 'Camp')
  await expect.poll(scale).toMatch(/^\d\d?\skm$/)
  await expect.element(pin('Camp')).toBeInViewport()
  const toronto = newPlace(newId(), { name: 'Toronto', position: '43.65000,-79.38000', zone: 'America/Toronto' })
  editAsOther('places', (places) => [...places, toronto])
  await expect.element(row('Toronto')).toBeVisible()
  await expect.poll(scale).toMatch(/^\d\d?\skm$/)
  await expect.element(pin('Camp')).toBeInViewport()
})

test('where the device is shows after a press, and is sent to nobody', async () => {
  vi.spyOn(navigator.permissions, 'query').mockResolvedValue({ state: 'granted' } as PermissionStatus)
  const coords = { latitude: 45.57231, longitude: -78.61123, accuracy: 10 }
  const watchPosition = vi.spyOn(navigator.geolocation, 'watchPosition').mockImplementation((onFound) => {
    setTimeout(() => onFound({ coords, timestamp: Date.now() } as GeolocationPosition))
    return 1
  })
  const sent = vi.spyOn(window, 'fetch')
  await openMap(plan)
  await expectLandDrawn()
  expect(watchPosition).not.toHaveBeenCalled()
  sent.mockClear()
  await button('Show where I am').click()
  await expect.poll(() => document.querySelector('.maplibregl-user-location-dot')).not.toBe(null)
  await expectShare('--good-soft', 0.3)
  expect(JSON.stringify(sent.mock.calls)).not.toMatch(/45\.57|78\.61/)
})

test('a browser that cannot draw a map shows where the places lie, and all of them in the list', async () => {
  const { getContext } = HTMLCanvasElement.prototype
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
    kind: string,
    options?: unknown,
  ) {
    return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, options])
  })
  await openMap(plan)
  const picture = page.getByRole('img', { name: /^Where the trip’s places lie: Canisbay Lake/ })
  await expect.element(picture).toHaveAttribute('data-drawn', 'true')
  await expectText(picture, 'Huntsville Hospital')
  await expect.element(page.getByText('This browser can’t draw a map. The list has all places.')).toBeVisible()
  await expect.element(row('Huntsville Hospital')).toBeVisible()
  await expectNoAxeFindings()
})

test('a map whose workers the system has ended meanwhile draws again', async () => {
  const workers = watchWorkers()
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    await openMap(plan)
    await expectLandDrawn()
    const setHidden = (isHidden: boolean) => {
      Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }
    expect(workers.size).toBeGreaterThan(0)
    for (const worker of workers) worker.terminate()
    const before = map.element()
    setHidden(true)
    vi.setSystemTime(Date.now() + 6 * 60_000)
    setHidden(false)
    await expect.poll(() => map.element()).not.toBe(before)
    await focus(map)
    for (let count = 0; count < 4; count++) await press('-')
    await expectLandDrawn()
  } finally {
    Reflect.deleteProperty(document, 'hidden')
    vi.useRealTimers()
  }
})

test('a press on a track opens it, and a press beside it does not', async () => {
  const straight = newTrack(newId(), newId(), { name: 'Straight road' })
  const line = writeLine([{ lats: [45.5, 45.5], lons: [-79, -78], elevations: [] }])
  const { fetch } = window
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input).endsWith(straight.lines) ? Promise.resolve(new Response(line)) : fetch(input, init),
  )
  await openMap({ ...plan, places: [], tracks: [straight] })
  await expectShare('--accent', 0.001)
  const { clientWidth, clientHeight } = map.element()
  await clickMap(clientWidth / 3, clientHeight / 2 + 80)
  await expectCount(dialog(), 0)
  await clickMap(clientWidth / 3, clientHeight / 2)
  await expect.element(page.getByRole('dialog', { name: 'Straight road' })).toBeVisible()
})
