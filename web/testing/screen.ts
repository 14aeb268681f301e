import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/* Locators and expectations that many tests of screens share. They wait, as a person would. */

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = () => page.getByRole('dialog')

export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length).toBe(count)

/** The text of each element, in their order. */
export const expectTexts = (locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> =>
  expect
    .poll(() => locator.elements().map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))

/** Types where the focus is. */
export const type = (text: string): Promise<void> => userEvent.keyboard(text.replaceAll(/[{[]/g, '$&$&'))

/** Presses a key where the focus is, such as 'Enter'. */
export const press = (key: string): Promise<void> => userEvent.keyboard(`{${key}}`)

/** How many columns these elements are in. */
export const countColumns = (locator: Locator): number =>
  new Set(locator.elements().map((element) => Math.round(element.getBoundingClientRect().left))).size

/** How far the page scrolls sideways, in pixels. */
export const sidewaysScroll = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth
