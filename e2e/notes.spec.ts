import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { expect, type TestServer, test } from './fixtures.ts'
import { holdSends } from './operations.ts'
import { openNote } from './page-parts.ts'
import { markAsSaved, shareWithEverybody, storedNotes } from './stored-plan.ts'

/* Two people on their devices. What one of them does: web/app/notes.test.tsx. */

test.use({ isSignedIn: true })

const panel = (page: Page) => page.getByRole('region', { name: 'Trip Notes & Reminders' })
/** The notes as they read; one that is open is a text area. */
const noteTexts = (page: Page) => panel(page).getByRole('listitem').locator('p, textarea')
const note = (page: Page, number: number) => panel(page).getByLabel(`Note ${number}`, { exact: true })
const deleteNote = (page: Page, number: number) =>
  panel(page).getByRole('button', { name: `Delete note ${number}`, exact: true })

const shownNotes = (page: Page): Promise<string[]> =>
  noteTexts(page).evaluateAll((parts) =>
    parts.map((part) => (part instanceof HTMLTextAreaElement ? part.value : (part.textContent ?? ''))),
  )

/** Stores these notes as if somebody had saved them. */
function storeNotes(server: TestServer, tripId: string, texts: string[]): void {
  const { database } = server
  const insert = database.prepare('insert into trip_notes (trip_id, id, note_text, order_index) values (?, ?, ?, ?)')
  for (const [index, text] of texts.entries()) insert.run(tripId, randomUUID(), text, index)
  markAsSaved(server, tripId, 'notes')
}

test('SAVE-4, DATA-13 two people change notes at the same time, and write into one, online and offline: both texts are kept', async ({
  page,
  friend,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(
    /Failed to load resource: net::ERR_INTERNET_DISCONNECTED|did not reach the server|ERR_INTERNET_DISCONNECTED/,
  )
  // The merge script loads on demand, perhaps while offline. The server merges the texts anyway.
  allowConsole(/The code that merges texts could not be loaded/)
  const id = await createTrip(page, { name: 'Everybody writes', type: 'car_trip' })
  storeNotes(server, id, ['Allergies:', 'Firewood', 'Water', 'Permit', 'Maps'])
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await each.goto(`/trip/${id}`)
    await expect(await openNote(each, 1)).toHaveValue('Allergies:')
  }
  // Both edit, delete, add and move, and neither knows of the other's edits.
  const holds = [await holdSends(page), await holdSends(friend)]
  await (await openNote(page, 2)).fill('Firewood: 6 bags')
  await deleteNote(page, 4).click()
  await panel(page).getByRole('button', { name: 'Add Note' }).click()
  await page.keyboard.type('From the desk')
  await (await openNote(friend, 3)).fill('Water: 80 L')
  await panel(friend).getByRole('button', { name: 'Move note 5', exact: true }).focus()
  // Above the note that the other person changes.
  for (let times = 0; times < 3; times++) await friend.keyboard.press('ArrowUp')
  await panel(friend).getByRole('button', { name: 'Add Note' }).click()
  await friend.keyboard.type('From the friend')
  for (const release of holds) release()
  const others = ['Firewood: 6 bags', 'From the desk', 'From the friend', 'Maps', 'Water: 80 L']
  await expect.poll(() => storedNotes(server, id).slice(1).toSorted()).toEqual(others)
  // The note that was added after 'Maps' follows it if the friend's move arrives first.
  expect([
    ['Allergies:', 'Maps', 'From the desk', 'Firewood: 6 bags', 'Water: 80 L', 'From the friend'],
    ['Allergies:', 'Maps', 'Firewood: 6 bags', 'Water: 80 L', 'From the friend', 'From the desk'],
  ]).toContainEqual(storedNotes(server, id))
  for (const each of [page, friend]) {
    await openNote(each, 1)
    await expect.poll(async () => (await shownNotes(each)).slice(1).toSorted()).toEqual(others)
  }
  for (const each of [page, friend]) await expect.poll(() => shownNotes(each)).toEqual(storedNotes(server, id))

  const add = async (each: Page, text: string) => {
    await (await openNote(each, 1)).press('ControlOrMeta+End')
    await each.keyboard.press('Shift+Enter')
    await each.keyboard.type(text)
  }
  const linesIn = (text = '') => text.split('\n').filter(Boolean).toSorted()
  const linesOf = async (each: Page) => linesIn(await (await openNote(each, 1)).inputValue())
  const stored = () => linesIn(storedNotes(server, id)[0])

  // Both saves are held until both have typed, so neither is based on the other.
  const releases = [await holdSends(page), await holdSends(friend)]
  await Promise.all([add(page, 'Ana: peanuts, carries EpiPen'), add(friend, 'Ben: wheat')])
  for (const release of releases) release()
  const both = ['Allergies:', 'Ana: peanuts, carries EpiPen', 'Ben: wheat']
  await expect.poll(stored).toEqual(both)
  for (const each of [page, friend]) await expect.poll(() => linesOf(each)).toEqual(both)

  // Typing in the middle of the text continues there when another person's line arrives.
  await (await openNote(page, 1)).press('ControlOrMeta+End')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('End')
  const [line = ''] = (await note(page, 1).inputValue()).split('\n').slice(-2)
  await page.keyboard.type(', and')
  await add(friend, 'Eli: everything')
  await expect.poll(() => linesOf(page)).toContain('Eli: everything')
  await page.keyboard.type(' more')
  both.push('Eli: everything')
  both.splice(both.indexOf(line), 1, `${line}, and more`)
  both.sort()
  await expect.poll(stored).toEqual(both)
  await expect.poll(() => linesOf(friend)).toEqual(both)

  // A line or word that somebody has begun stays theirs when another person adds a line.
  await (await openNote(friend, 1)).press('ControlOrMeta+End')
  await friend.keyboard.press('Shift+Enter')
  const started = await note(friend, 1).inputValue()
  await expect(await openNote(page, 1)).toHaveValue(started)
  await add(page, 'Fay: ')
  await expect.poll(() => linesOf(friend)).toContain('Fay: ')
  await friend.keyboard.type('Gus: fish')
  await expect.poll(() => linesOf(page)).toContain('Gus: fish')
  await page.keyboard.type('nuts')
  both.push('Fay: nuts', 'Gus: fish')
  both.sort()
  await expect.poll(stored).toEqual(both)

  await page.context().setOffline(true)
  await add(page, 'Cem: no pork')
  await add(friend, 'Dana: lactose')
  await expect.poll(stored).toEqual([...both, 'Dana: lactose'].toSorted())
  await page.context().setOffline(false)
  const all = [...both, 'Cem: no pork', 'Dana: lactose'].toSorted()
  await expect.poll(stored).toEqual(all)
  for (const each of [page, friend]) await expect.poll(() => linesOf(each)).toEqual(all)
})
