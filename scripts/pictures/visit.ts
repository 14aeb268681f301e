import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { BenchServer } from '../bench/server.ts'
import type { Scheme, Width } from './options.ts'
import type { Shot, Viewer } from './screens.ts'
import type { Examples } from './trips.ts'

const SETTLES_WITHIN_MS = 60_000
/** The time of day at which a trip that is going on is shown. */
const DAYTIME = '10:40'
const heights: Record<Width, number> = { 390: 844, 768: 1024, 1280: 800, 1600: 900 }

/** Shown instead of maps and other pages from the internet, on which no picture should depend. */
const MAP = `<!doctype html><body style="margin:0;background:#d9e4cf"><svg width="800" height="600"><path d="M0 90q120-70 260 0t540-30v160q-200 70-340 0T0 240z" fill="#a8c8dc"/></svg>`

interface VisitOptions {
  width: Width
  scheme: Scheme
  /** A script that runs in the page before everything else. */
  watch?: string
}

interface Servers {
  /** Has no demo trip, which would be in everybody's list. */
  main: BenchServer
  demo: BenchServer
}

/** Opens screens, each in the context of its viewer and width. */
export class Visits {
  readonly #contexts = new Map<string, Promise<BrowserContext>>()

  constructor(
    readonly browser: Browser,
    readonly servers: Servers,
    readonly examples: Examples,
  ) {}

  /** Opens a screen, waits until it is complete, and runs `use` with it. */
  async visit<Result>(shot: Shot, options: VisitOptions, use: (page: Page) => Promise<Result>): Promise<Result> {
    // A set clock is the clock of all pages of a context.
    const key = `${shot.viewer} ${options.width} ${shot.isDaytime ? 'day' : ''}`
    const context = this.#contexts.get(key) ?? this.#newContext(shot.viewer, options.width)
    this.#contexts.set(key, context)
    const page = await (await context).newPage()
    try {
      await this.#open(page, shot, options)
      return await use(page)
    } finally {
      // An open page has an event stream, and the browser opens few connections to one server.
      await page.close()
    }
  }

  async #open(page: Page, { viewer, path, isDaytime }: Shot, { scheme, watch }: VisitOptions): Promise<void> {
    if (isDaytime) await page.clock.setFixedTime(new Date(`${new Date().toDateString()} ${DAYTIME}`))
    if (watch) await page.addInitScript({ content: watch })
    await page.emulateMedia({ colorScheme: scheme })
    const server = viewer === 'visitor' ? this.servers.demo : this.servers.main
    await page.goto(server.address + path(this.examples.trips))
    await settle(page)
  }

  async #newContext(viewer: Viewer, width: Width): Promise<BrowserContext> {
    const context = await this.browser.newContext({
      ...deviceOf(width),
      reducedMotion: 'reduce',
      serviceWorkers: 'block',
    })
    await context.route(/^https:/, (route) =>
      route.request().resourceType() === 'document'
        ? route.fulfill({ contentType: 'text/html', body: MAP })
        : route.abort(),
    )
    if (viewer !== 'nobody' && viewer !== 'visitor') await context.addCookies(this.examples[viewer].cookies)
    return context
  }
}

function deviceOf(width: Width): BrowserContextOptions {
  const viewport = { width, height: heights[width] }
  return width === 390 ? { viewport, deviceScaleFactor: 2, isMobile: true, hasTouch: true } : { viewport }
}

/** Waits until everything has loaded and nothing moves. */
export async function settle(page: Page): Promise<void> {
  // Drawings and dialogs load after the page.
  await page.waitForLoadState('networkidle', { timeout: SETTLES_WITHIN_MS })
  await page.waitForFunction(isSettled, undefined, { timeout: SETTLES_WITHIN_MS })
  await page.evaluate(nextFrames)
  await page.waitForFunction(isSettled, undefined, { timeout: SETTLES_WITHIN_MS })
}

/** Scrolls to the end and back, so that everything that renders only when near is rendered. */
export async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' })
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    }
    scrollTo({ top: 0, behavior: 'instant' })
  })
  await settle(page)
}

/** Runs in the page. It has no functions with a name: tsx would wrap them in a helper that the page lacks. */
function isSettled(): boolean {
  const texts = [...document.querySelectorAll('main *, body > div > *')].filter(
    (element) => element.childElementCount === 0 && element.getClientRects().length > 0,
  )
  return (
    document.querySelector('main') !== null &&
    !texts.some(({ textContent }) => textContent?.startsWith('Loading')) &&
    !document
      .getAnimations()
      .some(
        ({ playState, effect }) => playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
      ) &&
    [...document.images].every(({ complete, loading }) => complete || loading === 'lazy') &&
    document.fonts.status === 'loaded'
  )
}

/** Runs in the page. */
async function nextFrames(): Promise<void> {
  for (let frame = 0; frame < 4; frame++) await new Promise((done) => requestAnimationFrame(done))
}
