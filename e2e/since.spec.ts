import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Mutation } from '#domain/operations/operation.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDetails } from '#domain/testing/details.ts'
import { buildPlannedDays } from '#domain/testing/planned-day.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { countRequests } from './held-requests.ts'
import { choose, createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { expectField, openNote, waitUntilQuiet } from './page-parts.ts'
import { phoneWithApp } from './phone.ts'
import { shareWithEverybody } from './stored-plan.ts'

const CHANGES = /\/changes$/

const line = (page: Page) => page.getByRole('status').filter({ hasText: ' since ' })
const list = (page: Page) => page.getByRole('dialog', { name: 'Since you were last here' })
const [tents] = planTemplates.checklist('car_trip')
const items = tents?.items ?? []

async function operate(
  page: Page,
  server: TestServer,
  tripId: string,
  section: SectionName,
  ...mutations: Mutation[]
): Promise<void> {
  const operations = mutations.map((mutation) => ({ ...mutation, id: randomUUID(), section }))
  const address = `${server.address}/api/trips/${tripId}/operations`
  const answer = await page
    .context()
    .request.post(address, { data: { operations, seen: {} }, headers: { origin: server.address } })
  expect(await answer.json()).toMatchObject({ refused: [] })
}

const goTo = (to: string, was = ''): Mutation => ({ do: 'set', at: ['destination_name'], was, to })
const tick = (n: number): Mutation => ({
  do: 'set',
  at: [tents?.id ?? '', 'items', items[n]?.id ?? '', 'checked'],
  was: false,
  to: true,
})
const note = (text: string, id = randomUUID()): Mutation => ({
  do: 'insert',
  at: [id],
  entry: { id, text },
  after: null,
})

/** The versions of the trip that this device has recorded as seen; undefined before the first visit. */
const seenOf = (page: Page, tripId: string) =>
  page.evaluate((id) => {
    const stored: Record<string, Record<string, { version: number; at: number }>> = JSON.parse(
      localStorage.getItem('wayfare.seen') ?? '{}',
    )
    const seen = Object.entries(stored).find(([key]) => key.endsWith(id))?.[1]
    return seen && Object.fromEntries(Object.entries(seen).map(([name, { version }]) => [name, version]))
  }, tripId)

/** Opens a trip and waits until its versions are recorded as seen. */
async function visit(page: Page, tripId: string, tab = ''): Promise<void> {
  await page.goto(`/trip/${tripId}${tab}`)
  await expect(page.getByRole('tabpanel')).toBeVisible()
  await expect.poll(() => seenOf(page, tripId)).toBeDefined()
}

/** Goes to a page that shows nothing of the trip. */
const leave = (page: Page) => page.goto('/nope')

/** Moves the recorded visits some days into the past. */
async function letPass(page: Page, days: number): Promise<void> {
  await page.evaluate((ms) => {
    const stored: Record<string, Record<string, { at: number }>> = JSON.parse(
      localStorage.getItem('wayfare.seen') ?? '{}',
    )
    for (const seen of Object.values(stored)) for (const part of Object.values(seen)) part.at -= ms
    localStorage.setItem('wayfare.seen', JSON.stringify(stored))
  }, days * 86_400_000)
}

test('the note about changes by others says in one line who changed what when, until it was viewed on one of one’s devices', async ({
  page,
  server,
  signIn,
  register,
  createTrip,
  openSignedIn,
}) => {
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  const other = await openSignedIn({}, await register({ full_name: 'Ana' }))
  const phone = await openSignedIn({})
  const seenVersion = (section: string) =>
    server.database
      .prepare('select version from plan_seen where trip_id = ? and section = ?')
      .pluck()
      .get(tripId, section)

  await test.step('what others changed is listed, without one’s own changes on another device', async () => {
    await visit(page, tripId)
    await leave(page)
    await operate(other, server, tripId, 'details', goTo('Killarney'))
    await operate(other, server, tripId, 'checklist', ...items.slice(0, 7).map((_, n) => tick(n)))
    await operate(phone, server, tripId, 'notes', note('From my phone too'))
    const third = await openSignedIn({}, await register({ full_name: 'Ben Okafor' }))
    await operate(third, server, tripId, 'notes', note('Bring the canoe'))
    await letPass(page, 1)
    await page.goto(`/trip/${tripId}`)
    await expect(line(page)).toHaveText(/Ben Okafor and Ana made 9 changes since yesterday$/)
    await line(page).getByRole('button', { name: 'made 9 changes' }).click()
    // Newest first.
    await expect(list(page).getByRole('heading', { level: 3 })).toHaveText(['Notes', 'Checklist', 'Trip details'])
    await expect(list(page).getByRole('region', { name: 'Notes' }).getByRole('listitem').first()).toContainText(
      'added the note “Bring the canoe”',
    )
    await expect(list(page).getByText('From my phone')).toHaveCount(0)
    await expect(list(page).getByText('set the destination to “Killarney”')).toBeVisible()
    await list(page).getByRole('button', { name: 'Close' }).click()
    await expect(line(page)).toHaveCount(0)
    await expect.poll(() => seenVersion('details')).toBe(1)
    const countChangeRequests = countRequests(page, 'GET', CHANGES)
    expect(await seenOf(page, tripId)).toMatchObject({ details: 1, checklist: 1, notes: 2 })
    await page.reload()
    await expectField(page, 'Destination', 'Killarney')
    await waitUntilQuiet(page)
    await expect(line(page)).toHaveCount(0)
    expect(await countChangeRequests()).toBe(0)
  })

  await test.step('what was seen on another device is not shown', async () => {
    await visit(phone, tripId)
    await leave(page)
    await operate(other, server, tripId, 'details', goTo('Bon Echo', 'Killarney'))
    await expectField(phone, 'Destination', 'Bon Echo')
    await expect(phone.getByText('Updated by Ana just now')).toBeAttached()
    await phone.getByRole('button', { name: 'Back to Trips' }).click()
    await expect.poll(() => seenVersion('details')).toBe(2)
    await page.goto(`/trip/${tripId}`)
    await expectField(page, 'Destination', 'Bon Echo')
    await expect.poll(() => seenOf(page, tripId)).toMatchObject({ details: 2 })
    await expect(line(page)).toHaveCount(0)
  })
})

test('a trip opened offline shows no news until the network is back', async ({
  server,
  friend,
  openSignedIn,
  createTrip,
  allowConsole,
}) => {
  test.slow()
  allowConsole(/net::ERR_|Failed to load resource|could not be|did not reach the server/)
  const page = await openSignedIn(phoneWithApp)
  const tripId = await createTrip(page, { name: 'In the park', type: 'car_trip' })
  shareWithEverybody(server, tripId)
  await visit(page, tripId)
  await waitUntilAppCached(page)
  await waitUntilTripPersisted(page, tripId)
  await leave(page)
  await page.context().setOffline(true)
  await operate(friend, server, tripId, 'details', goTo('Killarney'))
  await page.goto(`/trip/${tripId}`)
  await expectField(page, 'Destination', '')
  await (await openNote(page, 1)).fill('Bring the tarp')
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Offline · 1 change waiting')
  await expect(line(page)).toHaveCount(0)

  await page.context().setOffline(false)
  await expect(line(page)).toHaveText(/made 1 change since/, { timeout: 60_000 })
  await expectField(page, 'Destination', 'Killarney')
  await line(page).getByRole('button', { name: 'made 1 change' }).click()
  await expect(list(page).getByText('set the destination to “Killarney”')).toBeVisible()
})

test('readers of a share link see no note about changes, and nothing of what a person should see today', async ({
  page,
  server,
  person,
  friend,
  signIn,
  createTrip,
}) => {
  await friend.clock.setFixedTime(new Date('2031-06-12T09:30:00-04:00'))
  await signIn(page)
  const plan = {
    details: buildDetails(datesOf('2031-06-11', '2031-06-13')),
    ...buildPlannedDays(person.id),
    notes: [{ id: randomUUID(), text: 'Bring a towel' }],
  }
  const tripId = await createTrip(page, { name: 'To be read', type: 'car_trip', plan })
  server.database.prepare("update trips set share_token = 'a-right-token' where id = ?").run(tripId)
  const countChangeRequests = countRequests(friend, 'GET', CHANGES)
  for (const name of ['Killarney', 'Bon Echo']) {
    await operate(page, server, tripId, 'details', goTo(name, name === 'Bon Echo' ? 'Killarney' : ''))
    await friend.goto(`/shared/${tripId}?token=a-right-token`)
    await expect(friend.getByText(name).first()).toBeVisible()
  }
  await expect(friend.getByText('Bring a towel')).toBeVisible()
  await waitUntilQuiet(friend)
  await expect(line(friend)).toHaveCount(0)
  for (const name of ['Today', 'Your group']) await expect(friend.getByRole('region', { name })).toHaveCount(0)
  expect(await countChangeRequests()).toBe(0)
})

test('a guest who signs in to an account sees what changed since their last visit as a guest', async ({
  page,
  server,
  signIn,
  createTrip,
  openContext,
  register,
}) => {
  const ana = await register({ username: 'ana-banana' })
  await signIn(page)
  const tripId = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  const phone = await (await openContext()).newPage()
  await joinAsGuest(phone, `/join/${await createInvitation(page, server, tripId)}`, 'Ana')
  await expect.poll(() => seenOf(phone, tripId)).toBeDefined()
  await phone.goto('/')
  await operate(page, server, tripId, 'details', goTo('Killarney'))

  await choose(phone, 'Ana', 'I already have an account')
  await phone.getByRole('dialog').getByLabel('Email', { exact: true }).fill(ana.email)
  await phone.getByRole('dialog').getByLabel('Password', { exact: true }).fill(ana.password)
  await phone.keyboard.press('Enter')
  await expect(phone.getByRole('button', { name: 'ana-banana', exact: true })).toBeVisible()
  await phone.getByRole('link', { name: 'Killarney' }).click()
  await expect(line(phone)).toHaveText(/made 1 change since/)
})
