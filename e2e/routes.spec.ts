import type { Locator, Page, Request } from '@playwright/test'
import { expect, expectNoAxeFindings, test } from './fixtures.ts'
import { holdResponses, listRequests, pathOf } from './held-requests.ts'

const DEMO = 'Demo Algonquin Adventure'
/** Requests that a page makes by itself some time after it is shown. */
const isFetchedLater = (request: Request) => request.url().includes('/update-notice-')
const footerTexts = [
  "We're currently in beta — and we'd love your feedback.",
  'Made with love in Canada',
  'Beta v0.9',
  'Updates incoming!',
]

test('ROUTE-1, ROUTE-2, ROUTE-3, ROUTE-5, ROUTE-6 the trip list is at /, and a card leads to its workspace', async ({
  page,
  signIn,
  createTrip,
}) => {
  await signIn(page)
  const trip = await createTrip(page, { name: 'Lisbon in May', type: 'air_travel' })
  const release = await holdResponses(page, '**/api/trips')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(page).toHaveTitle('Your trips · Wayfare')
  const loading = page.getByText('Loading trips...')
  await expect(loading).toBeVisible()
  release()
  await expect(page.getByRole('link', { name: DEMO })).toBeVisible()
  await expect(loading).toBeHidden()

  await page.getByRole('link', { name: 'Lisbon in May' }).click()
  await expect(page).toHaveURL(`/trip/${trip}`)
  await expect(page.getByRole('tab')).toHaveCount(5)
  await expect(page).toHaveTitle('Lisbon in May · Overview · Wayfare')
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(page).toHaveURL(`/trip/${trip}?tab=checklist`)
  await expect(page).toHaveTitle('Lisbon in May · Checklist · Wayfare')
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Checklist' })).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveAttribute('aria-selected', 'true')
})

test('ROUTE-4 creating a trip leads to its workspace', async ({ page, signIn }) => {
  await signIn(page)
  await page.goto('/')
  await page.getByRole('button', { name: 'Create New Trip' }).click()
  await page.getByLabel('Trip Name').fill('Killarney in the fall')
  await page.getByRole('button', { name: 'Create Trip', exact: true }).click()
  await expect(page).toHaveURL(/\/trip\/[0-9a-f-]{36}$/)
  await expect(page.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()
})

test('ROUTE-10..12, ERR-57 any other URL shows a not-found page that leads back to the trips', async ({
  page,
  person,
  signIn,
}) => {
  await signIn(page)
  for (const address of ['/nope', '/trip', '/trip/a/b']) {
    await page.goto(address)
    await expect(page.getByText('Page not found')).toBeVisible()
    await expect(page).toHaveTitle('Page not found · Wayfare')
    await expect(page.getByRole('banner').getByRole('button', { name: person.username })).toBeVisible()
    await expect(page.locator('.fading-out svg')).toBeVisible()
  }
  await expectNoAxeFindings(page)
  await page.getByRole('button', { name: 'Back to Trips' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
})

test('ROUTE-13, ROUTE-14, ROUTE-16, PERM-1, PERM-2 signed out, every URL shows only the sign-in page', async ({
  page,
  context,
  server,
  signIn,
  person,
  createTrip,
  allowConsole,
}) => {
  await signIn(page)
  const trip = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  const token = 'a-token-that-is-right'
  server.database.prepare('UPDATE trips SET is_public = 1, share_token = ? WHERE id = ?').run(token, trip)
  const addresses = ['/', `/trip/${trip}`, '/nope', `/shared/${trip}?token=${token}&mode=view`]
  for (const address of ['/', `/trip/${trip}`, '/nope']) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: person.username })).toBeVisible()
    await expect(page.getByRole('form', { name: 'Sign In' })).toHaveCount(0)
  }

  // The browser remembers who was signed in, and checks the session once.
  allowConsole(/status of 401 .*\/auth\/v1\/user/)
  await context.clearCookies()
  const requestedPaths = listRequests(page, pathOf)
  for (const address of addresses) {
    await page.goto(address)
    await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
    await expect(page).toHaveTitle('Sign In · Wayfare')
    await expect(page.getByText(/Killarney|Page not found|Trip Not Found/)).toHaveCount(0)
  }
  expect((await requestedPaths()).filter((path) => path.startsWith('/api/') && path !== '/api/beta')).toEqual([])
})

test('ROUTE-17, ROUTE-18 shows a loading screen with the footer while the session is checked', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const release = await holdResponses(page, '**/auth/v1/user')
  await page.goto('/')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  for (const text of footerTexts) await expect(page.getByRole('contentinfo')).toContainText(text)
  release()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
})

test("shows a centred loading message until the page's code has loaded", async ({ page, signIn }) => {
  await signIn(page)
  const release = await holdResponses(page, '**/assets/base-*.js')
  await page.goto('/', { waitUntil: 'commit' })
  const readLoadingScreen = () =>
    page.evaluate(() => {
      const root = document.getElementById('root')
      if (!root) return undefined
      const { opacity, placeItems, minHeight } = getComputedStyle(root)
      const { content } = getComputedStyle(root, '::before')
      return { content, opacity, placeItems, isScreenful: Number.parseFloat(minHeight) === innerHeight }
    })
  await expect
    .poll(readLoadingScreen)
    .toEqual({ content: '"Loading..."', opacity: '1', placeItems: 'center', isScreenful: true })
  release()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  expect(await readLoadingScreen()).toMatchObject({ content: 'none', placeItems: 'normal' })
})

test('FOOT-1..7, PROD-10, CONST-27 every page ends with the footer, whose links do nothing', async ({
  page,
  signIn,
  createTrip,
}) => {
  await page.goto('/')
  await expectFooter(page)
  await signIn(page)
  const trip = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  for (const address of ['/', `/trip/${trip}`, '/nope']) {
    await page.goto(address)
    await expectFooter(page)
  }
  // The heading font loads once there is a heading, a moment after the footer.
  await expect(page.getByText('Page not found')).toBeVisible()
  await page.evaluate(() => document.fonts.ready)

  const before = page.url()
  const requests = listRequests(page, (request) => (isFetchedLater(request) ? undefined : request.url()))
  const opened: Page[] = []
  page.context().on('page', (tab) => opened.push(tab))
  for (const link of await page.getByRole('contentinfo').getByRole('link').all()) await link.click()
  await expect(page.getByText('Page not found')).toBeVisible()
  expect(page.url()).toBe(before)
  expect(await requests()).toEqual([])
  expect(opened).toEqual([])
})

test('MENU-1..8, MENU-10, DATA-3, DATA-4 the user menu shows who is signed in, and closes', async ({
  page,
  signIn,
  register,
  createTrip,
  server,
}) => {
  const maria = await register({ full_name: 'María José Östlund', username: 'mjo' })
  await signIn(page, maria)
  const trip = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  expect(server.database.prepare('SELECT owner_id FROM trips WHERE id = ?').pluck().get(trip)).toBe(maria.id)
  expect(server.database.prepare('SELECT email FROM users WHERE id = ?').pluck().get(maria.id)).toBe(maria.email)
  expect(server.database.prepare("SELECT name FROM pragma_table_info('profiles')").pluck().all()).not.toContain('email')

  for (const address of ['/', `/trip/${trip}`, '/nope']) {
    await page.goto(address)
    const button = page.getByRole('button', { name: 'mjo' })
    await expect(button).toContainText('mjo')
    await expectAtTopRight(page, button)
  }

  const { button, menu } = userMenu(page, 'mjo')
  await button.click()
  await expect(menu.getByText('María José Östlund', { exact: true })).toBeVisible()
  await expect(menu.getByText('@mjo', { exact: true })).toBeVisible()
  await expect(menu.getByText(maria.email, { exact: true })).toBeVisible()
  await expect(menu.getByText('Beta User', { exact: true })).toBeVisible()

  const calls = listRequests(page, (request) => (isFetchedLater(request) ? undefined : request.url()))
  const address = page.url()
  await menu.getByRole('menuitem', { name: 'Settings' }).click()
  await expect(menu).toBeHidden()
  expect(page.url()).toBe(address)

  await button.click()
  await expect(menu).toBeVisible()
  // The press only closes the menu, whatever is under it.
  const beneath = await page.getByRole('button', { name: 'Back to Trips' }).boundingBox()
  await page.mouse.click((beneath?.x ?? 0) + 10, (beneath?.y ?? 0) + 10)
  await expect(menu).toBeHidden()
  expect(page.url()).toBe(address)
  expect(await calls()).toEqual([])
})

test('MENU-6 a user who is not a beta user has no badge', async ({ page, signIn, person, server }) => {
  server.database.prepare('UPDATE profiles SET is_beta_user = 0 WHERE id = ?').run(person.id)
  await signIn(page)
  await page.goto('/nope')
  const { button, menu } = userMenu(page, person.username)
  await button.click()
  await expect(menu.getByText(`@${person.username}`)).toBeVisible()
  await expect(menu.getByText('Beta User')).toBeHidden()
})

test('MENU-9 the menu signs out', async ({ page, signIn, person }) => {
  await signIn(page)
  await page.goto('/nope')
  const { button, menu } = userMenu(page, person.username)
  await button.click()
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('signing in, creating a trip and signing out work by keyboard only', async ({ page, person }) => {
  await page.goto('/')
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await tabTo(page, page.getByLabel('Email', { exact: true }))
  await page.keyboard.type(person.email)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await tabTo(page, page.getByRole('button', { name: 'Sign In', exact: true }))
  await page.keyboard.press('Enter')

  await expect(page.getByRole('link', { name: DEMO })).toBeVisible()
  await tabTo(page, page.getByRole('button', { name: 'Create New Trip' }))
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Trip Name')).toBeFocused()
  await page.keyboard.type('Killarney in the fall')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Killarney in the fall' })).toBeVisible()

  await tabTo(page, page.getByRole('tab', { name: 'Overview' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Food & Meals' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('tab', { name: 'Food & Meals' })).toHaveAttribute('aria-selected', 'true')

  const { button, menu } = userMenu(page, person.username)
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await expect(menu.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  const signOut = menu.getByRole('menuitem', { name: 'Sign Out' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('End')
  await expect(signOut).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
})

function userMenu(page: Page, username: string) {
  return { button: page.getByRole('button', { name: username }), menu: page.getByRole('menu') }
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  const arrived = () => target.evaluate((element) => element === document.activeElement)
  for (let presses = 0; presses < 40 && !(await arrived()); presses++) await page.keyboard.press('Tab')
  await expect(target, 'reached with the Tab key').toBeFocused()
}

async function expectFooter(page: Page): Promise<void> {
  const footer = page.getByRole('contentinfo')
  for (const text of footerTexts) await expect(footer.getByText(text, { exact: true })).toBeVisible()
  await expect(footer.getByText(/^©.*Wayfare/)).toBeVisible()
  await expect(footer.getByRole('link')).toHaveText(['About', 'Features', 'Contact', 'Privacy', 'Terms'])
}

async function expectAtTopRight(page: Page, element: Locator): Promise<void> {
  const box = await element.boundingBox()
  const width = page.viewportSize()?.width ?? 0
  expect(box?.y).toBeLessThan(40)
  // The content is centred and at most 72 rem wide.
  const rightEdge = (width + Math.min(width, 1152)) / 2
  expect(rightEdge - ((box?.x ?? 0) + (box?.width ?? 0))).toBeLessThan(40)
}
