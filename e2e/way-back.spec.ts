import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { button, tab } from './page-parts.ts'

/*
 * From the pages below a trip one comes back to where one was in it.
 */

test.use({ isSignedIn: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate((to) => {
    const isNoted = new Promise((resolve) => addEventListener('scroll', () => setTimeout(resolve), { once: true }))
    window.scrollTo({ top: to, behavior: 'instant' })
    return isNoted
  }, top)
}

test('WORK-12 the way back from the group leads to the tab and the place that were left', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
  const openGroup = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'People' }).tap()
    await expect(tab(page, 'People')).toBeVisible()
    await expect.poll(() => scrolled(page)).toBe(0)
  }
  const expectBack = async (top: number) => {
    await expect(page).toHaveURL(`/trip/${id}?tab=checklist`)
    await expect(page.getByRole('heading', { name: 'Camping Checklist' })).toBeAttached()
    await expect.poll(async () => Math.abs((await scrolled(page)) - top)).toBeLessThan(4)
  }
  await page.goto(`/trip/${id}`)
  await tab(page, 'Checklist').tap()
  await expect(page.getByRole('checkbox').first()).toBeVisible()
  await scrollTo(page, 900)
  await openGroup()
  await button(page, 'Back to the trip').tap()
  await expectBack(900)

  await scrollTo(page, 500)
  await openGroup()
  await page.goBack()
  await expectBack(500)

  await openGroup()
  await page.reload()
  await button(page, 'Back to the trip').tap()
  await expectBack(500)

  await scrollTo(page, 700)
  await openGroup()
  await page.reload()
  await expect(tab(page, 'People')).toBeVisible()
  await page.goBack()
  await expectBack(700)

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
