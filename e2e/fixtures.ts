import { randomUUID } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import {
  type APIRequestContext,
  type APIResponse,
  type BrowserContext,
  type BrowserContextOptions,
  type Cookie,
  expect,
  type Page,
  test as playwright,
} from '@playwright/test'
import { TestServer } from './test-server.ts'
import { Watch, watchContext } from './watched-context.ts'

export { expect, TestServer }

/**
 * What the log has of a server that goes away: the browser's many words for requests and streams that break off with it, or reach none,
 * and the app's for a session that it could not refresh meanwhile.
 */
export const SERVER_GONE = /^console error: (Failed to load resource: net::ERR_|The session could not be refreshed)/

export interface Person {
  id: string
  email: string
  password: string
  full_name: string
  username: string
}

export interface NewTrip {
  name: string
  type: 'car_trip' | 'air_travel'
}

interface TestFixtures {
  /** An option: whether `page` is signed in as `person` from the start. */
  isSignedIn: boolean
  watch: Watch
  /** Says that this test's pages print console messages like this; all others fail the test. */
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

/** The sessions that began with registrations, for whoever signs in first: to look at a password takes a fifth of a second. */
const begun = new WeakMap<Person, Cookie[]>()

export const test = playwright.extend<TestFixtures, { server: TestServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern.
    async ({}, use) => {
      const server = await TestServer.open()
      await use(server)
      await server.remove()
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
    await watchContext(context, server.address, watch)
    await use(context)
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
      await watchContext(context, options?.baseURL ?? server.address, watch)
      return context
    })
    for (const context of opened) await context.close()
  },

  register: async ({ playwright, server }, use) => {
    await use(async ({ is_beta_user = true, ...overrides } = {}) => {
      const username = `robin-${randomUUID().slice(0, 8)}`
      const account = {
        email: `${username}@example.org`,
        password: 'pine-needles',
        full_name: 'Robin Tester',
        username,
        ...overrides,
      }
      const { email, password, full_name } = account
      const request = await playwright.request.newContext({ baseURL: server.address })
      const data = { username: account.username, full_name, is_beta_user, referred_by: null }
      const { user } = await post<{ user: { id: string } }>(request, server, '/auth/v1/signup', { email, password, data })
      const { cookies } = await request.storageState()
      await request.dispose()
      const registered = { ...account, id: user.id }
      begun.set(registered, cookies)
      return registered
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
      const cookies = begun.get(someone)
      begun.delete(someone)
      if (cookies) return page.context().addCookies(cookies)
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

/** Writes as a page of the server does: with its origin. */
async function post<Answer>(request: APIRequestContext, server: TestServer, path: string, data: object): Promise<Answer> {
  const response: APIResponse = await request.post(server.address + path, { data, headers: { origin: server.address } })
  expect(response.ok(), `POST ${path}: ${response.status()} ${await response.text()}`).toBe(true)
  return response.json()
}

/** Lists what axe finds on the page, rule by rule, with the elements. `without` names rules that do not apply. */
export async function expectNoAxeFindings(page: Page, without: string[] = []): Promise<void> {
  // An address changes, and what lies below a dialog is hidden, a moment before what is to be looked at has come.
  await expect(page.locator(':is(main, [role=dialog], [role=alertdialog]):not([aria-hidden=true] *)').first()).toBeVisible()
  // Frames show other hosts, which are not ours to mend; the legacy mode takes a third of the time.
  const { violations } = await new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ iframes: false })
    .disableRules(without)
    .analyze()
  const findings = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')} ${node.html}`),
  )
  expect(findings, 'what axe finds').toEqual([])
}
