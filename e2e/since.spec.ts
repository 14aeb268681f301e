import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { Mutation } from '#domain/operations/operation.ts'
import type { SectionName } from '#domain/plan/index.ts'
import { planTemplates } from '#domain/templates/plan-templates.ts'
import { expect, expectNoAxeFindings, type Person, type TestServer, test } from './fixtures.ts'
import { countRequests } from './held-requests.ts'
import { choose, createInvitation, joinAsGuest } from './joining.ts'
import { waitUntilAppCached, waitUntilTripPersisted } from './on-device.ts'
import { expectField, noteTexts, openField, openNote } from './page-parts.ts'
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

test.describe('the note about changes by others', () => {
  let ana: Person
  let other: Page
  let tripId: string

  test.beforeEach(async ({ page, server, signIn, register, createTrip, openSignedIn }) => {
    ana = await register({ full_name: 'Ana' })
    await signIn(page)
    tripId = await createTrip(page, { name: 'Together', type: 'car_trip' })
    shareWithEverybody(server, tripId)
    other = await openSignedIn({}, ana)
  })

  test('says in one line who changed what when, until it was viewed', async ({
    page,
    server,
    register,
    openSignedIn,
  }) => {
    await visit(page, tripId)
    await leave(page)
    await operate(other, server, tripId, 'details', goTo('Killarney'))
    await operate(other, server, tripId, 'checklist', ...items.slice(0, 7).map((_, n) => tick(n)))
    const third = await openSignedIn({}, await register({ full_name: 'Ben Okafor' }))
    await operate(third, server, tripId, 'notes', note('Bring the canoe'))
    await letPass(page, 1)

    await page.goto(`/trip/${tripId}`)
    await expect(line(page)).toHaveText(/Ben Okafor and Ana made 9 changes since yesterday$/)
    await expectNoAxeFindings(page)
    await line(page).getByRole('button', { name: 'made 9 changes' }).click()
    await expect(list(page)).toBeVisible()
    await expectNoAxeFindings(page)
    // Newest first.
    await expect(list(page).getByRole('heading', { level: 3 })).toHaveText(['Notes', 'Checklist', 'Trip details'])
    await expect(list(page).getByRole('region', { name: 'Notes' }).getByRole('listitem').first()).toContainText(
      'added the note “Bring the canoe”',
    )
    await expect(list(page).getByText('set the destination to “Killarney”')).toBeVisible()
    const checklist = list(page).getByRole('region', { name: 'Checklist' })
    await expect(checklist.getByText('ticked')).toHaveCount(4)
    await checklist.getByRole('button', { name: 'and 3 more by Ana' }).click()
    await expect(checklist.getByText('ticked')).toHaveCount(7)
    await expect(checklist.getByText(`ticked “${items[6]?.name}”`)).toBeVisible()

    await list(page).getByRole('button', { name: 'Close' }).click()
    await expect(line(page)).toHaveCount(0)
    await expect(page.getByText('Note: Details below will be updated frequently')).toBeVisible()
    const countChangeRequests = countRequests(page, 'GET', CHANGES)
    const before = await seenOf(page, tripId)
    expect(before).toMatchObject({ details: 1, checklist: 1, notes: 1 })
    await page.reload()
    await expectField(page, 'Destination', 'Killarney')
    await page.goto(`/trip/${tripId}?tab=checklist`)
    await expect(page.getByRole('checkbox').first()).toBeChecked()
    await expect(line(page)).toHaveCount(0)
    expect(await countChangeRequests()).toBe(0)
  })

  test('leads from each section to its history, where an earlier version can be restored', async ({ page, server }) => {
    await operate(other, server, tripId, 'details', goTo('Killarney'))
    await visit(page, tripId)
    await leave(page)
    server.database
      .prepare("update plan_history set saved_at = '2026-01-01T10:00:00.000Z' where trip_id = ?")
      .run(tripId)
    await operate(other, server, tripId, 'details', goTo('Bon Echo', 'Killarney'))
    await operate(other, server, tripId, 'checklist', tick(0))
    await page.goto(`/trip/${tripId}`)
    await line(page).getByRole('button', { name: 'Ana made 2 changes' }).click()
    await list(page).getByRole('button', { name: 'History of Trip details' }).click()
    const history = page.getByRole('dialog', { name: 'History of Trip details' })
    await expect(history.getByRole('button', { name: 'Ana · ' })).toHaveCount(2)
    await expectNoAxeFindings(page)
    await history.getByRole('button', { name: 'Ana · Trip details' }).last().click()
    await history.getByRole('button', { name: 'Go back to this point' }).click()
    await history.getByRole('button', { name: 'Go back', exact: true }).click()
    await expect(history.getByText('Trip details: back to')).toBeVisible()
    await history.getByRole('button', { name: 'Close' }).click()
    await expect(list(page).getByRole('button', { name: 'History of Trip details' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(list(page)).toHaveCount(0)
    await expectField(page, 'Destination', 'Killarney')
    // One's own restore is not news.
    await page.reload()
    await expectField(page, 'Destination', 'Killarney')
    await expect.poll(() => seenOf(page, tripId)).toMatchObject({ details: 3 })
    await expect(line(page)).toHaveCount(0)
  })

  test("is not shown on a first visit, or for one's own changes on another device", async ({
    page,
    server,
    openSignedIn,
  }) => {
    await operate(other, server, tripId, 'details', goTo('Killarney'))
    await visit(page, tripId)
    await expectField(page, 'Destination', 'Killarney')
    await expect(line(page)).toHaveCount(0)
    await leave(page)
    const phone = await openSignedIn({})
    await operate(phone, server, tripId, 'notes', note('From my phone'))
    await page.goto(`/trip/${tripId}`)
    await expect(noteTexts(page).first()).toHaveText('From my phone')
    await expect.poll(() => seenOf(page, tripId)).toMatchObject({ notes: 1 })
    await expect(line(page)).toHaveCount(0)
    // One's own changes are not counted with those of others.
    await leave(page)
    await operate(phone, server, tripId, 'notes', note('From my phone too'))
    await operate(other, server, tripId, 'notes', note('From Ana'))
    await page.goto(`/trip/${tripId}`)
    await line(page).getByRole('button', { name: 'Ana made 1 change since' }).click()
    await expect(list(page).getByText('added the note “From Ana”')).toBeVisible()
    await expect(list(page).getByText('From my phone')).toHaveCount(0)
  })

  test('is not shown for changes seen on another device', async ({ page, server, openSignedIn }) => {
    const phone = await openSignedIn({})
    for (const device of [page, phone]) await visit(device, tripId)
    await leave(page)
    await operate(other, server, tripId, 'details', goTo('Killarney'))
    await expectField(phone, 'Destination', 'Killarney')
    await expect(phone.getByText('Updated by Ana just now')).toBeAttached()
    await phone.getByRole('button', { name: 'Back to Trips' }).click()
    const seenVersion = () =>
      server.database.prepare('select version from plan_seen where trip_id = ? and section = ?').pluck()
    await expect.poll(() => seenVersion().get(tripId, 'details')).toBe(1)
    await page.goto(`/trip/${tripId}`)
    await expectField(page, 'Destination', 'Killarney')
    await expect.poll(() => seenOf(page, tripId)).toMatchObject({ details: 1 })
    await expect(line(page)).toHaveCount(0)
  })

  test('counts changes on the open tab as seen, and reports changes on other tabs later', async ({ page, server }) => {
    await visit(page, tripId)
    // In this order: once the destination is shown, the page has received the tick too.
    await operate(other, server, tripId, 'checklist', tick(0))
    await operate(other, server, tripId, 'details', goTo('Killarney'))
    await expectField(page, 'Destination', 'Killarney')
    await expect(page.getByText('Updated by Ana just now')).toBeAttached()
    await page.getByRole('button', { name: 'Back to Trips' }).click()
    // Until the trip list is shown, the trip counts as hidden rather than left.
    await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
    await page.goBack()
    await expect(line(page)).toHaveText(/Ana made 1 change since/)
    await line(page).getByRole('button', { name: 'Ana made 1 change' }).click()
    await expect(list(page).getByRole('heading', { level: 3 })).toHaveText(['Checklist'])
  })

  test('can be dismissed, by keyboard too, and leaves the focus near', async ({ page, server }) => {
    await visit(page, tripId)
    await leave(page)
    await operate(other, server, tripId, 'details', goTo('Killarney'))
    await page.goto(`/trip/${tripId}`)
    await expect(line(page)).toBeVisible()
    await page.getByRole('button', { name: 'Dismiss this summary' }).focus()
    await page.keyboard.press('Enter')
    await expect(line(page)).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
    await page.reload()
    await expectField(page, 'Destination', 'Killarney')
    await expect.poll(() => seenOf(page, tripId)).toMatchObject({ details: 1 })
    await expect(line(page)).toHaveCount(0)

    await leave(page)
    await operate(other, server, tripId, 'details', goTo('Bon Echo', 'Killarney'))
    await page.goto(`/trip/${tripId}`)
    await line(page).getByRole('button', { name: 'Ana made 1 change' }).focus()
    await page.keyboard.press('Enter')
    await expect(list(page).getByText('changed the destination from “Killarney” to “Bon Echo”')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(line(page)).toHaveCount(0)
    await expect(page.getByRole('tab', { name: 'Overview' })).toBeFocused()
  })

  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 800 },
  ])
    test(`causes no layout shift and has touch targets of at least 44 px, at ${viewport.width} px`, async ({
      page,
      server,
    }) => {
      await page.setViewportSize(viewport)
      await visit(page, tripId)
      await leave(page)
      await operate(other, server, tripId, 'details', goTo('Killarney'))
      await operate(other, server, tripId, 'checklist', ...items.slice(0, 6).map((_, n) => tick(n)))
      let release = () => {}
      const released = new Promise<void>((resolve) => {
        release = resolve
      })
      await page.route('**/changes?*', async (route) => {
        await released
        await route.continue()
      })
      await page.goto(`/trip/${tripId}`)
      await expectField(page, 'Destination', 'Killarney')
      const shown = await openField(page, 'Destination')
      const before = await shown.boundingBox()
      release()
      await expect(line(page)).toBeVisible()
      expect(await shown.boundingBox()).toEqual(before)
      for (const button of await line(page).getByRole('button').all()) {
        const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      }
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectNoAxeFindings(page)
      await line(page).getByRole('button', { name: 'made 7 changes' }).click()
      await expect(list(page).getByRole('button', { name: 'Close' })).toBeVisible()
      await expectNoAxeFindings(page)
      for (const button of await list(page).getByRole('button').all()) {
        const { width = 0, height = 0 } = (await button.boundingBox()) ?? {}
        expect(Math.min(width, height)).toBeGreaterThanOrEqual(44)
      }
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

test('readers of a share link see no note about changes', async ({ page, server, friend, signIn, createTrip }) => {
  await signIn(page)
  const tripId = await createTrip(page, { name: 'To be read', type: 'car_trip' })
  server.database.prepare("update trips set share_token = 'a-right-token' where id = ?").run(tripId)
  const countChangeRequests = countRequests(friend, 'GET', CHANGES)
  for (const name of ['Killarney', 'Bon Echo']) {
    await operate(page, server, tripId, 'details', goTo(name, name === 'Bon Echo' ? 'Killarney' : ''))
    await friend.goto(`/shared/${tripId}?token=a-right-token`)
    await expect(friend.getByText(name).first()).toBeVisible()
  }
  await expect(line(friend)).toHaveCount(0)
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
