import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import type { Mutation } from '#domain/operations/operation.ts'
import type { TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { pass, stopClock } from '#web/testing/clock.ts'
import { holdSends } from '#web/testing/hold.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { expectCount, expectText, paste, press, pressOn, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* The notes on the page of their trip: what is sent of them, and what is said of them. */

const panel = page.getByRole('region', { name: 'Trip Notes & Reminders' })
const rows = panel.getByRole('listitem')
const note = (number: number) => panel.getByLabelText(`Note ${number}`, { exact: true })
const deleteNote = (number: number) => panel.getByRole('button', { name: `Delete note ${number}`, exact: true })
const saveState = page.getByRole('banner').getByRole('status')

/** The notes as they read; one that is open is a text area. */
const shownNotes = (): string[] =>
  [...(panel.query()?.querySelectorAll('li p, li textarea') ?? [])].map((part) =>
    part instanceof HTMLTextAreaElement ? part.value : (part.textContent ?? ''),
  )
const storedNotes = ({ stored }: OpenedTrip): string[] => stored('notes').map(({ text }) => text)

async function openNotes(texts?: string[], tripType?: TripType): Promise<OpenedTrip & { ids: string[] }> {
  const notes = texts?.map((text) => ({ id: newId(), text }))
  const opened = await openTrip({ type: tripType, values: notes && { notes } })
  showApp(`/trip/${opened.trip.id}`)
  await expect.element(panel.getByRole('heading', { name: 'Trip Notes & Reminders' })).toBeVisible()
  await expect.element(panel.getByRole('button', { name: 'Add Note' })).toBeVisible()
  return { ...opened, ids: notes?.map(({ id }) => id) ?? [] }
}

/** The field of a note. Unless it is open already, it is opened by a press on the note. */
async function openNote(number: number): Promise<Locator> {
  if (!note(number).query())
    await rows
      .nth(number - 1)
      .getByRole('paragraph')
      .click()
  await expect.element(note(number)).toBeVisible()
  return note(number)
}

test('NOTE-2 stored notes are shown in their order, numbered, and reading sends nothing', async () => {
  const { server } = await openNotes(['Apple', 'mango', 'zebra'])
  expect(shownNotes()).toEqual(['Apple', 'mango', 'zebra'])
  for (const number of [1, 2, 3])
    await expect.element(rows.nth(number - 1).getByText(`${number}.`, { exact: true })).toBeVisible()
  expect(server.received).toEqual([])
})

test('NOTE-3..5, SAVE-4, SAVE-15..17, CALL-DATA-20, CALL-DATA-21 notes are added, edited, deleted and restored, each as one operation, stored at once', async () => {
  const opened = await openNotes(['Tarps', 'Rope'])
  const [tarps, rope] = opened.ids
  stopClock('Date')
  /** What is sent by one edit: immediate edits may wait for another request, but not for a pause in typing. */
  const sentBy = async (edit: () => Promise<void>): Promise<Mutation[]> => {
    await pass(400)
    const before = opened.server.received.length
    await edit()
    await pass(0)
    await pass(400)
    expect(opened.server.received.length).toBe(before + 1)
    await expectText(saveState, 'Saved')
    const [sent = []] = opened.server.received.slice(before)
    return sent.map(({ id: _id, when: _when, section: _section, ...mutation }) => mutation)
  }

  const added = await sentBy(() => panel.getByRole('button', { name: 'Add Note' }).click())
  expect(added).toEqual([
    { do: 'insert', at: [expect.any(String)], entry: { id: expect.any(String), text: '' }, after: rope },
  ])
  const [axe] = added[0]?.at ?? []
  await expect.element(note(3)).toHaveFocus()
  expect(storedNotes(opened)).toEqual(['Tarps', 'Rope', ''])

  const edited = await sentBy(async () => (await openNote(3)).fill('Axe, in its sheath'))
  expect(edited).toEqual([{ do: 'set', at: [axe, 'text'], to: 'Axe, in its sheath', was: '' }])
  expect(storedNotes(opened)).toEqual(['Tarps', 'Rope', 'Axe, in its sheath'])

  const deleted = await sentBy(() => deleteNote(1).click())
  const was = { id: tarps, text: 'Tarps' }
  expect(deleted).toEqual([{ do: 'remove', at: [tarps], was, after: null }])
  expect(shownNotes()).toEqual(['Rope', 'Axe, in its sheath'])
  expect(storedNotes(opened)).toEqual(['Rope', 'Axe, in its sheath'])

  const offer = panel.getByRole('status').filter({ hasText: 'Removed note 1' })
  const restored = await sentBy(() => offer.getByRole('button', { name: 'Undo' }).click())
  expect(restored).toEqual([{ do: 'restore', at: [tarps], was, after: null }])
  await expectCount(offer, 0)
  expect(storedNotes(opened)).toEqual(['Tarps', 'Rope', 'Axe, in its sheath'])

  // The undo offer disappears, and the deletion stays.
  await sentBy(() => deleteNote(2).click())
  await expect.element(panel.getByText('Removed note 2')).toBeVisible()
  await pass(10_000)
  await expectCount(panel.getByText('Removed note 2'), 0)
  expect(storedNotes(opened)).toEqual(['Tarps', 'Axe, in its sheath'])
  expect(shownNotes()).toEqual(['Tarps', 'Axe, in its sheath'])
})

test('NOTE-2, NOTE-4 all notes can be deleted, and an emptied list stays empty', async () => {
  const opened = await openNotes(undefined, 'air_travel')
  await openNote(1)
  const count = shownNotes().length
  expect(count).toBeGreaterThan(1)
  for (let left = count; left > 0; left -= 1) {
    await deleteNote(1).click()
    await expect.poll(() => shownNotes().length).toBe(left - 1)
  }
  await expectText(saveState, 'Saved')
  expect(storedNotes(opened)).toEqual([])
  await opened.forget()
  showApp(`/trip/${opened.trip.id}`)
  await expect.element(panel.getByRole('button', { name: 'Add Note' })).toBeVisible()
  expect(shownNotes()).toEqual([])
})

test('an added note in which somebody else writes stays', async () => {
  const opened = await openNotes(['First'])
  await openNote(1)
  await press('Enter')
  await expect.element(note(2)).toHaveFocus()
  await expect.poll(() => storedNotes(opened)).toEqual(['First', ''])
  await expectText(saveState, 'Saved')
  // Neither knows of the other's edit when it is sent.
  const { release } = holdSends(opened.server)
  await pressOn(await openNote(1), 'End')
  await expect.poll(shownNotes).toEqual(['First'])
  await expectText(saveState, 'Saving...')
  opened.editAsOther('notes', (notes) => notes.map((one, at) => (at === 1 ? { ...one, text: 'From a friend' } : one)))
  release()
  await expect.poll(() => storedNotes(opened)).toEqual(['First', 'From a friend'])
  await expect.poll(shownNotes).toEqual(['First', 'From a friend'])
})

test('NOTE-3 stores any text exactly: markup, emoji, right to left, odd spaces, maximum length', async () => {
  const texts = [
    `<img src=x onerror="alert(1)"> & '; drop table trip_notes; --`,
    'Sé̩ 🏕️👩‍👩‍👧‍👦🇨🇦 日本 \\ %00 "',
    'مخيم الغابة عند البحيرة — שלום, 3 أيام',
    '  spaces before, a\ttab, and two lines after\n\n',
    '🌲'.repeat(2500),
  ]
  const opened = await openNotes([''])
  for (const [index, text] of texts.entries()) {
    if (index > 0) await panel.getByRole('button', { name: 'Add Note' }).click()
    await (await openNote(index + 1)).fill(text)
  }
  await pressOn(note(5), 'End')
  await type('x')
  await expect.poll(() => storedNotes(opened)).toEqual(texts)
  await opened.forget()
  showApp(`/trip/${opened.trip.id}`)
  await expect.poll(shownNotes).toEqual(texts)
})

test('NOTE-3 reports at the field what part of a paste does not fit, and keeps the existing text', async () => {
  const typed = 'x'.repeat(4990)
  await openNotes([`Buy: ${typed}`, 'Last'])
  const destination = page.getByLabelText('Destination', { exact: true })
  await destination.fill('Pog Lake')
  const alert = page.getByRole('tabpanel').getByRole('alert')

  // One line: the browser cuts it. Paste until there is a message: the script loads with the first field.
  await expect
    .poll(() => {
      paste(destination, '!'.repeat(600))
      return alert.query()?.textContent
    })
    .toMatch(
      /^(What you pasted is too long for this field, so its last 108 characters were|There’s no space left for what you pasted)/,
    )
  await expect.element(destination).toHaveValue(`Pog Lake${'!'.repeat(492)}`)
  await expectNoAxeFindings()
  await destination.fill('Pog Lake')
  await expectCount(alert, 0)

  // Several lines, in the middle of a text.
  const area = (await openNote(1)).element() as HTMLTextAreaElement
  area.setSelectionRange(4, 4)
  paste(note(1), `bread and butter\nwood\n${'z'.repeat(5001)}`)
  await expect.element(alert).toHaveTextContent('2 lines were too long, so their ends were left out.')
  await expect.element(await openNote(1)).toHaveValue(`Buy:bread ${typed}`)
  await expect.element(await openNote(2)).toHaveValue('wood')
})
