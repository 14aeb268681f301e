import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdResponses, listRequests, pathOf } from './held-requests.ts'

/* Addresses with and without a session, and by keyboard. The pages themselves: web/app/routes.test.tsx. */

const DEMO = 'Demo Algonquin Adventure'
const footerTexts = [
  "We're currently in beta — and we'd love your feedback.",
  'Made with love in Canada',
  'Beta v0.9',
  'Updates incoming!',
]

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
    const footer = page.getByRole('contentinfo')
    for (const text of footerTexts) await expect(footer.getByText(text, { exact: true })).toBeVisible()
    await expect(footer.getByText(/^©.*Wayfare/)).toBeVisible()
    await expect(footer.getByRole('link')).toHaveText(['About', 'Features', 'Contact', 'Privacy', 'Terms'])
  }
  expect((await requestedPaths()).filter((path) => path.startsWith('/api/') && path !== '/api/beta')).toEqual([])
})

test("ROUTE-17, ROUTE-18 shows a centred loading message until the page's code has loaded, and a loading screen with the footer while the session is checked", async ({
  page,
  signIn,
}) => {
  await signIn(page)
  const releaseCode = await holdResponses(page, '**/assets/base-*.js')
  const releaseSession = await holdResponses(page, '**/auth/v1/user')
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
  releaseCode()
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  for (const text of footerTexts) await expect(page.getByRole('contentinfo')).toContainText(text)
  releaseSession()
  await expect(page.getByRole('heading', { name: 'Your trips' })).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toBeHidden()
  expect(await readLoadingScreen()).toMatchObject({ content: 'none', placeItems: 'normal' })
})

test('MENU-9, DATA-3, DATA-4 the menu signs out the owner of a trip', async ({
  page,
  signIn,
  person,
  createTrip,
  server,
}) => {
  await signIn(page)
  const trip = await createTrip(page, { name: 'Killarney in the fall', type: 'car_trip' })
  expect(server.database.prepare('SELECT owner_id FROM trips WHERE id = ?').pluck().get(trip)).toBe(person.id)
  expect(server.database.prepare('SELECT email FROM users WHERE id = ?').pluck().get(person.id)).toBe(person.email)
  expect(server.database.prepare("SELECT name FROM pragma_table_info('profiles')").pluck().all()).not.toContain('email')
  await page.goto('/nope')
  const { button, menu } = userMenu(page, person.username)
  await button.click()
  await menu.getByRole('menuitem', { name: 'Sign Out' }).click()
  await expect(page.getByRole('form', { name: 'Sign In' })).toBeVisible()
  await expect(page).toHaveURL('/')
})

test('ROUTE-4 signing in, creating a trip, which leads to its workspace, and signing out work by keyboard only', async ({
  page,
  person,
}) => {
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
  await expect(page).toHaveURL(/\/trip\/[0-9a-f-]{36}$/)
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
