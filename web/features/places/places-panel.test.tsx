import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FoundPlace } from '#domain/api/places.ts'
import { AppError } from '#domain/errors.ts'
import { details } from '#domain/plan/details.ts'
import { newPlace, type Place } from '#domain/plan/places.ts'
import { newCar } from '#domain/plan/rides.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, press, type } from '#web/testing/screen.ts'
import { PlacesPanel } from './places-panel.tsx'

const find = page.getByLabelText('Name, coordinates or map link')
const results = page.getByRole('list', { name: 'Places found' }).getByRole('button')
const row = (name: string) => page.getByRole('listitem').filter({ has: button(`${name}: open`) })

const killarney: FoundPlace = {
  name: 'Killarney',
  region: 'Ontario',
  country: 'CA',
  lat: 45.97,
  lon: -81.51,
  kind: 'city',
  code: '',
  source: 'gazetteer',
}
const park: FoundPlace = {
  ...killarney,
  name: 'Killarney Provincial Park',
  lat: 46.01,
  kind: 'other',
  source: 'geocoder',
}

/** What was asked of the server, as 'path query'. */
let asked: string[] = []

beforeEach(() => {
  asked = []
  queryCache.remove(['places/config'])
  const answers: Record<string, unknown> = {
    '/api/places': { places: [killarney], attribution: [] },
    '/api/places/geocode': { places: [park], attribution: ['© OpenStreetMap contributors'] },
    '/api/places/zone': { zone: 'America/Toronto', country: 'CA' },
    '/api/places/config': {
      geocoder: { name: 'Photon', attribution: '© OpenStreetMap contributors' },
      map: null,
    },
  }
  for (const [path, answer] of Object.entries(answers))
    responses.set(path, async (_body, query) => {
      asked.push(`${path} ${query.get('q') ?? query.get('at') ?? ''}`.trim())
      return answer
    })
})

const noTracks = { lines: [], added: undefined, onOpen: () => {}, hasDays: false, list: () => null }

async function openPlaces(places: Place[] = [], { values, ...options }: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip({ values: { places, ...values }, ...options })
  opened.show(<PlacesPanel trip={opened.trip} failures={{}} map={({ withoutMap }) => withoutMap} tracks={noTracks} />)
  await expect.element(page.getByRole('heading', { name: 'Places', exact: true })).toBeVisible()
  return opened
}

const storedPlaces = ({ stored }: OpenedTrip) =>
  stored('places').map(({ name, kind, position }) => [name, kind, position])

test('coordinates from a chat become the destination, with its time zone and country', async () => {
  const opened = await openPlaces()
  await button('Add place').click()
  await find.fill("Trailhead is at 45°50.18'N 78°22.75'W, see you at 9")
  await button('Use 45.8363° N, 78.3792° W').click()
  await page.getByLabelText('Name', { exact: true }).fill('Trailhead')
  await page.getByLabelText('Kind').selectOptions('Trailhead')
  await page.getByRole('checkbox', { name: 'This is the destination' }).click()
  await expectNoAxeFindings()
  await button('Add').click()
  await expect.poll(() => storedPlaces(opened)).toEqual([['Trailhead', 'trailhead', '45.83633,-78.37917']])
  const [place] = opened.stored('places')
  await expect
    .poll(() => opened.stored('details'))
    .toMatchObject({
      place_id: place?.id,
      destination_name: 'Trailhead',
    })
  await expect.poll(() => opened.stored('places')[0]).toMatchObject({ country: 'CA', zone: 'America/Toronto' })
  await expect.element(row('Trailhead')).toHaveTextContent('Destination · Trailhead')
  await expect.element(page.getByRole('img', { name: 'Where the trip’s places lie: Trailhead' })).toBeVisible()
  expect(asked).toContain('/api/places/zone 45.836330,-78.379170')

  await button('Undo').click()
  await expect.poll(() => storedPlaces(opened)).toEqual([])
  expect(opened.stored('details')).toMatchObject({ place_id: '', destination_name: '', time_zone: '' })
})

test('a town is found as somebody types, by keyboard alone, and the typed destination stays', async () => {
  const destination_name = 'Our cabin near Killarney'
  const opened = await openPlaces([], { values: { details: { ...details.empty, destination_name } } })
  button('Add place').element().focus()
  await press('Enter')
  await expect.element(find).toHaveFocus()
  await type('killar')
  await expectTexts(results, [/^Killarney\s?Ontario, Canada$/])
  await press('Enter')
  await expect.element(results.first()).toHaveFocus()
  await press('Enter')
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Killarney, Ontario')
  await press('Enter')
  await expect.poll(() => storedPlaces(opened)).toEqual([['Killarney, Ontario', 'other', '45.97000,-81.51000']])
  await expect.poll(() => opened.stored('places')[0]?.zone).toBe('America/Toronto')
  expect(opened.stored('details').destination_name).toBe(destination_name)
  expect(asked.filter((path) => path.startsWith('/api/places ')).at(-1)).toBe('/api/places killar')
})

test('a service of others is asked on a press alone, and only after somebody agreed, once for a trip', async () => {
  const opened = await openPlaces()
  await button('Add place').click()
  await find.fill('killarney park')
  await button('Search parks and campsites').click()
  await expect.element(dialog()).toHaveTextContent('Your search and roughly where the trip is are sent to Photon.')
  expect(asked.filter((path) => path.includes('geocode'))).toEqual([])
  await button('Search with Photon').click()
  await expect.element(dialog()).toHaveTextContent('© OpenStreetMap contributors')
  await find.fill('killarney lake')
  await button('Search parks and campsites').click()
  await button(/^Killarney Provincial Park/).click()
  await button('Add').click()
  await expect.poll(() => storedPlaces(opened)).toEqual([['Killarney Provincial Park', 'other', '46.01000,-81.51000']])
  expect(asked.filter((path) => path.includes('geocode'))).toEqual([
    '/api/places/geocode killarney park',
    '/api/places/geocode killarney lake',
  ])
})

test('who chose the wrong one goes back to the search, which is as it was left', async () => {
  const opened = await openPlaces()
  await button('Add place').click()
  await find.fill('killarney')
  await button('Search parks and campsites').click()
  await button('Search with Photon').click()
  await button(/^Killarney Provincial Park/).click()
  await expect.element(page.getByLabelText('Name', { exact: true })).toHaveValue('Killarney Provincial Park')
  await button('Back to search').click()
  await expect.element(find).toHaveValue('killarney')
  await expect.element(find).toHaveFocus()
  await expect.element(button(/^Killarney Provincial Park/)).toBeVisible()
  await button(/^Killarney\s?Ontario, Canada$/).click()
  await button('Add').click()
  await expect.poll(() => storedPlaces(opened)).toEqual([['Killarney, Ontario', 'other', '45.97000,-81.51000']])
  expect(asked.filter((path) => path.includes('geocode'))).toHaveLength(1)
})

test('a search that is busy says so, and what was typed can be added', async () => {
  let geocoded = 0
  responses.set('/api/places/geocode', async () => {
    geocoded += 1
    if (geocoded === 1) throw new AppError('geocoder_failed')
    throw new AppError('geocoder_busy', 'The place search is busy. Try again in a minute.')
  })
  await openPlaces()
  await button('Add place').click()
  await find.fill('Mew Lake')
  await button('Search parks and campsites').click()
  await button('Search with Photon').click()
  const alert = page.getByRole('alert')
  await expect.element(alert).toBeVisible()
  for (let count = 0; count < 2; count++) {
    await button('Search parks and campsites').click()
    await expect.element(alert).toHaveTextContent('busy')
  }
  await expect.poll(() => geocoded).toBe(3)
  await expect.element(find).toHaveValue('Mew Lake')
  await button('Add “Mew Lake” without coordinates').click()
  await button('Add').click()
  await expect.element(row('Mew Lake')).toHaveTextContent('No coordinates yet')
})

test('a place that somebody else removes closes, and does not open by itself when it is back', async () => {
  const camp = newPlace(newId(), { name: 'Camp', position: '45.83640,-78.37910', zone: 'America/Toronto' })
  const opened = await openPlaces([camp])
  await button('Camp: open').click()
  await expect.element(dialog()).toBeVisible()
  opened.editAsOther('places', () => [])
  await expectCount(dialog(), 0)
  await expect.element(page.getByRole('heading', { name: 'Places', exact: true })).toHaveFocus()
  opened.editAsOther('places', () => [camp])
  await expect.element(row('Camp')).toBeVisible()
  await expectCount(dialog(), 0)
})

test('a note that somebody writes brings back the place that somebody else removes meanwhile', async () => {
  const camp = newPlace(newId(), { name: 'Camp', position: '45.83640,-78.37910', zone: 'America/Toronto' })
  const opened = await openPlaces([camp])
  await button('Camp: open').click()
  await page.getByLabelText('Note').fill('The gate code is on the map')
  opened.editAsOther('places', () => [])
  await expect.poll(() => opened.stored('places')).toEqual([{ ...camp, note: 'The gate code is on the map' }])
  await button('Done').click()
  await expect.element(row('Camp')).toBeVisible()
})

test('of two people who choose a destination at once, the later counts, and undoing the other one takes it from no one', async () => {
  const [camp, lodge] = [
    newPlace(newId(), { name: 'Camp', position: '45.83640,-78.37910', zone: 'America/Toronto' }),
    newPlace(newId(), { name: 'Lodge', position: '45.55710,-78.40830', zone: 'America/Toronto' }),
  ] as const
  const opened = await openPlaces([camp, lodge])
  await button('Camp: open').click()
  await button('Make it the destination').click()
  await expect.poll(() => opened.stored('details').place_id).toBe(camp.id)
  opened.editAsOther('details', (value) => ({ ...value, place_id: lodge.id }))
  await button('Done').click()
  await expect.element(row('Lodge')).toHaveTextContent('Destination')
  await button('Undo').click()
  await expect.element(row('Lodge')).toHaveTextContent('Destination')
  await expect.poll(() => opened.stored('details').destination_name).toBe('')
  expect(opened.stored('details').place_id).toBe(lodge.id)
})

test.each([
  ['91, -78.3791', 'A latitude is at most 90 degrees.'],
  ['-178.3791, 45.8364', 'The latitude comes first, as in 45.8364, -78.3791. These look swapped.'],
  ['https://maps.app.goo.gl/abc123', 'A short link says nothing about where it leads.'],
])('what cannot be read stays typed, and says why: %s', async (text, sentence) => {
  const opened = await openPlaces([newPlace(newId(), { name: 'Camp', kind: 'camp', position: '45.00000,-78.00000' })])
  await button('Add place').click()
  await find.fill(text)
  await expect.element(dialog()).toHaveTextContent(sentence)
  await expectCount(results, 0)
  await expect.element(find).toHaveValue(text)
  await press('Escape')

  await button('Camp: open').click()
  const field = page.getByLabelText('Coordinates', { exact: true })
  await field.fill(text)
  await button('Done').click()
  // The dialog stays, with the focus where something has to be done.
  await expect.element(dialog()).toHaveTextContent(sentence)
  await expect.element(field).toHaveFocus()
  await field.fill('45.00000, -78.00000')
  await button('Done').click()
  await expectCount(dialog(), 0)
  expect(storedPlaces(opened)).toEqual([['Camp', 'camp', '45.00000,-78.00000']])
})

test('a place without a position is kept, and what refers to a removed place keeps its text', async () => {
  const home = newPlace(newId(), { name: 'Ben’s home', position: '43.65000,-79.38000' })
  const opened = await openPlaces([home], {
    type: 'air_travel',
    values: {
      tickets: [{ ...newTicket(newId()), title: 'Ferry', location: 'The dock', place_id: home.id }],
      rides: { cars: [{ ...newCar(newId(), ROBIN.id), place: 'Ben’s home', place_id: home.id }], riders: [] },
    },
  })
  await button('Add place').click()
  await find.fill('The spring behind the camp')
  await button('Add “The spring behind the camp” without coordinates').click()
  await button('Add').click()
  await expect.element(row('The spring behind the camp')).toHaveTextContent('No coordinates yet')

  await button('Ben’s home: open').click()
  await expectTexts(page.getByRole('region', { name: 'Used by' }).getByRole('listitem'), [
    'Ferry',
    'A car that leaves there',
  ])
  await button('Remove place').click()
  await expectCount(button('Ben’s home: open'), 0)
  await expect.poll(() => opened.stored('places')).toHaveLength(1)
  expect(opened.stored('tickets')[0]).toMatchObject({ location: 'The dock' })
  expect(opened.stored('rides').cars[0]).toMatchObject({ place: 'Ben’s home' })
  await button('Undo').click()
  await expect.element(button('Ben’s home: open')).toBeVisible()
})

test('a place opens and is edited in place; another one becomes the destination', async () => {
  const [camp, hospital] = [
    newPlace(newId(), { name: 'Camp', kind: 'camp', position: '45.83640,-78.37910', country: 'CA' }),
    newPlace(newId(), { name: 'Hospital', kind: 'hospital', position: '45.33690,-79.20530', country: 'CA' }),
  ] as const
  const people = [buildParty(buildComing('Robin', { id: ROBIN.id }), buildComing('Ben'))]
  const opened = await openPlaces([hospital, camp], {
    values: { people, details: { ...details.empty, place_id: camp.id } },
  })
  // The destination first; the others say how far they are from it.
  await expectTexts(page.getByRole('button', { name: /: open$/ }), [/^Camp/, /^Hospital/])
  await expect.element(row('Hospital')).toHaveTextContent('85 km from the destination')
  await button('Hospital: open').click()
  await page.getByLabelText('Note').fill('Open day and night')
  await page.getByLabelText('Whose place').selectOptions('Ben')
  await page.getByLabelText('Coordinates', { exact: true }).fill('46.49, -80.99')
  await press('Tab')
  await expect
    .poll(() => opened.stored('places')[0])
    .toMatchObject({ note: 'Open day and night', position: '46.49000,-80.99000' })
  await button('Make it the destination').click()
  await expect.element(dialog()).toHaveTextContent('This is the trip’s destination')
  await expect.poll(() => opened.stored('details').place_id).toBe(hospital.id)
  await button('Done').click()
  await expect.element(row('Hospital')).toHaveTextContent('Destination · Hospital · Ben')
})

test('readers see places without who, and add none', async () => {
  const place = newPlace(newId(), { name: 'Camp', kind: 'camp', position: '45.83640,-78.37910', who: ROBIN.id })
  await openPlaces([place], { trip: { role: null } })
  await expect.element(row('Camp')).not.toHaveTextContent(/Robin|You/)
  await expectCount(button('Add place'), 0)
  await button('Camp: open').click()
  await expect.element(dialog()).toHaveTextContent('45.8364° N, 78.3791° W')
  await expectCount(dialog().getByRole('textbox'), 0)
  await expectCount(button('Remove place'), 0)
})

test('Navigate offers the map apps of a phone', async () => {
  await openPlaces([newPlace(newId(), { name: 'Camp', kind: 'camp', position: '45.83640,-78.37910' })])
  await button('Navigate to Camp').click()
  await expectTexts(page.getByRole('menuitem'), ['Google Maps', 'Apple Maps', 'OpenStreetMap', 'Organic Maps'])
  await userEvent.keyboard('{Escape}')
})
