import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type APIRequestContext,
  type APIResponse,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as playwright,
} from '@playwright/test'
import type * as Axe from 'axe-core'
import type { SectionName } from '#domain/plan/index.ts'
import { countAnimations } from '#web/ui/testing/count-animations.ts'
import { tapInsteadOfClick } from './phone.ts'
import { storeSection } from './stored-plan.ts'
import { type Person, TestServer } from './test-server.ts'
import { interceptOtherHosts, Watch, watchContext } from './watched-context.ts'

export { expect, type Person, TestServer }

/**
 * The console messages when the server is down: the browser's errors for failed or aborted requests and streams, and
 * the app's for a session that it could not refresh.
 */
export const SERVER_GONE = /^console error: (Failed to load resource: net::ERR_|The session could not be refreshed)/

/**
 * The console messages while a device is offline: the browser's, and the app's for what it cannot send or refresh.
 * Overview asks for its picture of the map, which the service worker only has once it was shown.
 */
export const OFFLINE =
  /ERR_INTERNET_DISCONNECTED|did not reach the server|could not be refreshed|ERR_FAILED \(\S+\/assets\/base-map-/

export interface AxeRules {
  only?: string[]
  without?: string[]
}

interface NewTrip {
  name: string
  type: 'car_trip' | 'air_travel'
  /** Sections to store, in this order. Fields that a value lacks get their defaults. */
  plan?: { [Name in SectionName]?: object }
}

interface TestFixtures {
  /** An option: whether `page` is signed in as `person` from the start. */
  isSignedIn: boolean
  watch: Watch
  /** Allows matching console messages and requests to other hosts. All others fail the test. */
  allowConsole: (pattern: RegExp) => void
  /** Opens a separate browser context, with its own cookies and storage: another person or device. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  register: (overrides?: Partial<Omit<Person, 'id'>> & { is_beta_user?: boolean }) => Promise<Person>
  person: Person
  /** A page of another signed-in person, in their own browser context. */
  friend: Page
  /** Signs in the browser context of a page, by default as `person`, without navigating. */
  signIn: (page: Page, someone?: Person) => Promise<void>
  /** Opens a page in its own browser context, signed in by default as `person`. */
  openSignedIn: (options: BrowserContextOptions, someone?: Person) => Promise<Page>
  /** Creates a trip of the person signed in on the page. Returns its id. */
  createTrip: (page: Page, trip: NewTrip) => Promise<string>
}

export const test = playwright.extend<TestFixtures, { server: TestServer; browser: Browser }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await TestServer.open()
      await use(server)
      await server.remove()
    },
    { scope: 'worker' },
  ],

  browser: [
    async ({ browser }, use) => {
      await interceptOtherHosts(browser)
      await use(browser)
    },
    { scope: 'worker' },
  ],

  baseURL: ({ server }, use) => use(server.address),

  watch: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const watch = new Watch()
      await use(watch)
      expect(watch.unexpected(), 'unexpected console messages, errors and requests').toEqual([])
    },
    { auto: true },
  ],

  allowConsole: ({ watch }, use) => use(watch.allowConsole),

  isSignedIn: [false, { option: true }],

  context: async ({ context, server, watch }, use) => {
    watchContext(context, server.address, watch)
    await use(context)
    await resetContext(context, server.address)
  },

  page: async ({ page, isSignedIn, signIn }, use) => {
    if (isSignedIn) await signIn(page)
    await use(page)
  },

  openContext: async ({ browser, server, watch, contextOptions }, use) => {
    const opened: BrowserContext[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...contextOptions, baseURL: server.address, ...options })
      opened.push(context)
      if (options?.hasTouch) tapInsteadOfClick(context)
      watchContext(context, options?.baseURL ?? server.address, watch)
      return context
    })
    for (const context of opened) await context.close()
  },

  register: async ({ server }, use) => {
    await use(async ({ is_beta_user = true, ...overrides } = {}) => {
      const id = randomUUID()
      const username = `robin-${id.slice(0, 8)}`
      const account = {
        id,
        email: `${username}@example.org`,
        password: 'pine-needles',
        full_name: 'Robin Tester',
        username,
        ...overrides,
      }
      await server.writeAccount(account, is_beta_user)
      return account
    })
  },

  person: async ({ register }, use) => use(await register()),

  friend: async ({ openSignedIn, register }, use) =>
    use(await openSignedIn({}, await register({ full_name: 'Alex Friend' }))),

  signIn: async ({ server, person }, use) => {
    await use(async (page, someone = person) => {
      const { email, password } = someone
      await post(page.context().request, server, '/auth/v1/token?grant_type=password', { email, password })
    })
  },

  openSignedIn: async ({ openContext, signIn }, use) => {
    await use(async (options, someone) => {
      const page = await (await openContext(options)).newPage()
      await signIn(page, someone)
      return page
    })
  },

  createTrip: async ({ server }, use) => {
    await use(async (page, { name, type, plan = {} }) => {
      const id = randomUUID()
      await post(page.context().request, server, '/api/trips', { id, name, type })
      for (const [section, value] of Object.entries(plan))
        await storeSection(page, server, id, section as SectionName, value)
      return id
    })
  },
})

/** Clearing takes milliseconds, unless Chromium never answers. */
const MAX_CLEARING_MS = 10_000

/** Leaves the app and clears what Playwright does not reset when the next test reuses the context. */
async function resetContext(context: BrowserContext, origin: string): Promise<void> {
  const [page, ...others] = context.pages()
  for (const other of others) await other.close()
  if (page) {
    page.removeAllListeners('dialog')
    await page.goto('about:blank')
    const browser = await context.newCDPSession(page)
    const clearing = browser
      .send('Storage.clearDataForOrigin', { origin, storageTypes: 'cache_storage' })
      .then(() => true)
    // After one test in thousands, Chromium never answers, which would fail a test whose steps have passed. Playwright
    // replaces a closed context by a fresh one for the next test.
    if (!(await Promise.race([clearing, wait(MAX_CLEARING_MS, false, { ref: false })]))) {
      clearing.catch(() => {}) // It rejects when the context closes.
      await context.close()
      return
    }
    await browser.detach()
  }
  await context.setOffline(false)
  await context.clearPermissions()
}

/** Posts with the server's origin, as a page of the app does. */
async function post<Answer>(
  request: APIRequestContext,
  server: TestServer,
  path: string,
  data: object,
): Promise<Answer> {
  const response: APIResponse = await request.post(server.address + path, { data, headers: { origin: server.address } })
  expect(response.ok(), `POST ${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return response.json()
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The slowest of axe's rules. It depends only on colours. */
export const CONTRAST = 'color-contrast'

/** Expects no violations of axe's rules: all of them, `only` some, or all `without` some. */
export async function expectNoAxeFindings(page: Page, { only, without = [] }: AxeRules = {}): Promise<void> {
  // The URL changes, and a dialog hides the rest of the page, a moment before the new content is there.
  await expect(
    page.locator(':is(main, [role=dialog], [role=alertdialog]):not([aria-hidden=true] *)').first(),
  ).toBeVisible()
  // Content that has just opened counts as hidden until its first frame.
  await expect.poll(() => page.evaluate(countAnimations)).toBe(0)
  // Half a megabyte, so inject it once per document.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Frames show other hosts' pages.
  const options: Axe.RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only ? { runOnly: only } : {}),
  }
  const findings = await page.evaluate(async (runOptions) => {
    const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(document, runOptions)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.html}`),
    )
  }, options)
  expect(findings, 'axe violations').toEqual([])
}
