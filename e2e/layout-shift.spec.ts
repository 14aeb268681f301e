import type { CDPSession, Page } from '@playwright/test'
import { canisbayLake } from '#domain/testing/places.ts'
import { usedSample } from '#domain/testing/used-sample.ts'
import { test as base, expect } from './fixtures.ts'
import { forgetApp } from './forget-app.ts'
import { createInvitation } from './joining.ts'
import { MAX_SHIFT, noteShifts, type Shift, sumOf } from './layout-shifts.ts'
import { addNotice } from './stored-plan.ts'

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
  /** A tab like others, which needs fewer visits. */
  isOneOfMany?: boolean
}

/** Whether the browser has stored something of the app, and how fast it is connected. */
type Visit = 'slow first' | 'slow repeat' | 'fast first'

/*
 * On a slow visit each part, and then the fonts, come when all before them is drawn. On a fast one they come by
 * themselves, together or in another order, so that there are states which no slow visit shows. Of a tab only its own
 * code is late, so no tab has a fast visit.
 */
const VISITS = {
  phone: { page: ['slow first', 'slow repeat', 'fast first'], tab: ['slow first', 'slow repeat'] },
  wide: { page: ['slow first', 'slow repeat', 'fast first'], tab: ['slow first'] },
} satisfies Record<string, Record<string, Visit[]>>

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

const SESSION: Late = { request: '*/auth/v1/user', loading: 'Loading...' }

const test = base.extend<{
  width: keyof typeof VISITS
  /** Visits a page some times. Expects no layout shifts. */
  expectStill: (visited: Visited) => Promise<void>
}>({
  width: ['phone', { option: true }],

  expectStill: async ({ page, width }, use, info) => {
    await page.addInitScript(noteShifts)
    page.setDefaultTimeout(20_000)
    const browser = await page.context().newCDPSession(page)
    await use(async (visited) => {
      const figures: Partial<Record<Visit, Shift[]>> = {}
      for (const visit of VISITS[width][visited.isOneOfMany ? 'tab' : 'page'])
        figures[visit] = await visitPage(page, browser, visited, visit)
      const sums = Object.entries(figures).map(([visit, moved]) => ({ visit, sum: sumOf(moved), moved }))
      info.annotations.push({
        type: 'layout shift',
        description: `${visited.path}: ${sums.map(({ visit, sum }) => `${visit}: ${sum.toFixed(4)}`).join('; ')}`,
      })
      const tooMuch = sums.filter(({ sum }) => sum >= MAX_SHIFT)
      // The pages after it are visited too.
      expect.soft(tooMuch, `what moved while ${visited.path} came`).toEqual([])
    })
    await browser.detach()
  },
})

for (const { viewport, width } of [
  { viewport: { width: 390, height: 844 }, width: 'phone' },
  { viewport: { width: 1280, height: 800 }, width: 'wide' },
] as const) {
  test.describe(`no layout shifts while a page loads, at ${viewport.width} px:`, () => {
    test.use({ viewport, width })

    test('sign-in page, forgotten password and invitation', async ({
      page,
      signIn,
      createTrip,
      server,
      expectStill,
    }) => {
      await signIn(page)
      const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
      const token = await createInvitation(page, server, id)
      await page.context().clearCookies()
      const beta = (loading: string): Late => ({ request: '*/api/beta', loading })
      await expectStill({ path: '/', late: [beta('Loading...')], shown: 'Demo credentials' })
      const checking = beta('Checking how you can get a new one...')
      await expectStill({ path: '/join/password', late: [checking], shown: 'use a code from there' })
      const late = [{ request: '*/api/join/look', loading: 'Loading invitation...' }]
      await expectStill({ path: `/join/${token}`, late, shown: 'Your name' })
    })

    test('ROUTE-18 trip list and page not found; trip list with news, the header of a trip with news, and its news', async ({
      page,
      person,
      signIn,
      createTrip,
      server,
      expectStill,
    }) => {
      await signIn(page)
      const list = { request: '*/api/trips', loading: 'Loading trips...' }
      await expectStill({ path: '/', late: [SESSION, list], shown: 'Demo Algonquin Adventure' })
      await expectStill({ path: '/nope', late: [SESSION], shown: 'Page not found' })

      const id = await createTrip(page, { name: LONG_NAME, type: 'car_trip' })
      addNotice(server, id, person, { what: 'seat_given', name: 'Kim' }, new Date().toISOString())
      for (const name of ['Ben', 'Ben']) addNotice(server, id, person, { what: 'seat_lost', name })
      const news = (loading: string): Late => ({ request: '*/api/notices*', loading })
      await expectStill({ path: '/', late: [SESSION, list, news(LONG_NAME)], shown: '2 new for you' })
      const trip = { request: `*/api/trips/${id}`, loading: 'Loading trip...' }
      const line = 'You’ve lost your seat in Ben’s car.'
      await expectStill({ path: `/trip/${id}`, late: [SESSION, trip, news(LONG_NAME)], shown: line })
      const ways = [`*/api/trips/${id}/notice-choices`, '*/api/notice-settings']
      const late = [news('Loading...'), ...ways.map((request) => ({ request, loading: 'Loading...' }))]
      await expectStill({
        path: `/trip/${id}/news`,
        late: [SESSION, trip, ...late],
        shown: 'You have a seat in Kim’s car.',
        shownLast: 'This server doesn’t send emails. Look at this page for your news.',
      })
    })

    test('people page, the other tabs of the group, and places and their map', async ({
      page,
      signIn,
      createTrip,
      expectStill,
    }) => {
      await signIn(page)
      const plan = { details: usedSample, places: [canisbayLake] }
      const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip', plan })
      const trip = { request: `*/api/trips/${id}`, loading: 'Loading trip...' }
      const people = { request: `*/api/trips/${id}/people`, loading: 'Loading people...' }
      await expectStill({ path: `/trip/${id}/group`, late: [SESSION, trip, people], shown: 'It’s just you so far' })
      for (const [tab, shown] of Object.entries(groupTabs))
        await expectStill({ path: `/trip/${id}/group?tab=${tab}`, late: [SESSION, trip], shown, isOneOfMany: true })
      await expectStill({ path: `/trip/${id}/map`, late: [SESSION, trip], shown: '45.5666° N, 78.5991° W' })
    })

    test('ROUTE-18 tabs of a road trip, and of one that is shared', async ({
      page,
      signIn,
      createTrip,
      server,
      expectStill,
    }) => {
      await signIn(page)
      const id = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
      const trip = { request: `*/api/trips/${id}`, loading: 'Loading trip...' }
      for (const tab of carTabs())
        await expectStill({ ...tab, path: `/trip/${id}?tab=${tab.name}`, late: [SESSION, trip, ...tab.late] })

      server.database.prepare("UPDATE trips SET share_token = 'a-right-token' WHERE id = ?").run(id)
      const shared = { request: `*/api/shared/${id}*`, loading: 'Loading shared trip...' }
      for (const { name, late, shown } of carTabs()) {
        const path = `/shared/${id}?token=a-right-token&tab=${name}`
        await expectStill({ path, late: [SESSION, shared, ...late], shown, isOneOfMany: true })
      }
    })

    test('ROUTE-18 tabs of a trip by air', async ({ page, signIn, createTrip, expectStill }) => {
      await signIn(page)
      const id = await createTrip(page, { name: 'Killarney in the fall', type: 'air_travel' })
      const trip = { request: `*/api/trips/${id}`, loading: 'Loading trip...' }
      // A wide window has seen the others in the road trip.
      const tabs = airTabs().filter(({ name }) => width === 'phone' || name === 'overview' || name === 'tickets')
      for (const tab of tabs)
        await expectStill({ ...tab, path: `/trip/${id}?tab=${tab.name}`, late: [SESSION, trip, ...tab.late] })
    })
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
  return { name, late: [{ request: `*/${name}-tab-*.js`, loading }], shown, isOneOfMany: true }
}

interface Held {
  release: (pattern: string) => Promise<void>
  releaseAll: () => Promise<void>
}

/** Holds requests by their address. Playwright's routes would pass every request of the page through this process. */
async function holdRequests(browser: CDPSession, patterns: string[]): Promise<Held> {
  const isHeld = patterns.map((pattern) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/\*+/g, '.*')}$`))
  const released = new Set<string>()
  const paused = new Map<string, string>()
  const proceed = async (requestId: string) => {
    paused.delete(requestId)
    // The page may have given it up meanwhile.
    await browser.send('Fetch.continueRequest', { requestId }).catch(() => {})
  }
  const note = ({ requestId, request }: { requestId: string; request: { url: string } }) => {
    const pattern = patterns[isHeld.findIndex((one) => one.test(request.url))] ?? ''
    paused.set(requestId, pattern)
    if (released.has(pattern)) void proceed(requestId)
  }
  browser.on('Fetch.requestPaused', note)
  await browser.send('Network.setCacheDisabled', { cacheDisabled: patterns.length > 0 })
  if (patterns.length > 0)
    await browser.send('Fetch.enable', { patterns: patterns.map((urlPattern) => ({ urlPattern })) })
  const release = async (pattern: string) => {
    released.add(pattern)
    for (const [requestId, its] of [...paused]) if (its === pattern) await proceed(requestId)
  }
  return {
    release,
    async releaseAll() {
      for (const pattern of patterns) await release(pattern)
      if (patterns.length > 0) await browser.send('Fetch.disable')
      browser.off('Fetch.requestPaused', note)
    },
  }
}

const FONTS = '*.woff2'

/** Opens a page, scrolls through it, and returns the layout shifts meanwhile. */
async function visitPage(page: Page, browser: CDPSession, visited: Visited, visit: Visit): Promise<Shift[]> {
  const { path, late, shown, shownLast } = visited
  const isFirst = visit !== 'slow repeat'
  if (isFirst) {
    await forgetApp(page)
    await browser.send('Network.clearBrowserCache')
  }
  const content = page.getByText(shown, { exact: true }).first()
  const waited = visit === 'fast first' ? [] : late
  const held = await holdRequests(
    browser,
    visit === 'fast first' ? [] : [FONTS, ...waited.map(({ request }) => request)],
  )
  await page.goto(path, { waitUntil: 'commit' })
  for (const [index, { request }] of waited.entries()) {
    const [message = content, ...laterMessages] = waited
      .slice(index)
      .map(({ loading }) => page.getByText(loading, { exact: true }).first())
    // On a repeat visit, persisted content may be shown at once.
    const anyMessage = [...laterMessages, content].reduce((one, other) => one.or(other), message)
    await (isFirst ? message : anyMessage.first()).waitFor()
    await footer(page)
    await drawn(page)
    await held.release(request)
  }
  await content.waitFor()
  await footer(page)
  await drawn(page)
  await held.release(FONTS)
  await page.evaluate(() => document.fonts.load('700 1rem "National Park"'))
  await drawn(page)
  await scrollThrough(page)
  if (shownLast) await page.getByText(shownLast, { exact: true }).waitFor()
  await drawn(page)
  const shifts = await page.evaluate(() => window.takeShifts())
  await held.releaseAll()
  return shifts
}

const footer = (page: Page): Promise<void> => page.getByRole('contentinfo').waitFor({ state: 'attached' })

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
