import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { misfits } from '#web/testing/misfits.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { expectText } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'
import { openNote, panel } from '#web/testing/trip-details.ts'

/*
 * Text areas of a trip in browsers without `field-sizing` (see features/notes/text-areas.test.tsx), when their text
 * changes without typing, and when they could not be measured.
 */

const LONG =
  'Leave the car at the gate, fill the bottles there, and take the path along the lake, which is shorter. '.repeat(4)
const note = (number: number) => page.getByLabelText(`Note ${number}`, { exact: true })
const tab = (name: string) => page.getByRole('tab', { name, exact: true })
const heightOf = (number: number) => (note(number).element() as HTMLElement).offsetHeight
const heights = () => [...document.querySelectorAll('textarea')].map((area) => area.offsetHeight)

/** Waits until all visible text areas fit their text. There must be at least one. */
async function expectFit(): Promise<void> {
  await expect.poll(misfits).toEqual([])
  expect(heights()).not.toEqual([])
}

/** Where the page's own font is. */
function findLetters(): string {
  const rules = [...document.styleSheets].flatMap(({ cssRules }) => [...cssRules])
  const font = rules.find((rule) => rule instanceof CSSFontFaceRule)
  if (!font) throw new Error('The page has no font')
  return font.style.getPropertyValue('src')
}

async function openApp(): Promise<OpenedTrip> {
  const opened = await openTrip()
  showApp(`/trip/${opened.trip.id}`)
  return opened
}

beforeEach(async () => {
  const supports = CSS.supports.bind(CSS)
  vi.spyOn(CSS, 'supports').mockImplementation(
    (...condition: string[]) => condition[0] !== 'field-sizing' && supports(...(condition as [string, string])),
  )
  await page.viewport(390, 844)
  // Outside the layers of the app's own style, so it wins.
  const style = document.head.appendChild(document.createElement('style'))
  style.textContent = 'textarea { field-sizing: fixed }'
  return () => style.remove()
})

test("NOTE-3, SAVE-4 a text area grows with another person's typing", async () => {
  const { editAsOther } = await openApp()
  await openNote(2)
  await expectFit()
  const before = heightOf(2)
  editAsOther('notes', (notes) => notes.map((one, at) => (at === 1 ? { ...one, text: LONG } : one)))
  await expect.element(note(2)).toHaveValue(LONG)
  await expectFit()
  expect(heightOf(2)).toBeGreaterThan(before)
})

test('ITIN-3 text areas that were hidden, on another tab or off-screen, are resized once they are shown', async () => {
  // Several that change at once are measured in the next frame, which a test's browser prints.
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  await openApp()
  await tab('Itinerary').click()
  const description = panel.getByLabelText('Description', { exact: true })
  const days = panel.getByRole('region', { name: /^Day \d+$/ })
  await expect.element(days.first()).toBeVisible()
  for (const index of days.elements().keys()) {
    await days
      .nth(index)
      .getByRole('listitem')
      .first()
      .getByRole('button', { name: /^Edit / })
      .first()
      .click()
    await expect.element(description.first()).toBeVisible()
    await expectFit()
  }

  // Changes by others to a hidden text area cannot be measured.
  await tab('Overview').click()
  await openNote(1)
  const { style } = panel.element() as HTMLElement
  const hidden = note(1).element() as HTMLTextAreaElement
  style.display = 'none'
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(hidden, LONG)
  hidden.dispatchEvent(new Event('input', { bubbles: true }))
  await expectText(page.getByRole('banner').getByRole('status'), 'Saved')
  style.display = ''
  hidden.scrollIntoView()
  await expect.element(note(1)).toHaveValue(LONG)
  await expectFit()
  expect(heightOf(1)).toBeGreaterThan(200)
  expect(printed.mock.calls.filter(([one]) => !/^Error: ResizeObserver loop/.test(String(one)))).toEqual([])
})

test('NOTE-3 text areas are resized when a wider font loads', async () => {
  await openApp()
  await userEvent.fill(await openNote(1), LONG)
  await expectFit()
  const before = heights()
  // The page's own font, stretched, under the name of the font of the notes.
  for (const { style } of document.querySelectorAll('textarea')) style.fontFamily = '"Wide Letters", serif'
  const letters = new FontFace('Wide Letters', findLetters(), {
    sizeAdjust: '130%',
  } as FontFaceDescriptors)
  document.fonts.add(letters)
  onTestFinished(() => void document.fonts.delete(letters))
  await letters.load()
  await expect.poll(heights).not.toEqual(before)
  await expectFit()
})
