import { type ReactNode, useContext } from 'react'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { lineFilePath } from '#domain/api/track-files.ts'
import { newPlace } from '#domain/plan/places.ts'
import { newTrack } from '#domain/plan/tracks.ts'
import { writeLine } from '#domain/tracks/track-line.ts'
import { newId } from '#web/data/new-id.ts'
import { PlanSourceContext } from '#web/data/trips/plan-source.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { openTrip, responses, type TripOptions } from '#web/testing/open-trip.tsx'
import { expectCount } from '#web/testing/screen.ts'
import { PlacesSummary } from './places-summary.tsx'

const lake = newPlace(newId(), { name: 'Canisbay Lake', kind: 'camp', position: '45.56660,-78.59910' })
const RIDGE = { lats: [45.5, 45.6], lons: [-78.7, -78.6], elevations: [400, 500] }
const reader: TripOptions = { trip: { role: null, is_public: true } }

const picture = page.getByRole('img', { name: 'Where the trip’s places lie: Canisbay Lake' })
const links = page.getByRole('link', { name: /map|place/i })

/** As in the view of a share link. */
function Shared({ children }: { children: ReactNode }) {
  const source = useContext(PlanSourceContext)
  const find: typeof source.find = (tripId, name) => source.find(tripId, name)
  const value = { find, findDocuments: () => undefined, shared: { token: 'secret' } }
  return <PlanSourceContext value={value}>{children}</PlanSourceContext>
}

async function open({ values, isShared, ...options }: TripOptions & { isShared?: boolean } = {}): Promise<string> {
  const { trip, show } = await openTrip({ values: { places: [lake], ...values }, ...options })
  for (const { lines } of values?.tracks ?? [])
    responses.set(lineFilePath(trip.id, lines), async () => JSON.parse(writeLine([RIDGE])))
  const summary = <PlacesSummary trip={trip} hasMap={false} />
  show(isShared ? <Shared>{summary}</Shared> : summary)
  return trip.id
}

test('for people who plan, the picture and how many places there are is one link to the map', async () => {
  const id = await open()
  await expect.element(picture).toBeVisible()
  await expectCount(links, 1)
  await expect.element(links).toHaveAttribute('href', `/trip/${id}/map`)
  await expect.element(links).toHaveAccessibleName('Where the trip’s places lie: Canisbay Lake 1 place')
  await expectNoAxeFindings()
})

test('readers see the picture and the places, and go to the map of their link', async () => {
  const id = await open({ ...reader, isShared: true })
  await expect.element(picture).toBeVisible()
  await expect.element(page.getByRole('listitem')).toHaveTextContent('Canisbay Lake')
  await expect.element(links).toHaveAccessibleName('Where the trip’s places lie: Canisbay Lake Open map')
  await expect.element(links).toHaveAttribute('href', `/shared/${id}/map?token=secret`)
  await expectNoAxeFindings()
})

test('places without a position are no picture', async () => {
  await open({ values: { places: [newPlace(newId(), { name: 'Somewhere' })] } })
  await expect.element(links).toHaveAccessibleName('1 place')
  await expectCount(page.getByRole('img'), 0)
})

test('a track alone is a picture with its line, which opens the map', async () => {
  await open({ values: { places: [], tracks: [newTrack(newId(), newId(), { name: 'Ridge trail' })] } })
  const drawn = page.getByRole('img', { name: 'Where the trip’s places lie' })
  await expect.element(drawn).toBeVisible()
  await expect.poll(() => drawn.element().querySelectorAll('.stroke-accent').length).toBe(1)
  await expect.element(links).toHaveAccessibleName('Where the trip’s places lie Open map')
})
