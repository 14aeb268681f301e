import type { Page } from '@playwright/test'
import { newPlace } from '#domain/plan/places.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { canisbayLake } from '#domain/testing/places.ts'
import { test as base, expect, TestServer } from './fixtures.ts'
import { TestMapService } from './map-service.ts'
import { phoneWithApp } from './phone.ts'

/* What the tests of the map share: a service of a detailed map, a trip with places, and what is on the screen. */

export const test = base.extend<{ fresh: undefined }, { maps: TestMapService; server: TestServer }>({
  maps: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const maps = await TestMapService.open()
      await use(maps)
      await maps.close()
    },
    { scope: 'worker' },
  ],
  server: [
    async ({ maps }, use) => {
      const server = await TestServer.open({ MAP: 'on', MAP_STYLE_URL: `${maps.baseUrl}/style.json` })
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],
  fresh: [
    async ({ maps }, use) => {
      maps.received.length = 0
      await use(undefined)
    },
    { auto: true },
  ],
})

/** A phone with the app on which a map is small, so that it is soon drawn. */
export const smallPhone = { ...phoneWithApp, viewport: { width: 390, height: 640 } }

const hospital = newPlace('00000000-0000-4000-8000-00000000ca40', {
  name: 'Huntsville Hospital',
  kind: 'hospital',
  day: 2,
  position: '45.33690,-79.20530',
  country: 'CA',
  zone: 'America/Toronto',
})
export const plan = {
  details: { ...buildDetails(datesOf('2031-06-11', '2031-06-13')), place_id: canisbayLake.id },
  places: [canisbayLake, hospital],
}

const map = (page: Page) => page.getByRole('region', { name: 'Map of the trip’s places' })
export const pin = (page: Page, name: string) => page.getByTitle(name, { exact: true })
export const row = (page: Page, name: string) => page.getByRole('button', { name: `${name}: open` })

/** The requests to the service of the detailed map. */
export const ASKED =
  /request to another host: GET http:\/\/127\.0\.0\.1:\d+\/(style\.json|tiles\/|sprites\/|full\/)|status of 404/

/** Which part of the map has a colour, from 0 to 1: one of the theme's, or red, green and blue. */
export async function shareOf(page: Page, colour: string | [number, number, number]): Promise<number> {
  const picture = (await map(page).screenshot()).toString('base64')
  return page.evaluate(
    async ([picture, colour]) => {
      const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes]))
      const canvas = document.createElement('canvas')
      canvas.width = bitmap.width
      canvas.height = bitmap.height
      const context = canvas.getContext('2d', { willReadFrequently: true })
      if (!context) return 0
      let wanted = colour
      if (typeof wanted === 'string') {
        const probe = document.body.appendChild(document.createElement('span'))
        probe.style.color = `var(${wanted})`
        context.fillStyle = getComputedStyle(probe).color
        probe.remove()
        context.fillRect(0, 0, 1, 1)
        const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
        wanted = [red, green, blue]
      }
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
      let count = 0
      for (let at = 0; at < data.length; at += 4)
        if ([0, 1, 2].every((part) => Math.abs((data[at + part] ?? 0) - (wanted[part] ?? 0)) < 8)) count += 1
      return count / (data.length / 4)
    },
    [picture, colour] as const,
  )
}

export const expectLandDrawn = async (page: Page) => {
  await expect.poll(() => shareOf(page, '--good-soft')).toBeGreaterThan(0.3)
  await expect.poll(() => shareOf(page, '--water')).toBeGreaterThan(0.002)
}

/** How many of the map's three files are on the device. */
export const cachedMaps = (page: Page) =>
  page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
    )
    return found.flat().filter((url) => /base-map|maplibre-gl-worker|loaded-map.*js/.test(url)).length
  })
