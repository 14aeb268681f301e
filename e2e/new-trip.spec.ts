import type { Locator, Page } from '@playwright/test'
import { buildDetails } from '#domain/testing/details.ts'
import { tripTypeLabel, tripTypes } from '#domain/trip.ts'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { createInvitation, joinAsGuest } from './joining.ts'
import { button, dialog, expectSaved, field, fillField, panel, waitUntilQuiet } from './page-parts.ts'
import { touchPhone } from './phone.ts'

test.use({ isSignedIn: true })

/* The first minutes of a new trip: where and when, and who comes along. */

/** The details that are rows in a new trip. */
const more = {
  car_trip: ['Entry gate', 'Map embed URL'],
  air_travel: ['Departure airport', 'Arrival airport', 'Flight carrier', 'Flight number', 'Map embed URL'],
}

/** The top of an element that is in view as a whole, above the tabs at the bottom of a phone. */
async function topInView(page: Page, target: Locator): Promise<number> {
  await expect(target).toBeInViewport({ ratio: 1 })
  const [box, tabs] = [await target.boundingBox(), await page.getByRole('tablist').boundingBox()]
  if (!box || !tabs) throw new Error('It is not on the screen')
  expect(box.y + box.height).toBeLessThanOrEqual(tabs.y)
  return box.y
}

for (const type of tripTypes)
  test(`${type}: by touch alone somebody creates a trip, says where and when, and makes a link to invite people`, async ({
    openSignedIn,
  }) => {
    const phone = await openSignedIn(touchPhone)
    await phone.goto('/')
    await button(phone, 'Create New Trip').tap()
    await dialog(phone).getByLabel('Trip Name').fill('To the coast')
    if (type === 'air_travel') await dialog(phone).getByText(tripTypeLabel(type), { exact: true }).tap()
    await button(phone, 'Create Trip').tap()
    await expect(phone.getByRole('heading', { level: 1, name: 'To the coast' })).toBeVisible()

    const [destination, departure, back, adults] = ['Destination', 'Departure date', 'Return date', 'Adults'].map(
      (label) => field(phone, label),
    ) as [Locator, Locator, Locator, Locator]
    const invite = phone.getByRole('link', { name: 'Invite people' })
    const tops = [destination, departure, back, adults, button(phone, `Add ${more[type][0]?.toLowerCase()}`)]
    const shown: number[] = []
    for (const each of tops) shown.push(await topInView(phone, each))
    expect(shown[1], 'two dates beside each other').toBe(shown[2])
    expect(shown).toEqual(shown.toSorted((one, other) => one - other))
    for (const label of more[type]) {
      await expect(field(phone, label)).toHaveCount(0)
      await expect(button(phone, new RegExp(`^Add ${label}$`, 'i'))).toBeVisible()
    }
    await expectNoAxeFindings(phone)

    await destination.tap()
    await phone.keyboard.type('Pacific Rim')
    await departure.tap()
    await departure.fill('2031-07-15')
    // Its picker opens at the departure.
    await expect(back).toHaveAttribute('min', '2031-07-15')
    await back.tap()
    await back.fill('2031-07-19')
    await expect(back).toHaveAttribute('min', '0001-01-01')
    await adults.tap()
    await phone.keyboard.type('2')
    await expectSaved(phone)
    await expect(phone.getByText('2 people expected')).toBeVisible()

    await invite.tap()
    await button(phone, 'Create link').tap()
    const link = await dialog(phone).getByLabel('Invitation link', { exact: true }).inputValue()
    expect(link).toContain('/join/')
    await button(phone, 'Done').tap()
    await expect(phone.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()
    // A reload does not open it again.
    await phone.reload()
    await expect(phone.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()
    await waitUntilQuiet(phone)
    await expect(dialog(phone)).toHaveCount(0)
    await phone.getByRole('link', { name: 'Trip', exact: true }).tap()
    await expect(button(phone, 'Destination Pacific Rim')).toBeVisible()
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
const stored = {
  car_trip: {
    car_trip_entry_gate: texts['Entry gate'],
    car_trip_distances: '{"Toronto":"260 km"}',
    map_embed_url: texts['Map embed URL'],
  },
  air_travel: {
    departure_airport_code: texts['Departure airport'],
    arrival_airport_code: texts['Arrival airport'],
    air_travel_flight_info: '{"carrier":"Air Canada","flightNumber":"AC 848"}',
    map_embed_url: texts['Map embed URL'],
  },
}

for (const type of tripTypes)
  test(`OVER-6, OVER-7, OVER-9..14 ${type}: one press opens another detail of a new trip, and clearing it moves nothing`, async ({
    page,
    server,
    createTrip,
  }) => {
    const id = await createTrip(page, { name: 'To the coast', type })
    const row = (label: string) => button(page, new RegExp(`^Add ${label}$`, 'i'))
    await page.goto(`/trip/${id}`)
    await expect(field(page, 'Destination')).toBeVisible()
    await expect(button(page, 'Add Distance')).toHaveCount(type === 'car_trip' ? 1 : 0)
    for (const label of Object.keys(texts)) await expect(row(label)).toHaveCount(more[type].includes(label) ? 1 : 0)
    // Those that stay empty are rows again.
    for (const label of more[type]) {
      await row(label).click()
      await expect(field(page, label)).toBeFocused()
    }
    const details = page.getByRole('region', { name: /Details & Travel Info$/ })
    for (const label of more[type]) {
      await row(label).click()
      const input = field(page, label)
      await expect(input).toBeFocused()
      await page.keyboard.type('Not this')
      const places = [await input.boundingBox(), await details.boundingBox()]
      await input.fill('')
      await expect(input).toBeFocused()
      expect([await input.boundingBox(), await details.boundingBox()]).toEqual(places)
      await page.keyboard.type(texts[label] ?? '')
    }
    if (type === 'car_trip') {
      await button(page, 'Add Distance').click()
      await fillField(page, 'Place 1', 'Toronto')
      await fillField(page, 'Distance 1', '260 km')
    }
    await expect
      .poll(() => server.database.prepare('select * from trips where id = ?').get(id))
      .toMatchObject(stored[type])
    await page.reload()
    for (const label of more[type]) await expect(button(page, `${label} ${texts[label]}`)).toBeVisible()
  })

test('gear of a new trip suggests items until the group has some of its own', async ({
  page,
  server,
  openContext,
  createTrip,
}) => {
  const expected = { adults: 2, children: 0 }
  const plan = { details: buildDetails({ expected }) }
  const id = await createTrip(page, { name: 'To the coast', type: 'car_trip', plan })
  const address = `/trip/${id}/group?tab=gear`
  const suggestion = panel(page).getByText('Sample gear for 30 campers.')
  const views = page.getByRole('radio', { name: 'Missing' })
  const hint = page.getByText('Open an item to say how many are needed')
  const tents = panel(page).getByRole('listitem').filter({ hasText: 'tents with flies' })
  const guest = await (await openContext()).newPage()
  await joinAsGuest(guest, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Ben Berg')
  await page.goto(address)
  await expect(suggestion).toBeVisible()
  await expect(tents).toBeVisible()
  await expect(page.getByText('missing')).toHaveCount(0)
  await expect(views).toHaveCount(0)
  await expect(hint).toHaveCount(0)
  await expectNoAxeFindings(page)
  await page.getByRole('link', { name: 'Edit the list' }).click()
  await expect(page.getByRole('heading', { name: 'Camping Checklist' })).toBeVisible()
  await expect(page.getByText('Sample list for 30 campers.')).toBeVisible()
  await button(page, 'Use Tent & Sleeping').click()
  await expect(button(page, 'Use Tent & Sleeping')).toHaveCount(0)

  await page.goto(address)
  await expect(hint).toBeVisible()
  await expect(views).toHaveCount(1)
  await expect(suggestion).toHaveCount(0)
  await expect(panel(page).getByRole('listitem').filter({ hasText: '1 tent with fly' })).toBeVisible()
})

test('an address does not open the invitation for people who may not invite', async ({
  page,
  server,
  openContext,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'To the coast', type: 'car_trip' })
  const guest = await (await openContext()).newPage()
  await joinAsGuest(guest, `${server.address}/join/${await createInvitation(page, server, id)}`, 'Ben Berg')
  await guest.goto(`/trip/${id}/group#invite`)
  await expect(guest.getByRole('heading', { name: 'Are you coming?' })).toBeVisible()
  await waitUntilQuiet(guest)
  await expect(dialog(guest)).toHaveCount(0)
})
