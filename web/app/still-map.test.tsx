import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newPlace } from '#domain/plan/places.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { canisbayLake } from '#domain/testing/places.ts'
import { openTrip, responses } from '#web/testing/open-trip.tsx'
import { expectCount, focus, press } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* The still map on Overview. Without a network, and how it loads: e2e/still-map.spec.ts. */

const hospital = newPlace('00000000-0000-4000-8000-00000000ca40', {
  name: 'Huntsville Hospital',
  kind: 'hospital',
  position: '45.33690,-79.20530',
})
const details = { ...buildDetails(datesOf('2031-06-11', '2031-06-13')), place_id: canisbayLake.id }

const panel = page.getByRole('region', { name: 'Destination Map' })
const link = panel.getByRole('link')

async function openOverview(more: Partial<typeof details> = {}): Promise<string> {
  const { trip } = await openTrip({ values: { details: { ...details, ...more }, places: [hospital, canisbayLake] } })
  // The map's page asks for the map of the installation, and in which time zone a place is.
  responses.set('/api/places/config', async () => ({ geocoder: null, map: null }))
  responses.set('/api/places/zone', async () => ({ zone: 'America/Toronto', country: 'CA' }))
  showApp(`/trip/${trip.id}`)
  await expect.element(panel).toBeVisible()
  panel.element().scrollIntoView({ behavior: 'instant' })
  return trip.id
}

test('OVER-20 by keyboard the picture and its caption are one link', async () => {
  const id = await openOverview()
  const picture = panel.getByRole('img', {
    name: 'Where the trip’s places lie: Canisbay Lake and Huntsville Hospital. Farthest apart: 54 km',
  })
  await expect.element(picture).toBeVisible()
  await expect.element(picture).toHaveAttribute('data-drawn', 'true')
  await focus(panel.getByRole('button', { name: 'Add a map' }))
  await userEvent.tab()
  await expect.element(link).toHaveFocus()
  await press('Enter')
  await expect.poll(() => location.pathname).toBe(`/trip/${id}/map`)
})

test('a map of the trip’s own leaves the link alone', async () => {
  await page.viewport(390, 844)
  await openOverview({ map_embed_url: 'https://www.openstreetmap.org/export/embed.html?layer=mapnik' })
  await expect.element(link).toHaveAccessibleName('All 2 places')
  await expectCount(panel.getByRole('img', { name: /^Where/ }), 0)
  // Nor is there room for a picture that has not loaded yet.
  expect(link.element().childElementCount).toBe(1)
})
