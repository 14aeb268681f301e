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
