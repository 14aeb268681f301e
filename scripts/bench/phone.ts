import type { Browser, BrowserContext, Page } from '@playwright/test'
import { launchBrowser, openPhone, openSlowPage } from './browser.ts'
import type { BenchServer } from './server.ts'
import { median, type Row } from './table.ts'
import { DESTINATION, Visitor } from './visitor.ts'

const VISITS = 5
const AT_REST_MS = 3500
/** The total of a first visit must not grow with new features: load those on demand. */
const ALL_REQUESTS = 12
const ALL_KILOBYTES = 225

interface Visit {
  /** From the navigation until the trip's data is on the screen. */
  shownMs: number
  /** Requests to the server that had started by then. */
  requests: number
  /** When the trip was requested, and when the main script had loaded. */
  tripAskedMs: number
  scriptLoadedMs: number
  /** All requests to the server until the page was idle, including the document, and their compressed size. */
  allRequests: number
  allBytes: number
}

type Shown = Omit<Visit, 'allRequests' | 'allBytes'>

/** Measures opening a trip on a phone: with an empty cache, again, and offline. */
export async function measurePhone(server: BenchServer): Promise<Row[]> {
  const visitor = await Visitor.arrive(server.address)
  const browser = await launchBrowser()
  try {
    const first: Visit[] = []
    const repeated: Visit[] = []
    const offline: Visit[] = []
    for (let i = 0; i < VISITS; i++) {
      const context = await openSignedIn(browser, visitor)
      first.push(await visit(context, server, visitor))
      // Chromium caches compiled code from a script's second use, so the third visit represents all later ones.
      await visit(context, server, visitor)
      repeated.push(await visit(context, server, visitor))
      await context.setOffline(true)
      offline.push(await visit(context, server, visitor))
      await context.close()
    }
    return [
      rowOf('First visit on a phone', first, 2),
      ...rowsOfAll(first),
      rowOf('Repeat visit on a phone', repeated, 0.7),
      rowOf('Visit on a phone without a network', offline, 0.7),
    ]
  } finally {
    await browser.close()
    visitor.leave()
  }
}

async function openSignedIn(browser: Browser, visitor: Visitor): Promise<BrowserContext> {
  const context = await openPhone(browser)
  await context.addCookies(visitor.cookies)
  return context
}

async function visit(context: BrowserContext, server: BenchServer, { tripId }: Visitor): Promise<Visit> {
  const page = await openSlowPage(context)
  await page.addInitScript(noteWhenShown, DESTINATION)
  await page.goto(`${server.address}/trip/${tripId}`, { waitUntil: 'commit' })
  const seen = await page.waitForFunction(readVisit, { tripId })
  const shown = (await seen.jsonValue()) as Shown
  // The service worker is installed a moment after the first visit.
  await page.waitForFunction(() => navigator.serviceWorker.controller)
  const all = await readRequestsAtRest(page)
  await page.close()
  return { ...shown, ...all }
}

/** Some parts of the app load seconds after the page is shown. Waits until nothing loads for longer than that. */
async function readRequestsAtRest(page: Page): Promise<Pick<Visit, 'allRequests' | 'allBytes'>> {
  for (let before = await page.evaluate(readRequests); ; ) {
    await page.waitForTimeout(AT_REST_MS)
    const now = await page.evaluate(readRequests)
    if (now.allRequests === before.allRequests) return now
    before = now
  }
}

/** Runs in the page: marks the frame in which a detail shows the text. No named functions: tsx would wrap them. */
function noteWhenShown(text: string): void {
  new MutationObserver((_changes, observer) => {
    if (![...document.querySelectorAll('[data-opens]')].some((row) => row.textContent?.includes(text))) return
    observer.disconnect()
    requestAnimationFrame(() => performance.mark('shown'))
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: returns the browser's timings of its requests once the mark exists. */
function readVisit({ tripId }: { tripId: string }): Shown | undefined {
  const [mark] = performance.getEntriesByName('shown')
  if (!mark) return undefined
  const requests = performance.getEntriesByType('resource').filter(({ name }) => name.startsWith(location.origin))
  const trip = requests.find(({ name }) => name.endsWith(`/api/trips/${tripId}`))
  const main = document.querySelector<HTMLScriptElement>('script[type=module]')?.src
  const script = requests.find(({ name }) => name === main) as PerformanceResourceTiming | undefined
  return {
    shownMs: mark.startTime,
    requests: 1 + requests.filter(({ startTime }) => startTime < mark.startTime).length,
    tripAskedMs: trip?.startTime ?? Number.NaN,
    scriptLoadedMs: script?.responseEnd ?? Number.NaN,
  }
}

/** Runs in the page: its requests to the server so far. */
function readRequests(): Pick<Visit, 'allRequests' | 'allBytes'> {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
  const requests = entries.filter(({ name }) => name.startsWith(location.origin)) as PerformanceResourceTiming[]
  return {
    allRequests: requests.length,
    allBytes: requests.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
  }
}

/** The totals of a first visit, including what loads after the trip is shown: the maximum of all visits. */
function rowsOfAll(visits: Visit[]): Row[] {
  const requests = visits.map(({ allRequests }) => allRequests)
  const kilobytes = visits.map(({ allBytes }) => allBytes / 1000)
  return [
    {
      what: 'Requests of a first visit until everything is loaded',
      measured: Math.max(...requests),
      unit: '',
      budget: ALL_REQUESTS,
      details: [requests.join(', ')],
    },
    {
      what: 'Downloaded by a first visit by then',
      measured: Math.max(...kilobytes),
      unit: 'kB',
      budget: ALL_KILOBYTES,
    },
  ]
}

function rowOf(what: string, visits: Visit[], budget: number): Row {
  const times = visits.map(({ shownMs }) => shownMs)
  const [middle] = visits.toSorted((a, b) => a.shownMs - b.shownMs).slice(Math.floor(visits.length / 2))
  const isRequested = visits.every(({ tripAskedMs }) => tripAskedMs > 0)
  const preloaded = visits.every(({ tripAskedMs, scriptLoadedMs }) => tripAskedMs < scriptLoadedMs)
  const details = [
    times.map((ms) => `${ms.toFixed(0)} ms`).join(', '),
    `${middle?.requests} requests until then, including the document`,
    !isRequested
      ? 'the trip was shown before it was requested'
      : `the trip was requested ${preloaded ? 'before' : 'only after'} the main script had loaded ` +
        `(${middle?.tripAskedMs.toFixed(0)} ms, ${middle?.scriptLoadedMs.toFixed(0)} ms)`,
  ]
  return { what: `${what}, median of ${visits.length}`, measured: median(times) / 1000, unit: 's', budget, details }
}
