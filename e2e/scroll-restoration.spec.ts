import type { Page } from '@playwright/test'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import { expect, test } from './fixtures.ts'
import { button, tab } from './page-parts.ts'

/* Going back from a subpage of a trip returns to the same tab and scroll position. */

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('WORK-12 going back from the people page restores the tab and the scroll position', async ({
  page,
  createTrip,
}) => {
  const people = [buildParty(...['Ana', 'Ben', 'Cleo'].map((name) => buildComing(name)))]
  const id = await createTrip(page, { name: 'By the lake', type: 'car_trip', plan: { people } })
  const openPeople = async () => {
    // By position: `tap()` would scroll the page first.
    const { x, y } = (await page.getByRole('banner').getByRole('button', { name: 'People' }).boundingBox()) ?? {
      x: 0,
      y: 0,
    }
    await page.touchscreen.tap(x + 20, y + 20)
    await expect(button(page, 'Back to the trip')).toBeVisible()
    await expect(page).toHaveTitle(/ · People · /)
    await expect.poll(() => scrolled(page)).toBe(0)
  }
  /** Scrolls, then opens the people page. The cards of this tab have their exact height from the start. */
  const leaveAt = async (top: number) => {
    // A touch stops the script that holds the restored scroll position.
    await page.evaluate((to) => {
      dispatchEvent(new Event('touchstart'))
      window.scrollTo({ top: to, behavior: 'instant' })
    }, top)
    await expect.poll(() => scrolled(page)).toBe(top)
    await openPeople()
  }
  const expectBackAt = async (top: number) => {
    await expect(page).toHaveURL(`/trip/${id}?tab=meals`)
    await expect(page.getByRole('heading', { name: 'Breakfast' })).toBeAttached()
    await expect.poll(() => scrolled(page)).toBe(top)
  }
  await page.goto(`/trip/${id}`)
  await tab(page, 'Food & Meals').tap()
  await expect(page.getByRole('heading', { name: 'Breakfast' })).toBeVisible()
  await leaveAt(600)
  await button(page, 'Back to the trip').tap()
  await expectBackAt(600)

  await leaveAt(400)
  await page.goBack()
  await expectBackAt(400)

  await openPeople()
  await page.reload()
  await button(page, 'Back to the trip').tap()
  await expectBackAt(400)

  await leaveAt(500)
  await page.reload()
  await expect(button(page, 'Back to the trip')).toBeVisible()
  await page.goBack()
  await expectBackAt(500)

  // A trip that this browser tab has not shown yet opens at the top, whatever was left in another trip.
  const other = await createTrip(page, { name: 'By the sea', type: 'car_trip' })
  await page.goto(`/trip/${other}/group`)
  await button(page, 'Back to the trip').tap()
  await expect(page).toHaveURL(`/trip/${other}`)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('DASH-8 a trip opened from far down the list starts at the top', async ({ page, createTrip }) => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await createTrip(page, { name, type: 'car_trip' })
  await page.goto('/')
  await page.getByRole('link', { name: 'One', exact: true }).scrollIntoViewIfNeeded()
  expect(await scrolled(page)).toBeGreaterThan(300)
  await page.getByRole('link', { name: 'One', exact: true }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)
})
