import type { Page } from '@playwright/test'
import { positionText } from '#domain/places/position.ts'
import { newPlace } from '#domain/plan/places.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { canisbayLake } from '#domain/testing/places.ts'
import { expect, expectNoAxeFindings, OFFLINE, test } from './fixtures.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { phoneWithApp, touchPhone } from './phone.ts'
import { shareWithEverybody } from './stored-plan.ts'

/* Where the trip is: places by each way, its time zone, and the emergency page without a network. */

const find = (page: Page) => page.getByLabel('Name, coordinates or map link')
const row = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name: `${name}: open` }) })

const camp = { ...canisbayLake, note: 'Sites 301 to 308' }

test('somebody types Huntsville on a phone and has the coordinates, the time zone and the numbers of its country, and adds where the device is', async ({
  openSignedIn,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, {
    name: 'To the lake',
    type: 'car_trip',
    plan: { details: buildDetails({ destination_name: 'Huntsville' }) },
  })
  await page.goto(`/trip/${id}`)
  await page.getByRole('link', { name: 'Add the destination’s location' }).tap()
  await expect(find(page)).toHaveValue('Huntsville')
  await page.getByRole('button', { name: /^Huntsville Ontario, Canada$/ }).tap()
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(row(page, 'Huntsville, Ontario')).toContainText(/Destination.*45\.3\d+° N, 79\.2\d+° W/)
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Back to trip' }).tap()
  await expect(page.getByRole('button', { name: /^Time zone Toronto \(GMT-\d\)$/ })).toBeVisible()

  await page.getByRole('button', { name: 'Emergency' }).tap()
  await expect(page.getByRole('region', { name: 'Emergency numbers: Canada' }).getByRole('link')).toHaveText(/911/)
  await expect(page.getByRole('region', { name: 'Where we are' })).toContainText('Huntsville, Ontario')
  await page.getByRole('link', { name: 'Add a hospital' }).tap()
  await find(page).fill('46.0100, -81.4000')
  await page.getByRole('button', { name: 'Use 46.0100° N, 81.4000° W' }).tap()
  await expect(page.getByLabel('Kind')).toHaveValue('hospital')
  await page.getByLabel('Name', { exact: true }).fill('Health centre')
  await page.getByRole('button', { name: 'Add', exact: true }).tap()
  await expect(row(page, 'Health centre')).toContainText(/Hospital · [\d.]+ km from the destination/)

  await test.step('where the device is becomes a place after a press, and a refusal says what to do', async () => {
    await page.getByRole('button', { name: 'Add place' }).tap()
    await page.getByRole('button', { name: 'Use where I am' }).tap()
    await expect(page.getByRole('alert')).toContainText('Allow location for this page, or type the place.')
    await page.context().grantPermissions(['geolocation'])
    await page.context().setGeolocation({ latitude: 45.83641, longitude: -78.37912 })
    await page.getByRole('button', { name: 'Use where I am' }).tap()
    await page.getByLabel('Name', { exact: true }).fill('Our canoe')
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    await expect(row(page, 'Our canoe')).toContainText('45.8364° N, 78.3791° W')
    await page.context().clearPermissions()
  })
})

test('two people without a network are told where the trip is and whom to call; they choose a destination at once: all have the same one, and no place is lost', async ({
  openSignedIn,
  register,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(OFFLINE)
  // The map, which was never opened on these phones.
  allowConsole(/ERR_FAILED/)
  const other = await register({ full_name: 'Alex Friend' })
  const pages = [await openSignedIn(phoneWithApp), await openSignedIn(phoneWithApp, other)] as const
  const plan = {
    details: { ...buildDetails(datesOf('2031-06-11', '2031-06-13')), place_id: camp.id },
    places: [camp],
  }
  const id = await createTrip(pages[0], { name: 'To the lake', type: 'car_trip', plan })
  shareWithEverybody(server, id)
  for (const page of pages) {
    await page.goto(`/trip/${id}`)
    await waitUntilAppCached(page)
    await waitUntilTripPersisted(page, id)
    await page.context().setOffline(true)
  }

  const [page] = pages
  await test.step('the emergency page', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'Emergency' }).tap()
    const where = page.getByRole('region', { name: 'Where we are' })
    await expect(where).toContainText('Canisbay Lake')
    await expect(where).toContainText('45.5666° N, 78.5991° W')
    await expect(where).toContainText('87Q3HC82+J9')
    await expect(page.getByRole('link', { name: 'Call 911: All emergencies' })).toHaveAttribute('href', 'tel:911')
    await expect(page.getByRole('region', { name: 'Hospitals' })).toContainText('No hospital added')
    await expectNoAxeFindings(page)
  })

  await test.step('a trailhead from a chat', async () => {
    await page.goto(`/trip/${id}/map`)
    await expect(
      page.getByText('The map isn’t saved on this device. Connect to the internet to load it.'),
    ).toBeVisible()
    await expect(page.getByRole('img', { name: 'Where the trip’s places lie: Canisbay Lake' })).toBeVisible()
    await page.getByRole('button', { name: 'Add place' }).tap()
    await find(page).fill('Trailhead: 45°34.90’N 78°31.36’W')
    await page.getByRole('button', { name: 'Use 45.5817° N, 78.5227° W' }).tap()
    await page.getByLabel('Name', { exact: true }).fill('Lookout trail')
    await page.getByRole('button', { name: 'Add', exact: true }).tap()
    await expect(row(page, 'Lookout trail')).toContainText('6.2 km from the destination')
    // Larger towns and all airports are on the device.
    await page.getByRole('button', { name: 'Add place' }).tap()
    await find(page).fill('yyz')
    await expect(page.getByRole('button', { name: /\(YYZ\)/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('both choose a destination', async () => {
    const choices = [
      ['Canoe Lake', '45.5500, -78.7100'],
      ['Mew Lake', '45.5790, -78.5170'],
    ] as const
    await pages[1].goto(`/trip/${id}/map`)
    for (const [index, page] of pages.entries()) {
      const [name, position] = choices[index] as (typeof choices)[number]
      await page.getByRole('button', { name: 'Add place' }).tap()
      await find(page).fill(position)
      await page.getByRole('button', { name: /^Use \d/ }).tap()
      await page.getByLabel('Name', { exact: true }).fill(name)
      await page.getByLabel('This is the destination').tap()
      await page.getByRole('button', { name: 'Add', exact: true }).tap()
      await expect(row(page, name)).toContainText('Destination')
    }
    for (const page of pages) await page.context().setOffline(false)
    for (const page of pages)
      for (const name of ['Canoe Lake', 'Mew Lake', 'Lookout trail']) await expect(row(page, name)).toBeVisible()
    // What arrived later counts.
    const destination = (page: Page) =>
      page
        .getByRole('listitem')
        .filter({ hasText: /Destination/ })
        .getByRole('button', { name: /: open$/ })
    const shown = async () =>
      new Set(
        await Promise.all(
          pages.map(
            async (page) =>
              (await destination(page).all()).length === 1 && destination(page).getAttribute('aria-label'),
          ),
        ),
      )
    await expect.poll(async () => [...(await shown())]).toEqual([expect.stringMatching(/^(Canoe|Mew) Lake: open$/)])
    const [agreed] = await shown()
    for (const page of pages) {
      await page.reload()
      await expect(destination(page)).toHaveAccessibleName(String(agreed))
      await expect(row(page, 'Lookout trail')).toBeVisible()
    }
  })
})

test('a hundred of ten thousand places are shown, and the rest after a press', async ({ openSignedIn, createTrip }) => {
  test.slow()
  const page = await openSignedIn({})
  // Around the pole and across the date line.
  const places = Array.from({ length: 9_999 }, (_, index) =>
    newPlace(`00000000-0000-4000-8000-${String(index).padStart(12, '0')}`, {
      name: `Place ${index + 1}`,
      position: positionText({ lat: 89.9 - (index % 50) / 100, lon: 179.9 - (index % 360) }),
      country: '',
      zone: 'Etc/UTC',
    }),
  )
  const id = await createTrip(page, { name: 'Far too many', type: 'car_trip', plan: { places } })
  await page.goto(`/trip/${id}/map`)
  await expect(row(page, 'Place 100')).toBeVisible()
  await expect(row(page, 'Place 101')).toHaveCount(0)
  await expect(page.getByTitle(/^Place \d+$/)).toHaveCount(100)
  await page.getByRole('button', { name: 'Add place' }).click()
  await find(page).fill('89.95, -179.95')
  await page.getByRole('button', { name: /^Use 89\.95/ }).click()
  await page.getByLabel('Name', { exact: true }).fill('One more')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Added One more' })).toBeVisible()
})
