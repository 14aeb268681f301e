import type { Page } from '@playwright/test'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, expectNoAxeFindings, type Person, type TestServer, test } from './fixtures.ts'
import { holdResponses } from './held-requests.ts'
import { button, fillField, openHistory, openNote, saveState, tripMenu } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { addMember } from './stored-plan.ts'

/* The header of an open trip and of its group, with everything that it can show at once. */

const NAME = 'Paddling and hiking with all of our neighbours in Algonquin'
const presence = (page: Page) => page.getByRole('banner').getByRole('img', { name: /are here too$/ })
const notice = (page: Page) => page.getByRole('banner').getByRole('button', { name: '1 change to check' })

/** Opens the trip's event stream as somebody else, who is then present without a page of their own. */
async function arrive({ address }: TestServer, tripId: string, { email, password }: Person): Promise<() => void> {
  const signedIn = await fetch(`${address}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ email, password }),
  })
  const cookie = signedIn.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ')
  const stream = new AbortController()
  const opened = await fetch(`${address}/api/trips/${tripId}/events`, { headers: { cookie }, signal: stream.signal })
  expect(opened.ok).toBe(true)
  return () => stream.abort()
}

/** Everything in the header is in sight, and no two controls overlap. */
async function expectHeaderFits(page: Page): Promise<void> {
  const header = page.getByRole('banner')
  const { boxes, width } = await header.evaluate((shown) => ({
    boxes: [...shown.querySelectorAll('button, [role=img], [role=status]')]
      .map((part) => part.getBoundingClientRect())
      .filter((box) => box.width > 0)
      .map(({ left, right, top, bottom }) => ({ left, right, top, bottom })),
    width: document.documentElement.clientWidth,
  }))
  for (const [at, one] of boxes.entries()) {
    expect(one.left).toBeGreaterThanOrEqual(0)
    expect(one.right).toBeLessThanOrEqual(width)
    // The second is the name, which the line below it may touch.
    for (const other of boxes.slice(at + 1).filter(() => at !== 1))
      expect(
        one.right <= other.left + 1 || other.right <= one.left + 1 || one.bottom <= other.top + 1,
        JSON.stringify([one, other]),
      ).toBe(true)
  }
}

test('the header fits with people here, a change to check and changes that wait offline, at any width', async ({
  openSignedIn,
  register,
  server,
  createTrip,
  allowConsole,
}) => {
  test.slow()
  allowConsole(/did not reach the server|ERR_INTERNET_DISCONNECTED|could not be/)
  // Not as a mobile device, which would zoom the page when its width changes.
  const page = await openSignedIn({ viewport: touchPhone.viewport, hasTouch: true })
  const plan = { people: [buildParty(...Array.from({ length: 27 }, () => buildComing('Guest')))] }
  const tripId = await createTrip(page, { name: NAME, type: 'car_trip', plan })
  const names = ['Alex Friend', 'Ana Banana', 'Ben Okafor', 'Cleo Lake', 'Dan Moss']
  const [alex, ...others] = await Promise.all(names.map((full_name) => register({ full_name })))
  for (const each of [alex, ...others]) if (each) addMember(server, tripId, each)
  const friend = await openSignedIn({}, alex)
  for (const each of [page, friend]) await each.goto(`/trip/${tripId}`)
  const leave = await Promise.all(others.map((each) => arrive(server, tripId, each)))
  await expect(presence(page)).toHaveAccessibleName(/^Alex Friend, Ana Banana, Ben Okafor, Cleo Lake,? and Dan Moss/)
  await expect(presence(page).getByText('+3', { exact: true })).toBeVisible()
  await expect(button(page, 'People')).toHaveAccessibleDescription('27 people are coming')
  await expect(button(page, 'People')).toHaveText('27')

  const look = async () => {
    for (const [width, fontSize] of [
      [320, ''],
      [390, '200%'],
      [640, ''],
      [1280, '200%'],
      [390, ''],
    ] as const) {
      await page.setViewportSize({ width, height: 844 })
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), fontSize)
      await expectHeaderFits(page)
    }
  }
  await look()
  await expectNoAxeFindings(page)

  // The friend's newer text wins, so there is a change to check.
  await page.context().setOffline(true)
  await expect(saveState(page)).toHaveText('Offline')
  await fillField(page, 'Destination', 'Killarney')
  await fillField(friend, 'Destination', 'Achray')
  await expect(friend.getByRole('banner').getByText('Saved', { exact: true })).toBeAttached()
  await page.context().setOffline(false)
  await expect(notice(page)).toBeVisible()
  await look()

  await page.context().setOffline(true)
  await fillField(page, 'Destination', 'Mew Lake')
  await (await openNote(page, 1)).fill('Bring the tarp')
  await expect(saveState(page)).toHaveText('Offline · 2 changes waiting', { timeout: 30_000 })
  await expect(saveState(page).getByText('2 changes waiting')).toBeVisible()
  await expect(presence(page), 'unknown while offline').toHaveCount(0)
  await look()
  await expectNoAxeFindings(page)
  await page.context().setOffline(false)
  await expect(saveState(page)).not.toHaveText(/waiting|Offline/, { timeout: 60_000 })
  for (const abort of leave) abort()
})

test('the group has the same header: the name opens the menu with the history, and shows who is here', async ({
  openSignedIn,
  register,
  server,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  const tripId = await createTrip(page, { name: 'Whitefish Lake', type: 'car_trip' })
  const alex = await register({ full_name: 'Alex Friend' })
  addMember(server, tripId, alex)
  const leave = await arrive(server, tripId, alex)
  await page.goto(`/trip/${tripId}/group`)
  await expect(page.getByRole('banner').getByRole('img', { name: 'Alex Friend is here too' })).toBeVisible()
  const history = await openHistory(page)
  await history.getByRole('button', { name: 'Close' }).tap()
  await expect(history).toHaveCount(0)
  await expect(tripMenu(page)).toBeFocused()
  await tripMenu(page).press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Day by day',
    'Calendar',
    'Print',
    'Before the trip',
    'News for you',
    'History',
    'Rename',
    'Change picture',
    'Files',
    'Duplicate',
    'Archive',
    'Transfer ownership',
    'Delete',
  ])
  leave()
})

test('the bar with the way back is there before the scripts, and stays where it was', async ({
  openSignedIn,
  createTrip,
}) => {
  const page = await openSignedIn(touchPhone)
  const tripId = await createTrip(page, { name: 'Whitefish Lake', type: 'car_trip' })
  const bar = page.locator('header').first()
  for (const [path, way, target] of [
    [`/trip/${tripId}`, 'Back to Trips', '/'],
    [`/trip/${tripId}/group?tab=gear`, 'Back to the trip', `/trip/${tripId}/`],
  ] as const)
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      const release = await holdResponses(page, '**/assets/*.js')
      await page.goto(path, { waitUntil: 'commit' })
      const back = bar.getByRole('link', { name: way })
      await expect(back).toHaveJSProperty('pathname', target)
      const loading = page.locator('.before-app')
      await expect(loading).toHaveCSS('opacity', '1')
      await expect(loading).toHaveCSS('position', 'absolute')
      await expect(back.locator('svg')).toBeVisible()
      const [early, earlyWay] = [await bar.boundingBox(), await back.locator('svg').boundingBox()]
      release()
      const shown = bar.getByRole('button', { name: way })
      await expect(shown).toBeVisible()
      await expect(loading).toHaveCount(0)
      expect(await bar.boundingBox()).toEqual(early)
      expect(await shown.locator('svg').boundingBox()).toEqual(earlyWay)
      await page.unroute('**/assets/*.js')
    }
})
