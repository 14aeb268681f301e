import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/* Locators that many tests share, by accessible names. */

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** The panel of the selected tab. */
export const panel = (page: Page) => page.getByRole('tabpanel')
export const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true })

/**
 * The field of a trip's detail. Unless it is open already, as in a new trip, it is opened by a press on its row, which
 * closes any other one.
 */
export async function openField(page: Page, label: string): Promise<Locator> {
  const input = field(page, label)
  // A distance has two fields and one row.
  const name = label.replace(/^Place (?=\d)/, 'Distance ')
  const row = panel(page).getByRole('button', { name: new RegExp(`^(Add )?${name}(?!\\d)`, 'i') })
  await expect(input.or(row)).toBeVisible()
  if (await row.isVisible()) await row.click()
  await expect(input).toBeVisible()
  return input
}

export async function fillField(page: Page, label: string, text: string): Promise<void> {
  await (await openField(page, label)).fill(text)
}

/** Expects a value of a detail, after opening its field. */
export async function expectField(page: Page, label: string, value: string | RegExp): Promise<void> {
  await expect(await openField(page, label)).toHaveValue(value)
}

/** The field of a note. Unless it is open already, it is opened by a press on the note. */
export async function openNote(page: Page, number: number): Promise<Locator> {
  const notes = page.getByRole('region', { name: 'Trip Notes & Reminders' })
  const area = notes.getByLabel(`Note ${number}`, { exact: true })
  const opener = notes.getByRole('button', { name: `Edit note ${number}`, exact: true })
  const folded = notes.getByRole('button', { name: 'Show', exact: true })
  await expect(area.or(opener).or(folded)).toBeVisible()
  if (await folded.isVisible()) await folded.click()
  await expect(area.or(opener)).toBeVisible()
  if (await opener.isVisible())
    await notes
      .getByRole('listitem')
      .nth(number - 1)
      .getByRole('paragraph')
      .click()
  await expect(area).toBeVisible()
  return area
}

/** The texts of the notes, without the one whose field is open. */
export const noteTexts = (page: Page) =>
  page.getByRole('region', { name: 'Trip Notes & Reminders' }).getByRole('listitem').getByRole('paragraph')

/** The header's save status. */
export const saveState = (page: Page) => page.getByRole('banner').getByRole('status')
export const expectSaved = (page: Page) => expect(saveState(page)).toHaveText('Saved')

/** The switch of an open overview. What is far down the page loads when it is near, so this scrolls to the end. */
export async function showOfflineSwitch(page: Page): Promise<Locator> {
  const offline = page.getByRole('switch', { name: /^Available offline/ })
  await expect(async () => {
    await page.evaluate(scrollThrough)
    await expect(offline).toBeVisible({ timeout: 1000 })
  }).toPass()
  return offline
}

/** Runs in the page. */
async function scrollThrough(): Promise<void> {
  for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
    scrollTo({ top, behavior: 'instant' })
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  }
}

/**
 * Waits until all scripts of an open overview have loaded. A part whose request is aborted is missing until the page is
 * reloaded.
 */
export async function waitForScripts(page: Page): Promise<void> {
  await showOfflineSwitch(page)
  await waitUntilQuiet(page)
}

/** Waits until no script has loaded for half a second: what is not there then does not come by itself. */
export async function waitUntilQuiet(page: Page): Promise<void> {
  let [count, since] = [-1, 0]
  const quietFor = async () => {
    const now = await page.evaluate(countScripts)
    if (now !== count) [count, since] = [now, Date.now()]
    return Date.now() - since
  }
  await expect.poll(quietFor).toBeGreaterThan(500)
}

/** Runs in the page. Playwright's clock empties `performance`, but not its observers. */
function countScripts(): Promise<number> {
  return new Promise((resolve) =>
    new PerformanceObserver((list, observer) => {
      observer.disconnect()
      resolve(list.getEntries().filter(({ name }) => name.includes('/assets/')).length)
    }).observe({ type: 'resource', buffered: true }),
  )
}

/** The button of an open trip's menu: the trip's name in the header. */
export const tripMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /: history, rename and more(?:, \d+ new for you)?$/ })

/** Opens the history by the trip's menu. */
export async function openHistory(page: Page) {
  await tripMenu(page).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History', exact: true })
  await expect(history).toBeVisible()
  return history
}

/** The addresses of a page's history. */
export const addressesOf = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as { navigation: { entries(): { url: string }[] } }).navigation.entries().map(({ url }) => url),
  )
