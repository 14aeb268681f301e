import type { Page } from '@playwright/test'
import { canisbayLake } from '#domain/testing/places.ts'
import { usedSample } from '#domain/testing/used-sample.ts'
import { test as base, expect } from './fixtures.ts'
import { holdResponses } from './held-requests.ts'
import { createInvitation } from './joining.ts'
import { addNotice } from './stored-plan.ts'

/** The maximum sum of the browser's layout shift scores while a page loads. */
const MAX_SHIFT = 0.02

/** A request that is slow on a slow connection, and the text shown until it is answered. */
interface Late {
  request: string
  loading: string
}

interface Visited {
  path: string
  /** In the order in which the page waits for them. */
  late: Late[]
  /** A text that is shown once the page has loaded. */
  shown: string
  /** A text further down that is rendered last. */
  shownLast?: string
  /** Skips the fast connection, on which a tab does not differ from the others. */
  isOnlySlow?: boolean
}

interface Shift {
  value: number
  /** The elements that moved, with old and new positions. */
  what: string[]
}

declare global {
  interface Window {
    takeShifts: () => Shift[]
  }
}

/** What each tab of the group but the first shows. */
const groupTabs = {
  shopping: 'Dairy & eggs',
  rides: 'No cars yet. Add one, and others can take a seat in it.',
  'rides&view=beds': 'No tents or rooms yet.',
  'rides&view=duties': 'No duties yet.',
  gear: 'Tent & Sleeping',
  costs: 'Add expense',
}

/** Two lines beside the bell of a wide screen, or nearly. */
const LONG_NAME = 'Paddling and hiking with all of our neighbours in Algonquin'

const SESSION: Late = { request: '**/auth/v1/user', loading: 'Loading...' }

const test = base.extend<{
  /** Opens a first-time visitor's page with the session of another page. */
  openFirst: (from: Page) => Promise<Page>
  /** Visits a page twice on a fast and twice on a slow connection. Expects no layout shifts. */
  expectStill: (from: Page, visited: Visited) => Promise<void>
}>({
  openFirst: async ({ openContext, viewport }, use) => {
    await use(async (from) => {
      const context = await openContext({ viewport, storageState: await from.context().storageState() })
      await context.addInitScript(noteShifts)
      return context.newPage()
    })
  },

  expectStill: async ({ openFirst }, use, info) => {
    await use(async (from, visited) => {
      const figures: Record<string, Shift[]> = {}
      for (const speed of visited.isOnlySlow ? (['slow'] as const) : (['fast', 'slow'] as const)) {
        const page = await openFirst(from)
        for (const visit of ['first', 'repeat'] as const) {
          figures[`${visit} visit, ${speed}`] = await visitAt(speed, page, visited, visit)
        }
        await page.close()
      }
      const sums = Object.entries(figures).map(([visit, shifts]) => ({ visit, sum: sumOf(shifts) }))
      info.annotations.push({
        type: 'layout shift',
        description: sums.map(({ visit, sum }) => `${visit}: ${sum.toFixed(4)}`).join('; '),
      })
      const tooMuch = sums.filter(({ sum }) => sum >= MAX_SHIFT)
      expect(
        tooMuch.map(({ visit, sum }) => ({ visit, sum, moved: figures[visit] })),
        'what moved while the page came',
      ).toEqual([])
    })
  },
})

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test.describe(`no layout shifts while a page loads, at ${viewport.width} px:`, () => {
    test.use({ viewport })

    test('sign-in page', async ({ page, expectStill }) => {
      const late = [{ request: '**/api/beta', loading: 'Loading...' }]
      await expectStill(page, { path: '/', late, shown: 'Demo credentials' })
    })

    test('forgotten password', async ({ page, expectStill }) => {
      const late = [{ request: '**/api/beta', loading: 'Checking how you can get a new one...' }]
      await expectStill(page, { path: '/join/password', late, shown: 'use a code from there' })
    })

    test('ROUTE-18 trip list', async ({ page, signIn, expectStill }) => {
      await signIn(page)
      const late = [SESSION, { request: '**/api/trips', loading: 'Loading trips...' }]
      await expectStill(page, { path: '/', late, shown: 'Demo Algonquin Adventure' })
    })

    test('trip list with news, the header of a trip with news, and its news', async ({
      page,
      person,
      signIn,
      createTrip,
      server,
      expectStill,
    }) => {
      await signIn(page)
      const id = await createTrip(page, { name: LONG_NAME, type: 'car_trip' })
      addNotice(server, id, person, { what: 'seat_given', name: 'Kim' }, new Date().toISOString())
      for (const name of ['Ben', 'Ben']) addNotice(server, id, person, { what: 'seat_lost', name })
      const news = (loading: string): Late => ({ request: '**/api/notices*', loading })
      const list = { request: '**/api/trips', loading: 'Loading trips...' }
      await expectStill(page, { path: '/', late: [SESSION, list, news(LONG_NAME)], shown: '2 new for you' })
      const trip = { request: `**/api/trips/${id}`, loading: 'Loading trip...' }
      const line = 'You’ve lost your seat in Ben’s car.'
      await expectStill(page, { path: `/trip/${id}`, late: [SESSION, trip, news(LONG_NAME)], shown: line })
      const ways = [`**/api/trips/${id}/notice-choices`, '**/api/notice-settings']
      const late = [news('Loading...'), ...ways.map((request) => ({ request, loading: 'Loading...' }))]
      await expectStill(page, {
        path: `/trip/${id}/news`,
        late: [SESSION, trip, ...late],
        shown: 'You have a seat in Kim’s car.',
        shownLast: 'This server doesn’t send emails. Look at this page for your news.',
      })
    })

    test('people page and invitation', async ({ page, signIn, createTrip, server, expectStill }) => {
      await signIn(page)
      const plan = { details: usedSample }
      const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip', plan })
      const trip = { request: `**/api/trips/${id}`, loading: 'Loading trip...' }
      const people = { request: `**/api/trips/${id}/people`, loading: 'Loading people...' }
      await expectStill(page, {
        path: `/trip/${id}/group`,
        late: [SESSION, trip, people],
        shown: 'It’s just you so far',
      })
      for (const [tab, shown] of Object.entries(groupTabs)) {
        const path = `/trip/${id}/group?tab=${tab}`
        await expectStill(page, { path, late: [SESSION, trip], shown, isOnlySlow: true })
      }
      const token = await createInvitation(page, server, id)
      await page.context().clearCookies()
      const late = [{ request: '**/api/join/look', loading: 'Loading invitation...' }]
      await expectStill(page, { path: `/join/${token}`, late, shown: 'Your name' })
    })

    test('places and their map', async ({ page, signIn, createTrip, expectStill }) => {
      await signIn(page)
      const id = await createTrip(page, { name: 'To the lake', type: 'car_trip', plan: { places: [canisbayLake] } })
      const late = [SESSION, { request: `**/api/trips/${id}`, loading: 'Loading trip...' }]
      await expectStill(page, { path: `/trip/${id}/map`, late, shown: '45.5666° N, 78.5991° W' })
    })

    test('ROUTE-18 page not found', async ({ page, signIn, expectStill }) => {
      await signIn(page)
      await expectStill(page, { path: '/nope', late: [SESSION], shown: 'Page not found' })
    })

    for (const [type, tabs] of Object.entries({ car_trip: carTabs(), air_travel: airTabs() })) {
      for (const tab of tabs) {
        test(`ROUTE-18 ${tab.name} of a trip: ${type}`, async ({ page, signIn, createTrip, expectStill }) => {
          await signIn(page)
          const id = await createTrip(page, { name: 'Killarney in the fall', type: type as 'car_trip' })
          const trip = { request: `**/api/trips/${id}`, loading: 'Loading trip...' }
          await expectStill(page, { ...tab, path: `/trip/${id}?tab=${tab.name}`, late: [SESSION, trip, ...tab.late] })
        })
      }
    }

    for (const tab of carTabs()) {
      test(`ROUTE-18 ${tab.name} of a shared trip`, async ({ page, signIn, createTrip, server, expectStill }) => {
        await signIn(page)
        const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
        server.database.prepare("UPDATE trips SET share_token = 'a-right-token' WHERE id = ?").run(id)
        const trip = { request: `**/api/shared/${id}*`, loading: 'Loading shared trip...' }
        const path = `/shared/${id}?token=a-right-token&tab=${tab.name}`
        await expectStill(page, { path, late: [SESSION, trip, ...tab.late], shown: tab.shown, isOnlySlow: true })
      })
    }
  })
}

type Tab = Omit<Visited, 'path'> & { name: string }

function carTabs(): Tab[] {
  return [
    { name: 'overview', late: [], shown: 'Trip Notes & Reminders', shownLast: 'Get Weather' },
    lateTab('meals', 'Loading meal plans...', 'Breakfast'),
    lateTab('itinerary', 'Loading itinerary...', 'Adventure Itinerary'),
    lateTab('checklist', 'Loading checklist...', 'Items Remaining'),
  ]
}

function airTabs(): Tab[] {
  return [
    { name: 'overview', late: [], shown: 'Trip Notes & Reminders', shownLast: 'Get Weather' },
    lateTab('tickets', 'Loading tickets and documents...', 'No tickets added yet'),
    lateTab('itinerary', 'Loading itinerary...', 'Travel Itinerary'),
    lateTab('checklist', 'Loading checklist...', 'Items Remaining'),
    lateTab('meals', 'Loading meal plans...', 'Breakfast'),
  ]
}

function lateTab(name: string, loading: string, shown: string): Tab {
  return { name, late: [{ request: `**/${name}-tab-*.js`, loading }], shown, isOnlySlow: true }
}

/** Opens a page, scrolls through it, and returns the layout shifts meanwhile. */
async function visitAt(
  speed: 'fast' | 'slow',
  page: Page,
  visited: Visited,
  visit: 'first' | 'repeat',
): Promise<Shift[]> {
  const { path, late, shown, shownLast } = visited
  const content = page.getByText(shown, { exact: true }).first()
  const held = speed === 'slow' ? late : []
  const releaseFont = speed === 'slow' ? await holdResponses(page, '**/*.woff2') : () => {}
  const releases = await Promise.all(held.map(({ request }) => holdResponses(page, request)))
  await page.goto(path, { waitUntil: 'commit' })
  for (const index of held.keys()) {
    const [message = content, ...laterMessages] = held
      .slice(index)
      .map(({ loading }) => page.getByText(loading, { exact: true }).first())
    // On a repeat visit, persisted content may be shown at once.
    const anyMessage = [...laterMessages, content].reduce((one, other) => one.or(other), message)
    await expect(visit === 'first' ? message : anyMessage.first()).toBeVisible()
    await expect(page.getByRole('contentinfo')).toBeAttached()
    await drawn(page)
    releases[index]?.()
  }
  await expect(content).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeAttached()
  await drawn(page)
  releaseFont()
  await page.evaluate(() => document.fonts.load('700 1rem "National Park"'))
  await drawn(page)
  await scrollThrough(page)
  if (shownLast) await expect(page.getByText(shownLast, { exact: true })).toBeVisible()
  await drawn(page)
  const shifts = await page.evaluate(() => window.takeShifts())
  await page.unrouteAll({ behavior: 'wait' })
  return shifts
}

async function drawn(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Scrolls to the end, so that everything that renders only when near is rendered. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await drawn()
    }
  })
}

/** Runs in the page: records layout shifts, except those right after user input. */
function noteShifts(): void {
  type Entry = PerformanceEntry & {
    value: number
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const noted: Shift[] = []
  const nameOf = (node: Node | null) =>
    node instanceof Element ? `${node.localName}.${node.classList}` : (node?.textContent ?? 'removed node')
  const place = ({ x, y, width, height }: DOMRect) =>
    `${[x, y].map(Math.round)} ${Math.round(width)}x${Math.round(height)}`
  const note = (entries: PerformanceEntryList) => {
    for (const { value, hadRecentInput, sources } of entries as Entry[]) {
      const what = sources.map(
        (source) => `${nameOf(source.node)} ${place(source.previousRect)} -> ${place(source.currentRect)}`,
      )
      if (!hadRecentInput) noted.push({ value, what })
    }
  }
  const observer = new PerformanceObserver((list) => note(list.getEntries()))
  observer.observe({ type: 'layout-shift', buffered: true })
  window.takeShifts = () => {
    note(observer.takeRecords())
    return noted.splice(0)
  }
}

function sumOf(shifts: Shift[]): number {
  return shifts.reduce((sum, { value }) => sum + value, 0)
}
