import type { Locator, Page } from '@playwright/test'
import { buildTicket } from '#domain/testing/tickets.ts'
import { expect, test } from './fixtures.ts'
import { button, panel, saveState } from './page-parts.ts'

/* The offer to undo overlays the page, but covers nothing that is pressed next. */

const offer = (page: Page) =>
  page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo', exact: true }) })
const shownOffer = (page: Page) =>
  offer(page).locator('div', { has: page.getByRole('button', { name: 'Undo', exact: true }) })
const saveBar = (page: Page) => button(page, 'Cancel').locator('..')
const tabBar = (page: Page) => page.getByRole('tablist', { name: 'Trip sections' })

async function expectApart(...parts: Locator[]): Promise<void> {
  const rectangles = await Promise.all(
    parts.map((part) =>
      part.evaluate((element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return { left, right, top, bottom }
      }),
    ),
  )
  rectangles.forEach((one, at) => {
    for (const other of rectangles.slice(at + 1)) {
      const isApart =
        one.right <= other.left ||
        other.right <= one.left ||
        one.bottom <= other.top + 0.5 ||
        other.bottom <= one.top + 0.5
      expect(isApart, JSON.stringify([one, other])).toBe(true)
    }
  })
}

/** Checks all scroll positions. */
async function expectAllApart(page: Page): Promise<void> {
  await expect(offer(page)).toBeVisible()
  await expect(saveBar(page)).toBeVisible()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  for (let top = height; top >= 0; top -= 150) {
    await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top)
    await expectApart(shownOffer(page), saveBar(page), tabBar(page))
  }
  await expect(offer(page)).toBeVisible()
}

/** Extends the ten seconds of an offer, which are too short on a busy machine. */
async function keepOffers(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { setTimeout } = window
    const extended = (run: () => void, ms?: number, ...more: []) =>
      setTimeout(run, ms === 10_000 ? 600_000 : ms, ...more)
    Object.assign(window, { setTimeout: extended })
  })
}

for (const width of [390, 320])
  test.describe(`on a phone ${width} px wide`, () => {
    test.use({ isSignedIn: true, viewport: { width, height: 844 }, hasTouch: true, isMobile: true })
    test.beforeEach(({ page }) => keepOffers(page))

    test('CHECK-17, CHECK-18 a checklist can be saved under the offer to undo, which covers neither buttons nor focus', async ({
      page,
      createTrip,
    }) => {
      const id = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
      await page.goto(`/trip/${id}?tab=checklist`)
      await button(page, 'Edit checklist').tap()
      // The row to delete is where the offer will appear.
      const remove = page.getByRole('button', { name: /^Delete (?!category)/ }).nth(8)
      const name = ((await remove.getAttribute('aria-label')) ?? '').replace('Delete ', '')
      await remove.scrollIntoViewIfNeeded()
      const bar = await saveBar(page).evaluate((element) => element.getBoundingClientRect().top)
      await remove.evaluate((element, at) => {
        scrollBy({ top: element.getBoundingClientRect().bottom - at + 70, behavior: 'instant' })
      }, bar)
      await remove.tap()
      await expect(shownOffer(page)).toContainText(`Removed “${name}”`)
      const focused = page.locator('li', { has: page.locator(':focus') })
      await expect(focused).toHaveCount(1)
      await expect(async () => expectApart(focused, shownOffer(page))).toPass()
      await expectAllApart(page)
      await button(page, 'Save Changes').tap()
      await expect(button(page, 'Save Changes')).toHaveCount(0)
      await expect(saveState(page)).toHaveText('Saved')
      await expect(page.getByRole('checkbox', { name, exact: true })).toHaveCount(0)
    })

    test('MEAL-26 meals can be saved under the offer to undo', async ({ page, createTrip }) => {
      const id = await createTrip(page, { name: 'By the lake', type: 'car_trip' })
      await page.goto(`/trip/${id}?tab=meals`)
      await button(page, 'Start empty').tap()
      await button(page, 'Restore the sample').tap()
      await button(page, 'Edit meal plan').tap()
      await expectAllApart(page)
      await button(page, 'Save').tap()
      await expect(button(page, 'Save')).toHaveCount(0)
      await expect(offer(page)).toBeVisible()
      await expectApart(shownOffer(page), tabBar(page))
    })

    test('TICK-28 tickets can be saved under the offer to undo', async ({ page, createTrip }) => {
      const tickets = ['To Porto', 'To Braga', 'To Faro'].map((title) => buildTicket(title, { type: 'train' }))
      const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel', plan: { tickets } })
      await page.goto(`/trip/${id}?tab=tickets`)
      await panel(page).getByRole('button', { name: 'Edit tickets' }).tap()
      await button(page, 'Delete To Braga').tap()
      await expectAllApart(page)
      await button(page, 'Save Changes').tap()
      await expect(button(page, 'Save Changes')).toHaveCount(0)
      await expect(panel(page).getByRole('article')).toHaveCount(2)
    })
  })

test.describe('with a mouse', () => {
  test.use({ isSignedIn: true, viewport: { width: 1280, height: 600 } })

  test('the page does not move while a button near the offer is pressed, so that the click arrives', async ({
    page,
    createTrip,
  }) => {
    await keepOffers(page)
    const id = await createTrip(page, { name: 'Slow hand', type: 'car_trip' })
    await page.goto(`/trip/${id}?tab=checklist`)
    await button(page, 'Edit checklist').click()
    await page
      .getByRole('button', { name: /^Delete / })
      .nth(1)
      .click()
    await expect(offer(page)).toBeVisible()
    // The focus moves to an entry nearby, which may scroll the page.
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
    const groups = panel(page)
      .getByRole('region')
      .filter({ has: page.getByLabel('Category', { exact: true }) })
    const count = await groups.count()
    const add = button(page, 'Add category')
    // Partly behind the offer, which can happen at some scroll positions.
    const [place, cover] = [await add.boundingBox(), await shownOffer(page).boundingBox()]
    if (!place || !cover) throw new Error('The button or the offer is not on the screen')
    await page.evaluate(
      async (by) => {
        scrollBy({ top: by, behavior: 'instant' })
        // Cards that were off the screen get their real height in the next frame.
        await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      },
      place.y + place.height - cover.y - 8,
    )
    const { x, y } = (await add.boundingBox()) ?? { x: Number.NaN, y: Number.NaN }
    await page.mouse.move(x + 10, y + 10)
    await page.mouse.down()
    await page.waitForTimeout(300)
    expect((await add.boundingBox())?.y).toBe(y)
    await page.mouse.up()
    await expect(groups).toHaveCount(count + 1)
  })
})
