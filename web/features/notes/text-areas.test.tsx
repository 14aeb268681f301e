import { beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { misfits } from '#web/testing/misfits.ts'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button, press } from '#web/testing/screen.ts'
import { NotesPanel } from './notes-panel.tsx'

/*
 * Text areas in browsers without `field-sizing`: Safari before 26.2, Firefox before 152, Chrome before 123. The tests
 * disable it, and compare the heights with those that it would give.
 */

const LONG =
  'Leave the car at the gate, fill the bottles there, and take the path along the lake, which is shorter. '.repeat(4)
const note = (number: number) => page.getByRole('textbox', { name: `Note ${number}`, exact: true })
const textAreas = () => [...document.querySelectorAll('textarea')]
const heights = () => textAreas().map((area) => area.offsetHeight)

/** Waits until all visible text areas fit their text. There must be at least one. */
async function expectFit(): Promise<void> {
  await expect.poll(misfits).toEqual([])
  expect(heights()).not.toEqual([])
}

function Notes({ trip }: { trip: Trip }) {
  const notes = useSection(trip.id, 'notes')
  return notes && <NotesPanel trip={trip} notes={notes} />
}

/** Shows the sample's notes, with this one open. */
async function openNote(number: number): Promise<void> {
  const opened = await openTrip()
  // The rest of its tab is above, so the page scrolls.
  opened.show(
    <>
      <div style={{ height: 1500 }} />
      <Notes trip={opened.trip} />
    </>,
  )
  await page
    .getByRole('listitem')
    .nth(number - 1)
    .getByRole('paragraph')
    .click()
  await expect.element(note(number)).toBeVisible()
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

test('NOTE-3 a text area grows and shrinks with its text, and the scroll position stays', async () => {
  await openNote(1)
  expect(CSS.supports('field-sizing', 'content')).toBe(false)
  await expectFit()
  await button('Add Note').click()
  await expect.poll(() => document.activeElement === textAreas().at(-1)).toBe(true)
  const last = document.activeElement as HTMLTextAreaElement
  await expectFit()
  const empty = last.offsetHeight
  document.execCommand('insertText', false, LONG)
  await expect.poll(() => last.offsetHeight).toBeGreaterThan(empty * 4)
  await expectFit()

  // The first letter brings the caret into view.
  await press('Backspace')
  const top = window.scrollY
  expect(top).toBeGreaterThan(0)
  await press('Backspace')
  expect(window.scrollY, 'after a letter that adds no line').toBe(top)
  await expectFit()

  await userEvent.fill(last, '')
  await expectFit()
  expect(last.offsetHeight).toBe(empty)
})

test('NOTE-3 text areas are resized when they get narrower or wider', async () => {
  await openNote(1)
  await expectFit()
  const before = heights()
  await page.viewport(320, 844)
  await expectFit()
  expect(heights()).not.toEqual(before)
  await page.viewport(390, 844)
  await expect.poll(heights).toEqual(before)
})
