import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, tab } from './page-parts.ts'

/*
 * From the pages below a trip one comes back to where one was in it.
 */

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

const items = (page: Page) => page.getByRole('tabpanel').getByRole('checkbox')

test('WORK-12 the way back from the group leads to the tab and the place that were left', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  const openGroup = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'People' }).tap()
    await expect(tab(page, 'People')).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(0)
  }
  /** Cards out of sight have no exact height: so by what is in sight. */
  const leaveAt = async (item: number) => {
    await items(page)
      .nth(item)
      .evaluate((box) => box.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await expect(items(page).nth(item)).toBeInViewport()
    expect(await scrolled(page)).toBeGreaterThan(300)
    await openGroup()
  }
  const expectBackAt = async (item: number) => {
    await expect(page).toHaveURL(`/trip/${id}?tab=checklist`)
    await expect(items(page).nth(item)).toBeInViewport()
    await expect(items(page).first()).not.toBeInViewport()
  }
  await page.goto(`/trip/${id}`)
  await tab(page, 'Checklist').tap()
  await expect(items(page).first()).toBeVisible()
  await leaveAt(60)
  await button(page, 'Back to the trip').tap()
  await expectBackAt(60)

  await leaveAt(25)
  await page.goBack()
  await expectBackAt(25)

  await openGroup()
  await page.reload()
  await button(page, 'Back to the trip').tap()
  await expectBackAt(25)

  await leaveAt(50)
  await page.reload()
  await expect(tab(page, 'People')).toBeVisible()
  await page.goBack()
  await expectBackAt(50)

  // Where this browser tab has not shown the trip yet, it opens at its beginning; what was left in another trip does not count.
  const other = await createTrip(page, { name: 'By the sea', type: 'car_trip' })
  await page.goto(`/trip/${other}/group`)
  await button(page, 'Back to the trip').tap()
  await expect(page).toHaveURL(`/trip/${other}`)
  await expect(tab(page, 'Overview')).toHaveAttribute('aria-selected', 'true')
  await expect.poll(() => scrolled(page)).toBe(0)
})

test('DASH-8 a trip that is opened from far down the list starts at its top', async ({ page, createTrip }) => {
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five', 'Six']) await createTrip(page, { name, type: 'car_trip' })
  await page.goto('/')
  await page.getByRole('link', { name: 'One', exact: true }).scrollIntoViewIfNeeded()
  expect(await scrolled(page)).toBeGreaterThan(300)
  await page.getByRole('link', { name: 'One', exact: true }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'One' })).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(0)
})
