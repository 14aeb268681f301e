import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { TripCard } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { queryCache } from '#web/data/root/query-cache.ts'
import { session } from '#web/data/root/session.ts'
import { LIST } from '#web/data/trips/trips.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { holdResponse } from '#web/testing/hold.ts'
import { openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectTexts } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { clickInPlace } from '#web/ui/testing/hand.ts'

/* What each address shows. Without a session, and while the code loads: e2e/routes.spec.ts. */

const DEMO = 'Demo Algonquin Adventure'
const heading = (name: string) => page.getByRole('heading', { name })
const tab = (name: string) => page.getByRole('tab', { name })
const menu = page.getByRole('menu')

const tripNamed = (name: string, more: Partial<TripCard> = {}): TripCard => ({
  id: newId(),
  name,
  type: 'car_trip',
  owner_id: ROBIN.id,
  is_public: false,
  role: 'owner',
  members_edit: true,
  template_revision: 2,
  taken: null,
  picture: null,
  created_at: '2026-07-01T12:00:00.000Z',
  destination_name: '',
  departure_date: '',
  return_date: '',
  is_archived: false,
  deleted_at: null,
  ...more,
})

/** Answers the trip list once the returned function is called. */
const holdTrips = (trips: TripCard[]) => holdResponse('/api/trips', async () => ({ trips })).release

test('ROUTE-1, ROUTE-2, ROUTE-3, ROUTE-5, ROUTE-6 the trip list is at /, and a card leads to its workspace', async () => {
  const { trip } = await openTrip({ type: 'air_travel', trip: { name: 'Lisbon in May' } })
  queryCache.remove(LIST)
  const release = holdTrips([tripNamed(DEMO), tripNamed('Lisbon in May', { id: trip.id, type: 'air_travel' })])
  showApp('/')
  await expect.element(heading('Your trips')).toBeVisible()
  await expect.poll(() => document.title).toBe('Your trips · Wayfare')
  const loading = page.getByText('Loading trips...')
  await expect.element(loading).toBeVisible()
  release()
  await expect.element(page.getByRole('link', { name: DEMO })).toBeVisible()
  await expectCount(loading, 0)

  await page.getByRole('link', { name: 'Lisbon in May' }).click()
  await expect.poll(() => location.pathname + location.search).toBe(`/trip/${trip.id}`)
  await expectCount(page.getByRole('tab'), 5)
  await expect.poll(() => document.title).toBe('Lisbon in May · Overview · Wayfare')
  await tab('Checklist').click()
  await expect.poll(() => location.pathname + location.search).toBe(`/trip/${trip.id}?tab=checklist`)
  await expect.poll(() => document.title).toBe('Lisbon in May · Checklist · Wayfare')
  history.back()
  await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  // As after a reload.
  showApp(`/trip/${trip.id}?tab=checklist`)
  await expect.element(tab('Checklist')).toHaveAttribute('aria-selected', 'true')
})

test('ROUTE-10..12, ERR-57 any other URL shows a not-found page that leads back to the trips', async () => {
  await openTrip()
  holdTrips([])()
  for (const address of ['/nope', '/trip', '/trip/a/b']) {
    showApp(address)
    await expect.element(page.getByText('Page not found')).toBeVisible()
    await expect.poll(() => document.title).toBe('Page not found · Wayfare')
    await expect.element(page.getByRole('banner').getByRole('button', { name: ROBIN.username })).toBeVisible()
    await expect.poll(() => document.querySelector('.fading-out svg')?.checkVisibility()).toBe(true)
  }
  await expectNoAxeFindings()
  await button('Back to Trips').click()
  await expect.poll(() => location.pathname).toBe('/')
  await expect.element(heading('Your trips')).toBeVisible()
})

test('FOOT-1..7, PROD-10, CONST-27 every page ends with the footer, whose links do nothing', async () => {
  const { trip } = await openTrip()
  holdTrips([])()
  const footer = page.getByRole('contentinfo')
  for (const address of ['/', `/trip/${trip.id}`, '/nope']) {
    showApp(address)
    for (const text of [
      "We're currently in beta — and we'd love your feedback.",
      'Made with love in Canada',
      'Beta v0.9',
      'Updates incoming!',
    ])
      await expect.element(footer.getByText(text, { exact: true })).toBeVisible()
    await expect.element(footer.getByText(/^©.*Wayfare/)).toBeVisible()
    await expectTexts(footer.getByRole('link'), ['About', 'Features', 'Contact', 'Privacy', 'Terms'])
  }
  await expect.element(page.getByText('Page not found')).toBeVisible()
  const before = location.href
  // A request would be an error.
  for (const link of footer.getByRole('link').all()) {
    await expect.element(link).not.toHaveAttribute('target')
    await link.click()
  }
  await expect.element(page.getByText('Page not found')).toBeVisible()
  expect(location.href).toBe(before)
})

test('MENU-1..8, MENU-10 the user menu shows who is signed in, and closes', async () => {
  const { trip } = await openTrip()
  holdTrips([])()
  const maria = { ...ROBIN, full_name: 'María José Östlund', username: 'mjo', email: 'maria@example.org' }
  session.enter({ user: maria })
  const name = button('mjo')
  for (const address of ['/', `/trip/${trip.id}`, '/nope']) {
    showApp(address)
    await expect.element(name).toHaveTextContent('mjo')
    const { top, right } = name.element().getBoundingClientRect()
    expect(top).toBeLessThan(40)
    // The content is centred and at most 72 rem wide.
    expect((innerWidth + Math.min(innerWidth, 1152)) / 2 - right).toBeLessThan(40)
  }

  await name.click()
  for (const text of ['María José Östlund', '@mjo', maria.email, 'Beta User'])
    await expect.element(menu.getByText(text, { exact: true })).toBeVisible()
  // From here, a request would be an error.
  const { href } = location
  await menu.getByRole('menuitem', { name: 'Settings' }).click()
  await expectCount(menu, 0)
  expect(location.href).toBe(href)

  await name.click()
  await expect.element(menu).toBeVisible()
  // The press only closes the menu, whatever is under it.
  const beneath = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Back to Trips')
  expect(beneath).toBeDefined()
  if (beneath) await clickInPlace(beneath)
  await expectCount(menu, 0)
  expect(location.href).toBe(href)
})

test('MENU-6 a user who is not a beta user has no badge', async () => {
  await openTrip()
  holdTrips([])()
  session.enter({ user: { ...ROBIN, is_beta_user: false } })
  showApp('/nope')
  await button(ROBIN.username).click()
  await expect.element(menu.getByText(`@${ROBIN.username}`)).toBeVisible()
  await expectCount(menu.getByText('Beta User'), 0)
})
