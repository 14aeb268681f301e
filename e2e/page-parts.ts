import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/*
 * What the tests of many parts look at, by what people call it.
 */

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = (page: Page) => page.getByRole('dialog')
export const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
/** What the chosen tab shows. */
export const panel = (page: Page) => page.getByRole('tabpanel')
/** A field of the chosen tab. */
export const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true })
export const destination = (page: Page) => page.getByRole('textbox', { name: 'Destination', exact: true })

/** What the header says of what is on its way to the server. */
export const saveState = (page: Page) => page.getByRole('banner').getByRole('status')
export const expectSaved = (page: Page) => expect(saveState(page)).toHaveText('Saved')

/**
 * Resolves when nothing of the app is on its way any more to an open overview: a part of it whose fetch breaks off is not there until
 * the page is loaded anew.
 */
export async function partsAreHere(page: Page): Promise<void> {
  await expect(page.getByRole('switch', { name: 'Available offline' })).toBeVisible()
  await expect.poll(() => page.evaluate(isQuiet)).toBe(true)
}

/** Whether no script has come for half a second. */
function isQuiet(): boolean {
  const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))
  return performance.now() - Math.max(...scripts.map((entry) => (entry as PerformanceResourceTiming).responseEnd)) > 500
}
