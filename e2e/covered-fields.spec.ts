import type { Locator, Page } from '@playwright/test'
import { buildTicket } from '#domain/testing/tickets.ts'
import { expect, test } from './fixtures.ts'
import { button, dialog, panel, tab } from './page-parts.ts'
import { touchPhone } from './phone.ts'

/* A phone whose keyboard is open: half of the screen is left, with a header, a tab bar and the bar with Save. */

const phoneWithKeyboard = { ...touchPhone, viewport: { width: 390, height: 500 } }
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, select'

/** Runs in the page: which part of the field cannot be seen, if any. */
function findCovered(field: Element): string | undefined {
  const { left, right, top, bottom } = field.getBoundingClientRect()
  // With a small margin for the focus ring.
  const points = [top - 2, top + 3, (top + bottom) / 2, bottom - 3, bottom + 2].flatMap((y) =>
    [left + 3, (left + right) / 2, right - 3].map((x) => [x, y] as const),
  )
  for (const [x, y] of points) {
    const seen = document.elementFromPoint(x, y)
    const isCovered =
      !seen || seen.closest('header, nav, footer, .sticky') !== field.closest('header, nav, footer, .sticky')
    if (isCovered)
      return `${Math.round(y)} of ${Math.round(top)} to ${Math.round(bottom)} by ${seen?.outerHTML.slice(0, 120)}`
  }
  return undefined
}

/** Runs in the page: scrolls so that only the upper edge of a field is above the bar at the end of the screen. */
function hideLowerPart(field: Element): { x: number; y: number } {
  const bars = [...document.querySelectorAll('.sticky, nav, [role=tablist], footer')].map(
    (bar) => bar.getBoundingClientRect().top,
  )
  const edge = Math.min(innerHeight, ...bars.filter((top) => top > innerHeight / 2))
  let box = field.getBoundingClientRect()
  for (let part = field.parentElement; part; part = part.parentElement) {
    part.scrollBy({ top: box.top - (edge - 16), behavior: 'instant' })
    box = field.getBoundingClientRect()
  }
  return { x: box.left + 20, y: box.top + 8 }
}

async function expectNoneCovered(page: Page, place: Locator): Promise<void> {
  const fields = place.locator(FIELDS).filter({ visible: true })
  await expect(fields.nth(1)).toBeVisible()
  const count = await fields.count()
  const covered: string[] = []
  const check = async (field: Locator, how: string) => {
    await page.waitForTimeout(50)
    const part = await field.evaluate(findCovered)
    if (part)
      covered.push(
        `${how} ${await field.evaluate((one) => (one as HTMLInputElement).labels?.[0]?.textContent)}: ${part}`,
      )
  }
  await fields.first().focus()
  for (let index = 0; index < Math.min(count, 14); index++) {
    const field = fields.nth(index)
    await field.evaluate((one: HTMLElement) => one.focus())
    await check(field, 'focus')
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const { x, y } = await field.evaluate(hideLowerPart)
    await page.touchscreen.tap(x, y)
    await expect(field).toBeFocused()
    await check(field, 'tap')
  }
  expect(covered).toEqual([])
}

test('the field with the focus is never covered by the bars of an edit mode', async ({ openSignedIn, createTrip }) => {
  test.slow()
  const page = await openSignedIn(phoneWithKeyboard)
  const details = 'Window seat\nNo checked bags'
  const tickets = ['AC 123', 'AC 124'].map((title) => buildTicket(title, { details }))
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel', plan: { tickets } })
  await page.goto(`/trip/${id}`)
  for (const [name, edit] of [
    ['Food & Meals', 'Edit meal plan'],
    ['Checklist', 'Edit checklist'],
    ['Tickets & Passes', 'Edit tickets'],
  ] as const) {
    await tab(page, name).tap()
    await button(page, edit).tap()
    await expectNoneCovered(page, panel(page).getByRole('form'))
    await button(page, 'Cancel').tap()
  }
  // Nor by the button of a meal that is opened in place.
  await tab(page, 'Food & Meals').tap()
  await panel(page).getByRole('region', { name: 'Breakfast', exact: true }).getByRole('heading').tap()
  await expectNoneCovered(page, panel(page).getByRole('form'))
})

test('nor by the buttons of a dialog', async ({ openSignedIn, createTrip, register }) => {
  const page = await openSignedIn(phoneWithKeyboard, await register({ full_name: 'Robin Okafor' }))
  const id = await createTrip(page, { name: 'Lisbon', type: 'air_travel' })
  await page.goto(`/trip/${id}/group?tab=costs`)
  await button(page, 'Add expense').first().tap()
  await expectNoneCovered(page, dialog(page))
  await page.goto(`/trip/${id}/group`)
  await button(page, 'Add person').tap()
  await expectNoneCovered(page, dialog(page))
})
