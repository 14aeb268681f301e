import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import type { Mutation } from '#domain/operations/operation.ts'
import { expectOnlyLogged, withFullDisk } from './failures.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { countRequests } from './held-requests.ts'
import { countSends, holdSends, mutationsOf, waitForSend } from './operations.ts'
import { openNote, saveState } from './page-parts.ts'
import { paste } from './paste.ts'
import { touchPhone } from './phone.ts'
import { markAsSaved, shareWithEverybody, stopClock, storedNotes } from './stored-plan.ts'

test.use({ isSignedIn: true })

const TRIP = /^\/api\/trips\/[0-9a-f-]{36}$/

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

interface NoteRow {
  note_text: string
  order_index: number
}

function noteRows(server: TestServer, tripId: string): NoteRow[] {
  const select = 'select note_text, order_index from trip_notes where trip_id = ? order by order_index'
  return server.database.prepare(select).all(tripId) as NoteRow[]
}

/** Stores these notes as if somebody had saved them. Returns their ids. */
function storeNotes(server: TestServer, tripId: string, texts: string[]): string[] {
  const { database } = server
  const insert = database.prepare('insert into trip_notes (trip_id, id, note_text, order_index) values (?, ?, ?, ?)')
  const ids = texts.map(() => randomUUID() as string)
  for (const [index, text] of texts.entries()) insert.run(tripId, ids[index], text, index)
  markAsSaved(server, tripId, 'notes')
  return ids
}

/** Runs a mutation and returns what is sent. Fails if nothing is sent while the page's clock is stopped. */
async function sentBy(page: Page, mutation: () => Promise<void>): Promise<Mutation[]> {
  const request = waitForSend(page, 'notes')
  await mutation()
  return mutationsOf(await request)
}

test('NOTE-2, CALL-DATA-18, CALL-DATA-19 stored notes keep their order, and reading stores no sample', async ({
  page,
  server,
  createTrip,
}) => {
  const sample = await createTrip(page, { name: 'By road', type: 'car_trip' })
  const stored = await createTrip(page, { name: 'With notes', type: 'car_trip' })
  storeNotes(server, stored, ['zebra', 'Apple', 'mango'])
  server.database
    .prepare("update trip_notes set order_index = 10 where trip_id = ? and note_text = 'zebra'")
    .run(stored)

  await page.goto(`/trip/${sample}`)
  await expect(panel(page).getByRole('heading', { name: 'Trip Notes & Reminders' })).toBeVisible()
  expect(storedNotes(server, sample)).toEqual([])

  const opened = countRequests(page, 'GET', TRIP)
  await page.goto(`/trip/${stored}`)
  await expect(noteTexts(page)).toHaveCount(3)
  expect(await shownNotes(page)).toEqual(['Apple', 'mango', 'zebra'])
  expect(await opened()).toBe(1)
  const rows = panel(page).getByRole('listitem')
  for (const number of [1, 2, 3])
    await expect(rows.nth(number - 1).getByText(`${number}.`, { exact: true })).toBeVisible()
})

test('NOTE-3..5, SAVE-4, SAVE-15..17, CALL-DATA-20, CALL-DATA-21, DATA-12, DATA-13 notes are added, edited, deleted and restored, each as one operation, stored at once', async ({
  page,
  server,
  createTrip,
}) => {
  await page.clock.install()
  const other = await createTrip(page, { name: 'Another one', type: 'car_trip' })
  const id = await createTrip(page, { name: 'Bon Echo', type: 'car_trip' })
  storeNotes(server, other, ['Stays', 'as it is'])
  const [tarps, rope] = storeNotes(server, id, ['Tarps', 'Rope'])
  await page.goto(`/trip/${id}`)
  await expect(noteTexts(page)).toHaveCount(2)
  const saves = countSends(page, 'notes')
  await stopClock(page)
  /** Immediate edits may wait for another request, but not for a pause in typing. */
  const settle = async () => {
    await expect(saveState(page)).toHaveText('Saved')
    await page.clock.runFor(400)
  }

  const added = await sentBy(page, async () => {
    await panel(page).getByRole('button', { name: 'Add Note' }).click()
    await page.clock.runFor(0)
  })
  expect(added).toEqual([
    { do: 'insert', at: [expect.any(String)], entry: { id: expect.any(String), text: '' }, after: rope },
  ])
  const [axe] = added[0]?.at ?? []
  await expect(note(page, 3)).toBeFocused()
  await expect.poll(() => storedNotes(server, id)).toEqual(['Tarps', 'Rope', ''])

  await settle()
  const edited = await sentBy(page, async () => {
    await (await openNote(page, 3)).fill('Axe, in its sheath')
    await page.clock.runFor(400)
  })
  expect(edited).toEqual([{ do: 'set', at: [axe, 'text'], to: 'Axe, in its sheath', was: '' }])
  await expect.poll(() => storedNotes(server, id)).toEqual(['Tarps', 'Rope', 'Axe, in its sheath'])

  await settle()
  const deleted = await sentBy(page, async () => {
    await deleteNote(page, 1).click()
    await page.clock.runFor(400)
  })
  const was = { id: tarps, text: 'Tarps' }
  expect(deleted).toEqual([{ do: 'remove', at: [tarps], was, after: null }])
  expect(await shownNotes(page)).toEqual(['Rope', 'Axe, in its sheath'])
  await expect
    .poll(() => noteRows(server, id))
    .toEqual([
      { note_text: 'Rope', order_index: 0 },
      { note_text: 'Axe, in its sheath', order_index: 1 },
    ])
  expect(await saves()).toBe(3)

  await settle()
  const offer = panel(page).getByRole('status').filter({ hasText: 'Removed note 1' })
  const restored = await sentBy(page, async () => {
    await offer.getByRole('button', { name: 'Undo' }).click()
    await page.clock.runFor(400)
  })
  expect(restored).toEqual([{ do: 'restore', at: [tarps], was, after: null }])
  await expect(offer).toHaveCount(0)
  await expect.poll(() => storedNotes(server, id)).toEqual(['Tarps', 'Rope', 'Axe, in its sheath'])
  // The undo offer disappears, and the deletion stays.
  await settle()
  await deleteNote(page, 2).click()
  await expect(panel(page).getByText('Removed note 2')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(panel(page).getByText('Removed note 2')).toHaveCount(0)
  await expect.poll(() => storedNotes(server, id)).toEqual(['Tarps', 'Axe, in its sheath'])
  expect(storedNotes(server, other)).toEqual(['Stays', 'as it is'])

  await page.reload()
  await expect.poll(() => shownNotes(page)).toEqual(['Tarps', 'Axe, in its sheath'])
})

test('NOTE-2, NOTE-4 all notes can be deleted, and an emptied list stays empty', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'No notes', type: 'air_travel' })
  await page.goto(`/trip/${id}`)
  await openNote(page, 1)
  const count = await noteTexts(page).count()
  expect(count).toBeGreaterThan(1)
  for (let left = count; left > 0; left -= 1) {
    await deleteNote(page, 1).click()
    await expect(noteTexts(page)).toHaveCount(left - 1)
  }
  await expect(saveState(page)).toHaveText('Saved')
  expect(storedNotes(server, id)).toEqual([])
  await page.reload()
  await expect(panel(page).getByRole('button', { name: 'Add Note' })).toBeVisible()
  await expect(noteTexts(page)).toHaveCount(0)
})

test('an added note in which somebody else writes stays', async ({ page, friend, server, createTrip }) => {
  const id = await createTrip(page, { name: 'For two', type: 'car_trip' })
  storeNotes(server, id, ['First'])
  shareWithEverybody(server, id)
  for (const each of [page, friend]) await each.goto(`/trip/${id}`)
  await (await openNote(page, 1)).press('Enter')
  await expect(note(page, 2)).toBeFocused()
  await expect.poll(() => storedNotes(server, id)).toEqual(['First', ''])
  // Neither knows of the other's edit when it is sent.
  const release = await holdSends(page)
  await (await openNote(friend, 2)).fill('From a friend')
  await (await openNote(page, 1)).press('End')
  release()
  await expect.poll(() => storedNotes(server, id)).toEqual(['First', 'From a friend'])
  await expect.poll(() => shownNotes(page)).toEqual(['First', 'From a friend'])
})

test('NOTE-3, SAVE-4, DATA-13 reorders notes by dragging their grip and with the arrow keys', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Order', type: 'car_trip' })
  storeNotes(server, id, ['one', 'two', 'three', 'four'])
  await page.goto(`/trip/${id}`)
  const grip = (number: number) => panel(page).getByRole('button', { name: `Move note ${number}`, exact: true })

  await grip(1).focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => shownNotes(page)).toEqual(['two', 'one', 'three', 'four'])
  // The grip moves with its note and keeps the focus.
  await expect(grip(2)).toBeFocused()
  await expect(panel(page).getByRole('status').filter({ hasText: 'now 2 of 4' })).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => shownNotes(page)).toEqual(['two', 'three', 'one', 'four'])
  await expect.poll(() => storedNotes(server, id)).toEqual(['two', 'three', 'one', 'four'])

  await drag(page, grip(4), noteTexts(page).nth(0))
  await expect.poll(() => shownNotes(page)).toEqual(['four', 'two', 'three', 'one'])
  await expect.poll(() => storedNotes(server, id)).toEqual(['four', 'two', 'three', 'one'])

  // Escape cancels the move.
  await drag(page, grip(1), noteTexts(page).nth(3), async () => {
    await expect.poll(() => shownNotes(page)).toEqual(['two', 'three', 'one', 'four'])
    await page.keyboard.press('Escape')
  })
  await expect.poll(() => shownNotes(page)).toEqual(['four', 'two', 'three', 'one'])
  await drag(page, grip(1), noteTexts(page).nth(2))
  await expect.poll(() => storedNotes(server, id)).toEqual(['two', 'three', 'four', 'one'])
  await page.reload()
  await expect.poll(() => shownNotes(page)).toEqual(['two', 'three', 'four', 'one'])
})

/** Drags a grip slightly past the middle of another row. */
async function drag(page: Page, grip: Locator, target: Locator, beforeDrop?: () => Promise<void>): Promise<void> {
  // Near an edge of the window the page scrolls during a drag, the farther the slower the machine is.
  await target.evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const [from, to] = [await grip.boundingBox(), await target.boundingBox()]
  if (!from || !to) throw new Error('The rows are not shown')
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2]
  await page.mouse.move(from.x + from.width / 2, fromY)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, toY + 5 * Math.sign(toY - fromY), { steps: 8 })
  await beforeDrop?.()
  await page.mouse.up()
}

test('NOTE-3, DATA-13 stores any text exactly: markup, emoji, right to left, odd spaces, maximum length', async ({
  page,
  server,
  createTrip,
}) => {
  const texts = [
    `<img src=x onerror="alert(1)"> & '; drop table trip_notes; --`,
    'Sé̩ 🏕️👩‍👩‍👧‍👦🇨🇦 日本 \\ %00 "',
    'مخيم الغابة عند البحيرة — שלום, 3 أيام',
    '  spaces before, a\ttab, and two lines after\n\n',
    '🌲'.repeat(2500),
  ]
  const id = await createTrip(page, { name: 'Texts', type: 'car_trip' })
  storeNotes(server, id, [''])
  await page.goto(`/trip/${id}`)
  for (const [index, text] of texts.entries()) {
    if (index > 0) await panel(page).getByRole('button', { name: 'Add Note' }).click()
    await (await openNote(page, index + 1)).fill(text)
  }
  await (await openNote(page, 5)).press('End')
  await page.keyboard.type('x')
  await expect.poll(() => storedNotes(server, id)).toEqual(texts)
  await page.reload()
  await expect.poll(() => shownNotes(page)).toEqual(texts)
})

test('ERR-14, ERR-53, SAVE-15, SAVE-16 a failed save is only logged, and is retried until it succeeds', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|will be sent again|Failed to save notes/)
  await page.clock.install()
  const id = await createTrip(page, { name: 'Full disk', type: 'car_trip' })
  storeNotes(server, id, ['Before'])
  await page.goto(`/trip/${id}`)
  await expect(await openNote(page, 1)).toHaveValue('Before')
  await withFullDisk(server, 'trip_notes', id, async () => {
    await stopClock(page)
    await expectOnlyLogged(page, 'Failed to save notes', async () => {
      await (await openNote(page, 1)).fill('Written while the disk was full')
      await page.clock.runFor(400)
    })
    await panel(page).getByRole('button', { name: 'Add Note' }).click()
    await (await openNote(page, 2)).fill('One more')
    await expect(saveState(page)).toHaveText('Saving...')
    // The server rolled back the failed save.
    expect(storedNotes(server, id)).toEqual(['Before'])
  })
  await expect(async () => {
    await page.clock.runFor(1000)
    expect(storedNotes(server, id)).toEqual(['Written while the disk was full', 'One more'])
  }).toPass()
  expect(await shownNotes(page)).toEqual(['Written while the disk was full', 'One more'])
})

test('SAVE-4, DATA-13 two people edit, add, delete and reorder notes at the same time without losing anything', async ({
  page,
  server,
  openSignedIn,
  createTrip,
}) => {
  const phone = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'Together', type: 'car_trip' })
  storeNotes(server, id, ['Firewood', 'Water', 'Permit', 'Maps'])
  for (const one of [page, phone]) {
    await one.goto(`/trip/${id}`)
    await expect(noteTexts(one)).toHaveCount(4)
  }
  const releases = [await holdSends(page), await holdSends(phone)]
  await (await openNote(page, 1)).fill('Firewood: 6 bags')
  await deleteNote(page, 3).click()
  await panel(page).getByRole('button', { name: 'Add Note' }).click()
  await page.keyboard.type('From the desk')
  await (await openNote(phone, 2)).fill('Water: 80 L')
  await panel(phone).getByRole('button', { name: 'Move note 4', exact: true }).focus()
  await phone.keyboard.press('ArrowUp')
  await panel(phone).getByRole('button', { name: 'Add Note' }).click()
  await phone.keyboard.type('From the phone')
  for (const release of releases) release()
  const all = ['Firewood: 6 bags', 'From the desk', 'From the phone', 'Maps', 'Water: 80 L']
  await expect.poll(() => storedNotes(server, id).toSorted()).toEqual(all)
  for (const one of [page, phone]) {
    await expect(saveState(one)).not.toHaveText('Saving...')
    await one.reload()
    await expect.poll(async () => (await shownNotes(one)).toSorted()).toEqual(all)
  }
  expect(await shownNotes(page)).toEqual(await shownNotes(phone))
})

test('SAVE-4, DATA-13 two people write into one note, online and offline, and both texts are kept', async ({
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
  storeNotes(server, id, ['Allergies:'])
  shareWithEverybody(server, id)
  for (const each of [page, friend]) {
    await each.goto(`/trip/${id}`)
    await expect(await openNote(each, 1)).toHaveValue('Allergies:')
  }
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

test('NOTE-3 reports at the field what part of a paste does not fit, and keeps the existing text', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Too long', type: 'car_trip' })
  const typed = 'x'.repeat(4990)
  storeNotes(server, id, [`Buy: ${typed}`, 'Last'])
  await page.goto(`/trip/${id}`)
  const ready = page.waitForResponse(/\/cut-pastes-/)
  const destination = page.getByLabel('Destination', { exact: true })
  await destination.fill('Pog Lake')
  await (await ready).finished()
  const alert = page.getByRole('tabpanel').getByRole('alert')

  // One line: the browser cuts it. Paste until there is a message: the script may have loaded but not run yet.
  await expect(async () => {
    await paste(destination, '!'.repeat(600))
    await expect(alert).toHaveText(
      /^(What you pasted is too long for this field, so its last 108 characters were|There’s no space left for what you pasted)/,
      {
        timeout: 1000,
      },
    )
  }).toPass()
  await expect(destination).toHaveValue(`Pog Lake${'!'.repeat(492)}`)
  await expectNoAxeFindings(page)
  await destination.fill('Pog Lake')
  await expect(alert).toHaveCount(0)

  // Several lines, in the middle of a text.
  await (await openNote(page, 1)).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
  await paste(note(page, 1), `bread and butter\nwood\n${'z'.repeat(5001)}`)
  await expect(alert).toHaveText('2 lines were too long, so their ends were left out.')
  await expect(await openNote(page, 1)).toHaveValue(`Buy:bread ${typed}`)
  await expect(await openNote(page, 2)).toHaveValue('wood')
})
