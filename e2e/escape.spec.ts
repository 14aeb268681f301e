import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newDuty } from '#domain/plan/duties.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { button, dialog, expectSaved, fillField, noteTexts, openField, openNote, panel, tab } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { shareWithEverybody, storedNotes } from './stored-plan.ts'

/*
 * Escape closes a field and saves what was typed, wherever texts are saved as they are typed. The undo bar takes it
 * back, once. In the edit modes, Escape is Cancel as long as nothing was changed.
 */

test.use({ isSignedIn: true })

const read = (server: TestServer, query: string, tripId: string) => server.database.prepare(query).pluck().all(tripId)
const storedDates = (server: TestServer, tripId: string) =>
  read(server, 'select departure_date from trips where id = ?', tripId)

const note = (text: string) => ({ id: randomUUID(), text })

const undo = (page: Page) => button(page, 'Undo')
const expectChanged = (page: Page, name: string) => expect(page.getByText(`Changed “${name}”`)).toBeVisible()

test('a detail keeps its text and its date; the undo bar takes back what was typed, by keyboard too', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Saved', type: 'car_trip' })
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
  const destination = (text: string) => panel(page).getByRole('button', { name: `Destination ${text}`, exact: true })
  await expect(destination('Pog Lake, site 412')).toBeFocused()
  await expectChanged(page, 'Destination')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(destination('Pog Lake')).toBeFocused()
  await expect(undo(page)).toHaveCount(0)
  await expect.poll(stored).toEqual(['Pog Lake'])
  await page.keyboard.press('ControlOrMeta+z')
  await expect(destination('Pog Lake')).toBeVisible()

  await (await openField(page, 'Departure date')).fill('2031-08-20')
  await page.keyboard.press('Escape')
  const departure = panel(page).getByRole('button', { name: /^Departure date/ })
  await expect(departure).toBeFocused()
  await expect(departure).toContainText('Aug 20')
  await expect.poll(() => storedDates(server, id)).toEqual(['2031-08-20'])
  await undo(page).click()
  await expect(departure).toContainText('Jul 2')
  await expect.poll(() => storedDates(server, id)).toEqual(['2031-07-02'])

  // Half typed, it was never stored.
  const date = await openField(page, 'Departure date')
  await page.keyboard.press('Backspace')
  await expect(date).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(departure).toContainText('Jul 2')
  await expect(undo(page)).toHaveCount(0)

  // Enter and a press elsewhere mean it as well, so nothing is offered.
  await (await openField(page, 'Entry gate')).fill('East Gate')
  await page.keyboard.press('Enter')
  await expect(panel(page).getByRole('button', { name: 'Entry gate East Gate' })).toBeFocused()
  await expect(undo(page)).toHaveCount(0)
})

test('a map address that gets its scheme when the field closes is taken back too', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Saved', type: 'car_trip' })
  await page.goto(`/trip/${id}`)
  await (await openField(page, 'Map embed URL')).fill('maps.example/camp')
  await page.keyboard.press('Escape')
  await expect(panel(page).getByRole('button', { name: 'Map embed URL https://maps.example/camp' })).toBeFocused()
  await undo(page).click()
  await expect(button(page, 'Add map embed URL')).toBeVisible()
})

test('a text that others have changed too stays as it is, and is not offered', async ({
  page,
  friend,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Saved', type: 'car_trip', plan: { notes: [note('Bring ice')] } })
  shareWithEverybody(server, id)
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
  await expect(undo(page)).toHaveCount(0)
})

test('dialogs of the group that save what is typed do the same', async ({ page, createTrip }) => {
  const kim = buildPerson('Kim', { food_note: 'No fish' })
  const id = await createTrip(page, {
    name: 'Saved',
    type: 'car_trip',
    plan: {
      people: [buildParty(kim)],
      rides: { cars: [buildCar(kim.id, { place: 'Market' })], riders: [] },
      duties: { duties: [{ ...newDuty(randomUUID(), 'cook'), note: 'Early' }], volunteers: [] },
      shopping: { items: [newShoppingItem(randomUUID(), 'Ice')], states: [], purchases: [] },
    },
  })
  const openPerson = async () => {
    await page.getByRole('main').getByRole('listitem').getByRole('button').filter({ hasText: 'Kim' }).first().click()
    await button(page, 'Edit').click()
  }
  const fields: { tab: string; open: () => Promise<void>; label: string; was: string }[] = [
    { tab: 'people', open: openPerson, label: 'Anything else about food', was: 'No fish' },
    { tab: 'people', open: openPerson, label: 'Medical notes', was: '' },
    { tab: 'rides', open: () => button(page, /^Edit .*car$/).click(), label: 'Leaves from', was: 'Market' },
    {
      tab: 'rides&view=duties',
      open: () =>
        panel(page)
          .getByRole('button', { name: /^Cook: /i })
          .click(),
      label: 'Note',
      was: 'Early',
    },
    { tab: 'shopping', open: () => button(page, 'Details of Ice').click(), label: 'Note', was: '' },
  ]
  for (const { tab, open, label, was } of fields) {
    await page.goto(`/trip/${id}/group?tab=${tab}`)
    await open()
    const input = dialog(page).getByLabel(label, { exact: true })
    await expect(input).toHaveValue(was)
    await input.focus()
    await page.keyboard.press('End')
    await page.keyboard.type(' and so on')
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toHaveCount(0)
    await expectChanged(page, label)
    await open()
    await expect(input).toHaveValue(`${was} and so on`)
    await page.keyboard.press('Escape')
    await undo(page).click()
    await open()
    await expect(input).toHaveValue(was)
  }
})

test('in an edit mode Escape is Cancel, unless something was changed or typed', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Saved', type: 'air_travel' })
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

test('by touch, a detail gets back its text by the undo bar', async ({ openSignedIn, createTrip }) => {
  const page = await openSignedIn(touchPhone)
  const id = await createTrip(page, { name: 'Saved', type: 'air_travel' })
  await page.goto(`/trip/${id}`)
  await fillField(page, 'Flight carrier', 'TAP')
  await expectSaved(page)
  await page.reload()
  const row = (text: string) => panel(page).getByRole('button', { name: `Flight carrier ${text}`, exact: true })
  await row('TAP').tap()
  await page.keyboard.type(' Air Portugal')
  await page.keyboard.press('Escape')
  await expect(row('TAP Air Portugal')).toBeFocused()
  await undo(page).tap()
  await expect(row('TAP')).toBeVisible()
})
