import { expect, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Trip, TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, focus, press, pressOn, selectionIn, type } from '#web/testing/screen.ts'
import { NotesPanel } from './notes-panel.tsx'

const panel = page.getByRole('region', { name: 'Trip Notes & Reminders' })
const rows = panel.getByRole('listitem')
const note = (number: number) => panel.getByLabelText(`Note ${number}`, { exact: true })
const addNote = panel.getByRole('button', { name: 'Add Note' })

/** The notes as they read; one that is open is a text area. */
const shownNotes = (): string[] =>
  rows
    .elements()
    .flatMap((row) => [...row.querySelectorAll('p, textarea')])
    .map((part) => (part instanceof HTMLTextAreaElement ? part.value : (part.textContent ?? '')))

const storedNotes = ({ stored }: OpenedTrip): string[] => stored('notes').map(({ text }) => text)

/** The field of a note, opened by a press on the note. */
async function openNote(number: number): Promise<Locator> {
  await rows
    .nth(number - 1)
    .getByRole('paragraph')
    .click()
  await expect.element(note(number)).toBeVisible()
  return note(number)
}

/** Pastes a text where the focus is. The browser does not paste for a synthetic event. */
function paste(text: string): void {
  const clipboardData = new DataTransfer()
  clipboardData.setData('text/plain', text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  if (document.activeElement?.dispatchEvent(event)) document.execCommand('insertText', false, text)
}

function Notes({ trip }: { trip: Trip }) {
  const notes = useSection(trip.id, 'notes')
  return notes && <NotesPanel trip={trip} notes={notes} />
}

async function openNotes(texts: string[] | undefined, tripType?: TripType): Promise<OpenedTrip> {
  const opened = await openTrip({
    type: tripType,
    values: texts && { notes: texts.map((text) => ({ id: newId(), text })) },
  })
  opened.show(<Notes trip={opened.trip} />)
  return opened
}

test('NOTE-1, NOTE-2, TMPL-49, TMPL-50 each type of trip starts with its own numbered notes', async () => {
  const shown: string[][] = []
  for (const [tripType, sample] of [
    ['car_trip', /campsite|bears/i],
    ['air_travel', /boarding pass|passport/i],
  ] as const) {
    const opened = await openNotes(undefined, tripType)
    await expect.element(panel.getByRole('heading', { name: 'Trip Notes & Reminders' })).toBeVisible()
    const texts = shownNotes()
    expect(texts.length).toBeGreaterThanOrEqual(3)
    expect(texts.join('\n')).toMatch(sample)
    expect(texts.filter((text) => text.trim() === '')).toEqual([])
    for (const number of [1, 2, 3])
      await expect.element(rows.nth(number - 1).getByText(`${number}.`, { exact: true })).toBeVisible()
    expect(opened.sent('notes')).toEqual([])
    shown.push(texts)
  }
  expect(shown[0]).not.toEqual(shown[1])
})

test('NOTE-3, NOTE-5, SAVE-15, SAVE-16 Enter adds a note, Shift+Enter breaks the line, fast typing is kept', async () => {
  const opened = await openNotes(['First', 'Last'])
  await (await openNote(1)).click()
  await press('End')
  await press('Enter')
  await expect.element(note(2)).toHaveFocus()
  await type('Second')
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}')
  await type('with a line of its own')
  await press('Enter')
  await expect.element(note(3)).toHaveFocus()
  await type('Third')
  const texts = ['First', 'Second\nwith a line of its own', 'Third', 'Last']
  expect(shownNotes()).toEqual(texts)
  await expect.poll(() => storedNotes(opened)).toEqual(texts)
})

test('a note that was added and left without a text goes away by itself, also with its tab', async () => {
  const opened = await openNotes(['First', ''])
  await openNote(1)
  await press('Enter')
  await expect.element(note(2)).toHaveFocus()
  await expect.poll(() => storedNotes(opened)).toEqual(['First', '', ''])
  opened.show(<h2>Adventure Itinerary</h2>)
  // One that was stored without a text stays.
  await expect.poll(() => storedNotes(opened)).toEqual(['First', ''])

  opened.show(<Notes trip={opened.trip} />)
  await addNote.click()
  await expect.poll(() => storedNotes(opened)).toEqual(['First', '', ''])
  await panel.getByRole('button', { name: 'Delete note 3', exact: true }).click()
  await expect.poll(() => storedNotes(opened)).toEqual(['First', ''])
  await expectCount(button('Undo'), 0)
})

test('NOTE-3, SAVE-4 pasting several lines adds several notes, which one Undo removes', async () => {
  const opened = await openNotes(['Buy:', 'Last'])
  await openNote(1)
  await userEvent.keyboard('{Control>}{End}{/Control}')
  paste(' ice\n* wood\n\n* maps')
  await expect.poll(() => storedNotes(opened)).toEqual(['Buy:ice', 'wood', 'maps', 'Last'])
  await expect.element(note(3)).toHaveFocus()
  // The caret is behind what was pasted.
  expect(selectionIn(note(3))).toEqual([4, 4])
  await panel.getByRole('status').filter({ hasText: 'Pasted 3 notes' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => storedNotes(opened)).toEqual(['Buy:', 'Last'])
})

test('a note that was just added keeps its text; undone, it is gone', async () => {
  const opened = await openNotes(['Bring ice'])
  const undo = button('Undo')
  await addNote.click()
  await expect.element(note(2)).toHaveFocus()
  await type('No idea')
  await press('Escape')
  await expect.element(button('Edit note 2')).toHaveFocus()
  await expect.poll(() => storedNotes(opened)).toEqual(['Bring ice', 'No idea'])
  await expect.element(page.getByText('Changed “Note 2”')).toBeVisible()
  await undo.click()
  await expect.poll(shownNotes).toEqual(['Bring ice'])
  await expect.poll(() => storedNotes(opened)).toEqual(['Bring ice'])

  await addNote.click()
  await expect.element(note(2)).toHaveFocus()
  await press('Escape')
  await expect.poll(shownNotes).toEqual(['Bring ice'])
  await expectCount(undo, 0)
})

const bins = panel.getByRole('button', { name: /^Delete note/ })

test('deleting a note focuses the next one, else the previous one, else the add button', async () => {
  await openNotes(undefined)
  await expect.element(bins.first()).toBeVisible()
  const count = bins.elements().length
  expect(count).toBeGreaterThan(2)
  await pressOn(button('Delete note 1'), 'Enter')
  await expectCount(bins, count - 1)
  await expect.element(button('Delete note 1')).toHaveFocus()
  await pressOn(button(`Delete note ${count - 1}`), 'Enter')
  await expect.element(button(`Delete note ${count - 2}`)).toHaveFocus()

  await pressOn(button('Undo'), 'Enter')
  await expectCount(bins, count - 1)
  await expect.element(button(`Delete note ${count - 2}`)).toHaveFocus()

  for (let left = count - 1; left > 0; left--) {
    await pressOn(bins.first(), 'Enter')
    await expectCount(bins, left - 1)
  }
  await expect.element(addNote).toHaveFocus()
})

test('changes by others do not move the focus or the caret to another entry', async () => {
  const { editAsOther } = await openNotes(undefined)
  const mine = ((await openNote(2)).element() as HTMLTextAreaElement).value
  const count = bins.elements().length
  expect(count).toBeGreaterThan(3)
  const deleteFirst = () => editAsOther('notes', (notes) => notes.slice(1))
  deleteFirst()
  await expectCount(bins, count - 1)
  await expect.element(note(1)).toHaveValue(mine)
  await expect.element(note(1)).toHaveFocus()
  // The note being edited is deleted: further typing must not go into another one.
  deleteFirst()
  await expectCount(bins, count - 2)
  const others = shownNotes()
  expect(others).toHaveLength(count - 2)
  await expectCount(panel.getByRole('textbox'), 0)
  await type('and on')
  expect(shownNotes()).toEqual(others)
  // If the focused delete button is gone, no other delete button gets the focus.
  await focus(button('Delete note 1'))
  deleteFirst()
  await expectCount(bins, count - 3)
  await expect.element(button('Move note 1')).toHaveFocus()
})
