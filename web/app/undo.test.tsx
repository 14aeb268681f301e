import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { buildTicket } from '#domain/testing/tickets.ts'
import { openTrip, type TripOptions } from '#web/testing/open-trip.tsx'
import { button, drawn, expectCount, expectText } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { middleOf, mouse } from '#web/ui/testing/hand.ts'

/* The offer to undo overlays the page, but covers nothing that is pressed next. */

const panel = page.getByRole('tabpanel')
const offer = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo', exact: true }) })
/** What is drawn of it. */
const shownOffer = () => button('Undo').element().closest('div') as Element
const saveBar = () => button('Cancel').element().parentElement as Element
const tabBar = () => page.getByRole('tablist', { name: 'Trip sections' }).element()
const saveState = page.getByRole('banner').getByRole('status')
const boxOf = (element: Element) => element.getBoundingClientRect()

async function openApp(tab: string, options: TripOptions = {}): Promise<void> {
  const { trip } = await openTrip(options)
  showApp(`/trip/${trip.id}?tab=${tab}`)
}

/** The first pair of these that overlap. */
function findOverlap(...parts: Element[]): unknown[] | undefined {
  const boxes = parts.map(boxOf)
  return boxes
    .flatMap((one, at) => boxes.slice(at + 1).map((other) => [one, other] as const))
    .find(
      ([one, other]) =>
        one.right > other.left &&
        other.right > one.left &&
        one.bottom > other.top + 0.5 &&
        other.bottom > one.top + 0.5,
    )
    ?.map((box) => box.toJSON())
}

/** The box of an element once it no longer moves. */
async function boxAtRest(element: Element): Promise<DOMRect> {
  let before = Number.NaN
  await expect
    .poll(async () => {
      const moved = boxOf(element).y - before
      before = boxOf(element).y
      await drawn()
      return moved
    })
    .toBe(0)
  return boxOf(element)
}

/** Checks all scroll positions. */
async function expectAllApart(): Promise<void> {
  await expect.element(offer).toBeVisible()
  await expect.element(button('Cancel')).toBeVisible()
  // Found once: to find a button by its name takes long on such a page.
  const parts = [shownOffer(), saveBar(), tabBar()]
  for (let top = document.documentElement.scrollHeight; top >= 0; top -= 150) {
    scrollTo({ top, behavior: 'instant' })
    await new Promise(requestAnimationFrame)
    expect(findOverlap(...parts), `at ${top}`).toBeUndefined()
  }
  expect(parts.every((part) => part.isConnected)).toBe(true)
  await expect.element(offer).toBeVisible()
}

// Extends the ten seconds of an offer, which are too short on a busy machine.
beforeEach(() => {
  const { setTimeout } = window
  vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, ms?: number, ...more: []) =>
    setTimeout(run, ms === 10_000 ? 600_000 : ms, ...more)) as typeof setTimeout)
})

for (const width of [390, 320])
  describe(`on a phone ${width} px wide`, () => {
    beforeEach(() => page.viewport(width, 844))

    test('CHECK-17, CHECK-18 a checklist can be saved under the offer to undo, which covers neither buttons nor focus', async () => {
      await openApp('checklist')
      await button('Edit checklist').click()
      // The row to delete is where the offer will appear.
      const remove = page.getByRole('button', { name: /^Delete (?!category)/ }).nth(8)
      await expect.element(remove).toBeVisible()
      const removed = remove.element()
      const name = (removed.getAttribute('aria-label') ?? '').replace('Delete ', '')
      removed.scrollIntoView({ block: 'nearest', behavior: 'instant' })
      await drawn()
      scrollBy({ top: boxOf(removed).bottom - boxOf(saveBar()).top + 70, behavior: 'instant' })
      await drawn()
      await page.elementLocator(removed).click()
      await expect.element(offer).toHaveTextContent(`Removed “${name}”`)
      const focused = () => document.activeElement?.closest('li')
      await expect.poll(focused).toBeTruthy()
      await expect.poll(() => findOverlap(focused() as Element, shownOffer())).toBeUndefined()
      await expectAllApart()
      await button('Save Changes').click()
      await expectCount(button('Save Changes'), 0)
      await expectText(saveState, 'Saved')
      await expectCount(page.getByRole('checkbox', { name, exact: true }), 0)
    })

    test('MEAL-26 meals can be saved under the offer to undo', async () => {
      await openApp('meals')
      await button('Start empty').click()
      await button('Restore the sample').click()
      await button('Edit meal plan').click()
      await expectAllApart()
      await button('Save').click()
      await expectCount(button('Save'), 0)
      await expect.element(offer).toBeVisible()
      expect(findOverlap(shownOffer(), tabBar())).toBeUndefined()
    })

    test('TICK-28 tickets can be saved under the offer to undo', async () => {
      const tickets = ['To Porto', 'To Braga', 'To Faro'].map((title) => buildTicket(title, { type: 'train' }))
      await openApp('tickets', { type: 'air_travel', values: { tickets } })
      await panel.getByRole('button', { name: 'Edit tickets' }).click()
      await button('Delete To Braga').click()
      await expectAllApart()
      await button('Save Changes').click()
      await expectCount(button('Save Changes'), 0)
      await expectCount(panel.getByRole('article'), 2)
    })
  })

test('with a mouse, the page does not move while a button near the offer is pressed, so that the click arrives', async () => {
  await page.viewport(1280, 600)
  await openApp('checklist')
  await button('Edit checklist').click()
  await page
    .getByRole('button', { name: /^Delete / })
    .nth(1)
    .click()
  await expect.element(offer).toBeVisible()
  // The focus moves to an entry nearby, which may scroll the page.
  await expect.poll(() => document.activeElement).not.toBe(document.body)
  const groups: Locator = panel.getByRole('region').filter({ has: page.getByLabelText('Category', { exact: true }) })
  const count = groups.elements().length
  expect(count).toBeGreaterThan(1)
  const add = button('Add category').element()
  // Partly behind the offer, which can happen at some scroll positions.
  scrollBy({ top: boxOf(add).bottom - boxOf(shownOffer()).top - 8, behavior: 'instant' })
  // Cards that were off the screen get their real height in one of the next frames.
  const { x, y } = await boxAtRest(add)
  expect(middleOf(add).y).toBeLessThan(innerHeight)
  const hand = mouse()
  await hand.down(x + 10, y + 10)
  // As long as a slow press takes.
  await new Promise((done) => setTimeout(done, 300))
  expect(boxOf(add).y).toBe(y)
  await hand.up()
  await expectCount(groups, count + 1)
})
