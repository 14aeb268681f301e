import { expect } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'

/* Locators and expectations that many tests of screens share. They wait, as a person would. */

export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const dialog = () => page.getByRole('dialog')

export const expectCount = (locator: Locator, count: number): Promise<void> =>
  expect.poll(() => locator.elements().length).toBe(count)

/** A part of an element's text. */
export async function expectText(locator: Locator, text: string | RegExp): Promise<void> {
  await expect.element(locator).toHaveTextContent(text)
}

/** The text of each element, in their order. */
export const expectTexts = (locator: Locator, texts: readonly (string | RegExp)[]): Promise<void> =>
  expect
    .poll(() => locator.elements().map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()))
    .toEqual(texts.map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))

/** The value of each field, in their order. */
export const expectValues = (fields: Locator, values: readonly string[]): Promise<void> =>
  expect.poll(() => fields.elements().map((field) => (field as HTMLInputElement).value)).toEqual(values)

/** Pastes a text into a field, replacing the selection. */
export function paste(field: Locator, text: string): void {
  const area = field.element() as HTMLElement
  area.focus()
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  // The browser does not paste for a synthetic event, so insert the text unless the app handled it.
  if (area.dispatchEvent(event)) insertText(text)
}

/** Inserts a text where the focus is, at once, as a phone's keyboard does. */
export const insertText = (text: string): boolean => document.execCommand('insertText', false, text)

/** Types where the focus is. */
export const type = (text: string): Promise<void> => userEvent.keyboard(text.replaceAll(/[{[]/g, '$&$&'))

/** Presses a key where the focus is, such as 'Enter'. */
export const press = (key: string): Promise<void> => userEvent.keyboard(`{${key}}`)

/** Focuses an element and presses a key there, as somebody does who came with the Tab key. */
export async function pressOn(locator: Locator, key: string): Promise<void> {
  await focus(locator)
  await press(key)
}

/** Focuses an element without a click. */
export async function focus(locator: Locator): Promise<void> {
  await expect.element(locator).toBeVisible()
  const dialogOf = () => locator.element().closest('[role=dialog], [role=alertdialog]')
  // A dialog that has not focused itself yet would not return the focus when it closes.
  await expect.poll(() => dialogOf()?.contains(document.activeElement) ?? true).toBe(true)
  const element = locator.element() as HTMLElement
  element.focus()
}

/** Waits until what is shown is drawn, and React's effects have run. */
export const drawn = (): Promise<void> =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))

/** What is selected in a field; the same twice is the caret. */
export function selectionIn(field: Locator): (number | null)[] {
  const { selectionStart, selectionEnd } = field.element() as HTMLInputElement | HTMLTextAreaElement
  return [selectionStart, selectionEnd]
}

/** How many columns these elements are in. */
export const countColumns = (locator: Locator): number =>
  new Set(locator.elements().map((element) => Math.round(element.getBoundingClientRect().left))).size

/** How far the page scrolls sideways, in pixels. */
export const sidewaysScroll = (): number => document.documentElement.scrollWidth - document.documentElement.clientWidth
