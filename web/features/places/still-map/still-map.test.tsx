import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newPlace } from '#domain/plan/places.ts'
import baseMap from '#place-data/base-map.pmtiles?url'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { StillMap, type StillMapProps } from './still-map.tsx'

const lake = newPlace(newId(), { name: 'Canisbay Lake', kind: 'camp', position: '45.56660,-78.59910' })
const hospital = newPlace(newId(), { name: 'Huntsville Hospital', kind: 'hospital', position: '45.33690,-79.20530' })
const nowhere = newPlace(newId(), { name: 'Somewhere' })
const trail = {
  id: newId(),
  segments: [{ lats: [45.5666, 45.62, 45.6], lons: [-78.5991, -78.7, -78.9] }],
}

const picture = page.getByRole('img', { name: /^Where the trip’s places lie/ })
const part = (selector: string) => picture.element().querySelectorAll(selector)
const textsIn = () => [...part('text')].map((text) => text.textContent)

async function open(props: Partial<StillMapProps>, width = 480): Promise<void> {
  const { show } = await openTrip()
  show(
    <div style={{ width, height: (width * 5) / 8 }}>
      <StillMap places={[nowhere, hospital, lake]} destinationId={lake.id} {...props} />
    </div>,
  )
}

// The first, since a map that was loaded once is there.
test('without the bundled map the places are on a plain ground, and it is tried again with a network', async () => {
  const { fetch } = window
  let isReachable = false
  let asked = 0
  window.fetch = async (input, init) => {
    asked++
    if (!isReachable && String(input).endsWith(baseMap)) throw new TypeError('offline')
    return fetch(input, init)
  }
  try {
    await open({})
    await expect.poll(() => asked).toBeGreaterThan(0)
    await expect.element(picture).toHaveAttribute('data-drawn', 'false')
    expect(textsIn()).toEqual(['Canisbay Lake', 'Huntsville Hospital', '10 km'])
    isReachable = true
    let isOnline = true
    await expect
      .poll(() => {
        isOnline = !isOnline
        Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true })
        window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
        return picture.element().getAttribute('data-drawn')
      })
      .toBe('true')
  } finally {
    window.fetch = fetch
    Reflect.deleteProperty(navigator, 'onLine')
    window.dispatchEvent(new Event('online'))
  }
})

test('the picture shows land, lakes, a town, the places, a track and its scale, and says what it shows', async () => {
  await open({ lines: [trail] })
  await expect.element(picture).toHaveAttribute('data-drawn', 'true')
  expect(picture.element().getAttribute('aria-label')).toBe(
    'Where the trip’s places lie: Canisbay Lake and Huntsville Hospital. Farthest apart: 54 km',
  )
  for (const [selector, least] of [
    ['path.fill-good-soft', 20],
    ['path.fill-water', 500],
    ['path.stroke-accent', 10],
  ] as const)
    expect([...part(selector)].map((path) => path.getAttribute('d')).join('').length).toBeGreaterThan(least)
  expect(textsIn()).toEqual(
    expect.arrayContaining([
      'Canisbay Lake',
      'Huntsville Hospital',
      '10 km',
      'Natural Earth, © OpenStreetMap contributors, GeoNames',
    ]),
  )
  // The destination's pin is the last, so that it is above the others.
  expect([...part('path.stroke-surface')].at(-1)?.getAttribute('class')).toContain('fill-accent')
  await expectNoAxeFindings()
})

test('around a single place are towns', async () => {
  await open({ places: [lake] })
  await expect.poll(textsIn).toEqual(expect.arrayContaining(['Canisbay Lake', 'Huntsville', '50 km']))
  expect(picture.element().getAttribute('aria-label')).toBe('Where the trip’s places lie: Canisbay Lake')
})

test('its letters are as large on a phone, and it is drawn again when its room changes', async () => {
  await open({}, 300)
  await expect.element(picture).toHaveAttribute('viewBox', '0 0 298 186')
  const room = picture.element().closest<HTMLElement>('[style]')
  if (room) Object.assign(room.style, { width: '602px', height: '402px' })
  await expect.element(picture).toHaveAttribute('viewBox', '0 0 600 400')
  await expect.element(picture).toHaveAttribute('data-drawn', 'true')
})

test('tracks alone are a picture, and a hundred places are its most', async () => {
  await open({ places: [], lines: [trail] })
  await expect.element(picture).toHaveAttribute('aria-label', 'Where the trip’s places lie')
  const places = Array.from({ length: 200 }, (_, index) =>
    newPlace(newId(), { name: `Place ${index}`, position: `45.${10_000 + index},-78.00000` }),
  )
  await open({ places, destinationId: '' })
  await expect.poll(() => part('circle.fill-action').length + part('path.fill-action').length).toBe(100)
})

test('nothing is drawn without a position', async () => {
  await open({ places: [nowhere] })
  await expect.element(picture).not.toBeInTheDocument()
})
