import { randomUUID } from 'node:crypto'
import { expect, type TestServer, test } from './fixtures.ts'
import { button, expectSaved, field, fillField, noteTexts, openField, openNote, panel, tab } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { shareWithEverybody, storedNotes, storeSection } from './stored-plan.ts'

/* Escape means 'not this', in everything that opens in place and in the edit modes. */

test.use({ isSignedIn: true })

const read = (server: TestServer, query: string, tripId: string) => server.database.prepare(query).pluck().all(tripId)
const storedDates = (server: TestServer, tripId: string) =>
  read(server, 'select departure_date from trips where id = ?', tripId)

const note = (text: string) => ({ id: randomUUID(), text })

test('a detail gets back the text and the date that it had, also after they were saved', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Not this', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Destination', 'Pog Lake')
  await fillField(page, 'Entry gate', 'West Gate')
  await fillField(page, 'Departure date', '2031-07-02')
  await expectSaved(page)
  await page.reload()

  await openField(page, 'Destination')
  await page.keyboard.press('End')
  await page.keyboard.type(', site 412')
  const stored = () => read(server, 'select destination_name from trips where id = ?', id)
  await expect.poll(stored).toEqual(['Pog Lake, site 412'])
  await page.keyboard.press('Escape')
  await expect(panel(page).getByRole('button', { name: 'Destination Pog Lake', exact: true })).toBeFocused()
  await expect.poll(stored).toEqual(['Pog Lake'])

  await (await openField(page, 'Departure date')).fill('2031-08-20')
  await expect.poll(() => storedDates(server, id)).toEqual(['2031-08-20'])
  await page.keyboard.press('Escape')
  const departure = panel(page).getByRole('button', { name: /^Departure date/ })
  await expect(departure).toBeFocused()
  await expect(departure).toContainText('Jul 2')
  await expect.poll(() => storedDates(server, id)).toEqual(['2031-07-02'])

  // Enter and a press elsewhere keep what is typed.
  await (await openField(page, 'Entry gate')).fill('East Gate')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Entry gate East Gate' })).toBeFocused()
  await page.reload()
  await expect(panel(page).getByRole('button', { name: 'Destination Pog Lake', exact: true })).toBeVisible()
  await expect(departure).toContainText('Jul 2')
  await expect(panel(page).getByRole('button', { name: 'Entry gate East Gate' })).toBeVisible()
})

test('a note and a date stay as they are once others have changed them too', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Not this', type: 'car_trip' })
  shareWithEverybody(server, id)
  await storeSection(page, server, id, 'notes', [note('Bring ice')])
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Departure date', '2031-07-02')
  await expectSaved(page)
  for (const each of [page, friend]) await each.goto(`/trip/${id}`)

  const mine = await openNote(page, 1)
  await page.keyboard.type(' and salt')
  const theirs = await openNote(friend, 1)
  await expect(theirs).toHaveValue('Bring ice and salt')
  await friend.keyboard.press('Home')
  await friend.keyboard.type('Leave at 8')
  await friend.keyboard.press('Shift+Enter')
  await expect(mine).toHaveValue('Leave at 8\nBring ice and salt')
  await page.keyboard.press('End')
  await page.keyboard.type(', a lot')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Edit note 1')).toBeFocused()
  await expect(noteTexts(page)).toHaveText('Leave at 8\nBring ice and salt, a lot')
  await expect.poll(() => storedNotes(server, id)).toEqual(['Leave at 8\nBring ice and salt, a lot'])

  const dates = () => storedDates(server, id)
  const departure = panel(page).getByRole('button', { name: /^Departure date/ })
  const date = await openField(page, 'Departure date')
  await date.fill('2031-08-20')
  await expect.poll(dates).toEqual(['2031-08-20'])
  await (await openField(friend, 'Departure date')).fill('2031-09-05')
  await expect(date).toHaveValue('2031-09-05')
  await date.fill('2031-09-06')
  await page.keyboard.press('Escape')
  await expect(departure).toContainText('Sep 6')
  await expect.poll(dates).toEqual(['2031-09-06'])

  // Half typed, the field looks empty, also after somebody has removed the date.
  await openField(page, 'Departure date')
  await page.keyboard.press('Backspace')
  await expect(date).toHaveValue('')
  await (await openField(friend, 'Departure date')).fill('')
  await expect.poll(dates).not.toEqual(['2031-09-06'])
  await expect(date).toHaveAttribute('data-stored', '')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Add departure date')).toBeFocused()
})

test('a date that is half typed and a note that was just added are gone', async ({ page, server, createTrip }) => {
  const id = await createTrip(page, { name: 'Not this', type: 'car_trip' })
  await storeSection(page, server, id, 'notes', [note('Bring ice')])
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Departure date', '2031-07-02')
  await expectSaved(page)
  await page.reload()

  const date = await openField(page, 'Departure date')
  await page.keyboard.press('Backspace')
  await expect(date).toHaveValue('')
  await page.keyboard.press('Escape')
  const departure = panel(page).getByRole('button', { name: /^Departure date/ })
  await expect(departure).toBeFocused()
  await expect(departure).toContainText('Jul 2')

  await button(page, 'Add Note').click()
  await page.keyboard.type('No idea')
  await expect.poll(() => storedNotes(server, id)).toEqual(['Bring ice', 'No idea'])
  await page.keyboard.press('Escape')
  await expect(noteTexts(page)).toHaveCount(1)
  await expect.poll(() => storedNotes(server, id)).toEqual(['Bring ice'])
})

test('only the field with the focus gets its text back: the others of an activity are done', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Not this', type: 'car_trip' })
  const swim = {
    id: randomUUID(),
    time: '9:00 AM',
    activity: 'Swim',
    description: 'In the bay',
    duration: '2 hours',
    mapUrl: '',
    icon: 'Activity',
  }
  await storeSection(page, server, id, 'itinerary', { 1: { title: 'Monday', light: [swim], hard: [] } })
  await page.goto(`/trip/${id}?tab=itinerary`)
  await panel(page).getByText('In the bay').click()
  await page.keyboard.type(', all of us')
  const name = field(page, 'Activity')
  await name.click()
  await page.keyboard.press('End')
  await page.keyboard.type(' and dive')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Edit Swim')).toBeFocused()
  await expect(panel(page).getByText('In the bay, all of us')).toBeVisible()
  await expect
    .poll(() => read(server, 'select activity_name from itinerary_activities where trip_id = ?', id))
    .toEqual(['Swim'])

  // A name has no line breaks, so a pasted one becomes a space.
  await button(page, 'Edit Swim').click()
  await expect(name).toBeFocused()
  await page.keyboard.press('End')
  await page.evaluate(() => document.execCommand('insertText', false, ' fast\nand dive'))
  await expect(name).toHaveValue('Swim fast and dive')
  await page.keyboard.press('Escape')
  await expect(button(page, 'Edit Swim')).toBeFocused()

  await panel(page).getByRole('heading', { name: 'Monday' }).getByRole('button').click()
  const day = panel(page).getByRole('region', { name: 'Day 1', exact: true })
  await day.getByLabel('Day 1', { exact: true }).fill('Tuesday')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByRole('heading', { name: 'Monday' }).getByRole('button')).toBeFocused()
})

test('in an edit mode Escape is Cancel, unless something was changed or typed', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Not this', type: 'air_travel' })
  for (const [name, edit, first] of [
    ['Food & Meals', 'Edit meal plan', 'Servings'],
    ['Checklist', 'Edit checklist', 'Item name'],
  ] as const) {
    await page.goto(`/trip/${id}`)
    await tab(page, name).click()
    await button(page, edit).click()
    const input = panel(page).getByLabel(first, { exact: true }).first()
    await input.focus()
    await page.keyboard.press('Escape')
    await expect(button(page, edit)).toBeFocused()
    await expect(input).toHaveCount(0)

    await button(page, edit).click()
    // A negative number of servings is not passed on.
    await input.fill('-4')
    await page.keyboard.press('Escape')
    await expect(input).toHaveValue('-4')
    await button(page, 'Cancel').click()
    await expect(button(page, edit)).toBeVisible()
  }
})

test('by touch, a detail gets back its text with the Escape of a keyboard', async ({ openSignedIn, createTrip }) => {
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'Not this', type: 'air_travel' })
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Flight carrier', 'TAP')
  await expectSaved(page)
  await page.reload()
  const row = panel(page).getByRole('button', { name: 'Flight carrier TAP', exact: true })
  await row.tap()
  await page.keyboard.type(' Air Portugal')
  await page.keyboard.press('Escape')
  await expect(row).toBeFocused()
})
