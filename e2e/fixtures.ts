import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
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
import { tapInPlaceOfClicks } from './phone.ts'
import { type Person, TestServer } from './test-server.ts'
import { answerForStrangers, Watch, watchContext } from './watched-context.ts'

export { expect, type Person, TestServer }

/**
 * What the log has of a server that goes away: the browser's many words for requests and streams that break off with it, or reach none,
 * and the app's for a session that it could not refresh meanwhile.
 */
export const SERVER_GONE = /^console error: (Failed to load resource: net::ERR_|The session could not be refreshed)/

export interface AxeRules {
  only?: string[]
  without?: string[]
}

export interface NewTrip {
  name: string
  type: 'car_trip' | 'air_travel'
}

interface TestFixtures {
  /** An option: whether `page` is signed in as `person` from the start. */
  isSignedIn: boolean
  watch: Watch
  /** Says that this test's pages print console messages like this, or ask another host for this; all others fail the test. */
  allowConsole: (pattern: RegExp) => void
  /** One more browser, with cookies and storage of its own: another person, or another device. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Creates an account, without signing any page in. */
  register: (overrides?: Partial<Omit<Person, 'id'>> & { is_beta_user?: boolean }) => Promise<Person>
  /** A new account. */
  person: Person
  /** A page of somebody else who is signed in, in a browser of their own. */
  friend: Page
  /** Signs a page's browser in, `person` unless somebody else is named. Opens no page. */
  signIn: (page: Page, someone?: Person) => Promise<void>
  /** Creates a trip of whoever is signed in on that page. Answers its id. */
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
      await answerForStrangers(browser)
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
      expect(watch.unexpected(), 'what the pages did that nobody expected').toEqual([])
    },
    { auto: true },
  ],

  allowConsole: ({ watch }, use) => use(watch.allowConsole),

  isSignedIn: [false, { option: true }],

  context: async ({ context, server, watch }, use) => {
    watchContext(context, server.address, watch)
    await use(context)
    await leave(context, server.address)
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
      if (options?.hasTouch) tapInPlaceOfClicks(context)
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

  friend: async ({ openContext, register, signIn }, use) => {
    const page = await (await openContext()).newPage()
    await signIn(page, await register())
    await use(page)
  },

  signIn: async ({ server, person }, use) => {
    await use(async (page, someone = person) => {
      const { email, password } = someone
      await post(page.context().request, server, '/auth/v1/token?grant_type=password', { email, password })
    })
  },

  createTrip: async ({ server }, use) => {
    await use(async (page, { name, type }) => {
      const id = randomUUID()
      await post(page.context().request, server, '/api/trips', { id, name, type })
      return id
    })
  },
})

/** Leaves the app, and removes what Playwright lets a context keep for the test that gets it next. */
async function leave(context: BrowserContext, origin: string): Promise<void> {
  const [page, ...others] = context.pages()
  for (const other of others) await other.close()
  if (page) {
    page.removeAllListeners('dialog')
    await page.goto('about:blank')
    const browser = await context.newCDPSession(page)
    await browser.send('Storage.clearDataForOrigin', { origin, storageTypes: 'cache_storage' })
    await browser.detach()
  }
  await context.setOffline(false)
  await context.clearPermissions()
}

/** Writes as a page of the server does: with its origin. */
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

/** Runs in the page: how many things are on their way in or out. What turns while one waits has no end. */
function countArrivals(): number {
  const isUnderWay = ({ playState, effect }: Animation) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY
  return document.getAnimations().filter(isUnderWay).length
}

/** The rule of axe that takes most of its time, and depends on colours alone. */
export const CONTRAST = 'color-contrast'

/** Lists what axe finds on the page, rule by rule, with the elements: by all of its rules, by some alone, or without some. */
export async function expectNoAxeFindings(page: Page, { only, without = [] }: AxeRules = {}): Promise<void> {
  // An address changes, and what lies below a dialog is hidden, a moment before what is to be looked at has come.
  await expect(
    page.locator(':is(main, [role=dialog], [role=alertdialog]):not([aria-hidden=true] *)').first(),
  ).toBeVisible()
  // What has just opened counts as hidden until its first frame.
  await expect.poll(() => page.evaluate(countArrivals)).toBe(0)
  // Half a megabyte, which a document gets once.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // Frames show other hosts, which are not ours to mend.
  const options: Axe.RunOptions = {
    iframes: false,
    resultTypes: ['violations'],
    preload: false,
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    ...(only ? { runOnly: only } : {}),
  }
  const findings = await page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof Axe }).axe.run(document, asked)
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.html}`),
    )
  }, options)
  expect(findings, 'what axe finds').toEqual([])
}
