import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/* Locators that many tests share, by accessible names. */

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** The panel of the selected tab. */
export const panel = (page: Page) => page.getByRole('tabpanel')
export const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true })
export const destination = (page: Page) => page.getByRole('textbox', { name: 'Destination', exact: true })

/** The header's save status. */
export const saveState = (page: Page) => page.getByRole('banner').getByRole('status')
export const expectSaved = (page: Page) => expect(saveState(page)).toHaveText('Saved')

/**
 * Waits until all scripts of an open overview have loaded. A part whose request is aborted is missing until the page is
 * reloaded.
 */
export async function waitForScripts(page: Page): Promise<void> {
  await expect(page.getByRole('switch', { name: 'Available offline' })).toBeVisible()
  await expect.poll(() => page.evaluate(isQuiet)).toBe(true)
}

/** Runs in the page: whether no script has loaded for half a second. */
function isQuiet(): boolean {
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
  return performance.now() - Math.max(...scripts.map((entry) => (entry as PerformanceResourceTiming).responseEnd)) > 500
}

/** The button of an open trip's menu: the trip's name in the header. */
export const tripMenu = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /: history, rename and more$/ })

/** Opens the history by the trip's menu. */
export async function openHistory(page: Page) {
  await tripMenu(page).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const history = page.getByRole('dialog', { name: 'History', exact: true })
  await expect(history).toBeVisible()
  return history
}
