import type { BrowserContext, Locator, Page } from '@playwright/test'
import { misfits } from '#web/testing/misfits.ts'
import { expect, test } from './fixtures.ts'
import { openNote } from './page-parts.ts'
import { shareWithEverybody } from './stored-plan.ts'

/*
 * Text areas in browsers without `field-sizing`: Safari before 26.2, Firefox before 152, Chrome before 123. The tests
 * disable it, and compare the heights with those that it would give.
 */

const LONG =
  'Leave the car at the gate, fill the bottles there, and take the path along the lake, which is shorter. '.repeat(4)
const note = (page: Page, number: number) => page.getByRole('textbox', { name: `Note ${number}`, exact: true })
const heightOf = (area: Locator) => area.evaluate((element: HTMLElement) => element.offsetHeight)
const heights = (page: Page) =>
  page.locator('textarea').evaluateAll((areas) => areas.map((area) => (area as HTMLElement).offsetHeight))

/** Disables `field-sizing`: removes it from style sheets and makes `CSS.supports` deny it. */
async function withoutFieldSizing(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = (...condition: string[]) =>
      condition[0] !== 'field-sizing' && supports(...(condition as [string, string]))
  })
  await context.route('**/*.css', async (route) => {
    const response = await route.fetch({ maxRetries: 2 })
    await route.fulfill({ response, body: (await response.text()).replaceAll('field-sizing:content', '') })
  })
}

/** Waits until all visible text areas fit their text. There must be at least one. */
async function expectFit(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(misfits)).toEqual([])
  expect(await heights(page)).not.toEqual([])
}

test.beforeEach(async ({ page, context, signIn }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await withoutFieldSizing(context)
  await signIn(page)
})

test("NOTE-3, SAVE-4 a text area grows with another person's typing", async ({ page, friend, createTrip, server }) => {
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await each.goto(`/trip/${id}`)
    await openNote(each, 2)
  }
  const before = await heightOf(note(page, 2))
  await (await openNote(friend, 2)).fill(LONG)
  await expect(await openNote(page, 2)).toHaveValue(LONG)
  await expectFit(page)
  expect(await heightOf(note(page, 2))).toBeGreaterThan(before)
})

test('ITIN-3 text areas that were hidden, on another tab or off-screen, are resized once they are shown', async ({
  page,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await page.getByRole('tab', { name: 'Itinerary', exact: true }).click()
  const panel = page.locator('[role=tabpanel]')
  const description = panel.getByLabel('Description', { exact: true }).first()
  for (const day of await panel.getByRole('region', { name: /^Day \d+$/ }).all()) {
    await day
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Edit / })
      .click()
    await expect(description).toBeVisible()
    await expectFit(page)
  }

  // Changes by others to a hidden text area cannot be measured.
  await page.getByRole('tab', { name: 'Overview', exact: true }).click()
  await openNote(page, 1)
  const hidden = panel.getByLabel('Note 1', { exact: true })
  await panel.evaluate(({ style }) => {
    style.display = 'none'
  })
  await hidden.evaluate((area: HTMLTextAreaElement, text) => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(area, text)
    area.dispatchEvent(new Event('input', { bubbles: true }))
  }, LONG)
  await expect(page.getByRole('banner').getByRole('status')).toHaveText('Saved')
  await panel.evaluate(({ style }) => {
    style.display = ''
  })
  await hidden.scrollIntoViewIfNeeded()
  await expect(hidden).toHaveValue(LONG)
  await expectFit(page)
  expect(await heightOf(hidden)).toBeGreaterThan(200)
})

test('NOTE-3 text areas are resized when a wider font loads', async ({ page, createTrip }) => {
  await page.goto(`/trip/${await createTrip(page, { name: 'Killarney', type: 'car_trip' })}`)
  await (await openNote(page, 1)).fill(LONG)
  await expectFit(page)
  const before = await heights(page)
  const hasLetters = () => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('.woff2'))
  await expect.poll(() => page.evaluate(hasLetters)).toBe(true)
  // The page's own font, stretched, under the name of the font of the notes.
  await page.evaluate(async () => {
    for (const { style } of document.querySelectorAll('textarea')) style.fontFamily = '"Wide Letters", serif'
    const address = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('.woff2'))?.name
    if (!address) throw new Error('The page has loaded no font')
    const letters = new FontFace('Wide Letters', `url(${address})`, { sizeAdjust: '130%' } as FontFaceDescriptors)
    document.fonts.add(letters)
    await letters.load()
  })
  await expectFit(page)
  expect(await heights(page)).not.toEqual(before)
})
