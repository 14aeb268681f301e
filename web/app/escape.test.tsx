import { expect, onTestFinished, test } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { localDate } from '#domain/local-date.ts'
import { details } from '#domain/plan/details.ts'
import { newDuty } from '#domain/plan/duties.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { buildParty, buildPerson } from '#domain/testing/people.ts'
import { buildCar } from '#domain/testing/rides.ts'
import { newId } from '#web/data/new-id.ts'
import { plan } from '#web/data/root/plan.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, focus, press, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/*
 * Escape closes a field and saves what was typed, wherever texts are saved as they are typed. The undo bar takes it
 * back, once. In the edit modes, Escape is Cancel as long as nothing was changed.
 */

const panel = page.getByRole('tabpanel')
const undo = button('Undo')
const expectChanged = (name: string) => expect.element(page.getByText(`Changed “${name}”`)).toBeVisible()
const row = (name: string | RegExp) => panel.getByRole('button', { name, exact: true })
const pressUndoKeys = () => userEvent.keyboard('{Control>}z{/Control}')

async function openApp(options: TripOptions = {}): Promise<OpenedTrip> {
  const opened = await openTrip({ members: access(planner(ROBIN, 'owner')), ...options })
  showApp(`/trip/${opened.trip.id}`)
  return opened
}

/** The field of a detail, opened by a press on its row. */
async function openField(label: string): Promise<Locator> {
  await panel.getByRole('button', { name: new RegExp(`^(Add )?${label}`, 'i') }).click()
  const field = panel.getByLabelText(label, { exact: true })
  await expect.element(field).toBeVisible()
  return field
}

/** Lists what is offered to take back from now on. An offer comes a moment after the key, so look a moment later. */
function noteOffers(): string[] {
  const noted: string[] = []
  let shown: string | undefined
  const observer = new MutationObserver(() => {
    const now = /Changed “(.+?)”/.exec(document.body.textContent ?? '')?.[1]
    if (now !== undefined && now !== shown) noted.push(now)
    shown = now
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
  onTestFinished(() => observer.disconnect())
  return noted
}

/** Types something in a detail that is then offered to be taken back, after anything else that would be. */
async function changeDestination(): Promise<void> {
  await openField('Destination')
  await type('!')
  await press('Escape')
  await expectChanged('Destination')
}

test('a detail keeps its text and its date; the undo bar takes back what was typed, by keyboard too', async () => {
  const { stored } = await openApp({
    values: {
      details: {
        ...details.empty,
        destination_name: 'Pog Lake',
        car_trip_entry_gate: 'West Gate',
        departure_date: localDate.parse('2031-07-02'),
      },
    },
  })
  const offers = noteOffers()
  const destination = (text: string) => row(`Destination ${text}`)
  await openField('Destination')
  await press('End')
  await type(', site 412')
  await expect.poll(() => stored('details').destination_name).toBe('Pog Lake, site 412')
  await press('Escape')
  await expect.element(destination('Pog Lake, site 412')).toHaveFocus()
  await expectChanged('Destination')
  await pressUndoKeys()
  await expect.element(destination('Pog Lake')).toHaveFocus()
  await expectCount(undo, 0)
  await expect.poll(() => stored('details').destination_name).toBe('Pog Lake')
  await pressUndoKeys()
  await expect.element(destination('Pog Lake')).toBeVisible()

  await (await openField('Departure date')).fill('2031-08-20')
  await press('Escape')
  const departure = panel.getByRole('button', { name: /^Departure date/ })
  await expect.element(departure).toHaveFocus()
  await expect.element(departure).toHaveTextContent('Aug 20')
  await expect.poll(() => stored('details').departure_date).toBe('2031-08-20')
  await undo.click()
  await expect.element(departure).toHaveTextContent('Jul 2')
  await expect.poll(() => stored('details').departure_date).toBe('2031-07-02')

  // Half typed, it was never stored.
  const date = await openField('Departure date')
  await press('Backspace')
  await expect.element(date).toHaveValue('')
  await press('Escape')
  await expect.element(departure).toHaveTextContent('Jul 2')
  await expectCount(undo, 0)

  // Enter and a press elsewhere mean it as well, so nothing is offered.
  await (await openField('Entry gate')).fill('East Gate')
  await press('Enter')
  await expect.element(row('Entry gate East Gate')).toHaveFocus()
  await expectCount(undo, 0)
  await changeDestination()
  expect(offers).toEqual(['Destination', 'Departure date', 'Destination'])
})

test('a map address that gets its scheme when the field closes is taken back too', async () => {
  await openApp()
  await (await openField('Map embed URL')).fill('maps.example/camp')
  await press('Escape')
  await expect.element(row('Map embed URL https://maps.example/camp')).toHaveFocus()
  await undo.click()
  await expect.element(button('Add map embed URL')).toBeVisible()
})

test('a text that others have changed too stays as it is, and is not offered', async () => {
  const { stored, editAsOther } = await openApp({
    values: {
      details: { ...details.empty, destination_name: 'Pog Lake' },
      notes: [{ id: newId(), text: 'Bring ice' }],
    },
  })
  const texts = () => stored('notes').map(({ text }) => text)
  const notes = page.getByRole('region', { name: 'Trip Notes & Reminders' })
  await notes.getByRole('listitem').getByRole('paragraph').click()
  const mine = notes.getByLabelText('Note 1', { exact: true })
  await expect.element(mine).toHaveFocus()
  await press('End')
  await type(' and salt')
  await expect.poll(texts).toEqual(['Bring ice and salt'])
  const offers = noteOffers()
  editAsOther('notes', (before) => before.map((note) => ({ ...note, text: `Leave at 8\n${note.text}` })))
  await expect.element(mine).toHaveValue('Leave at 8\nBring ice and salt')
  await press('End')
  await type(', a lot')
  await press('Escape')
  await expect.element(button('Edit note 1')).toHaveFocus()
  await expect
    .poll(() => notes.getByRole('listitem').getByRole('paragraph').element().textContent)
    .toBe('Leave at 8\nBring ice and salt, a lot')
  await expect.poll(texts).toEqual(['Leave at 8\nBring ice and salt, a lot'])
  await expectCount(undo, 0)
  await changeDestination()
  expect(offers).toEqual(['Destination'])
})

const kim = buildPerson('Kim', { food_note: 'No fish' })

async function openPerson(): Promise<void> {
  await page.getByRole('main').getByRole('listitem').getByRole('button').filter({ hasText: 'Kim' }).first().click()
  await button('Edit').click()
}

const dialogFields: { tab: string; open: () => Promise<void>; label: string; was: string }[] = [
  { tab: 'people', open: openPerson, label: 'Anything else about food', was: 'No fish' },
  { tab: 'people', open: openPerson, label: 'Medical notes', was: '' },
  { tab: 'rides', open: () => button(/^Edit .*car$/).click(), label: 'Leaves from', was: 'Market' },
  {
    tab: 'rides&view=duties',
    open: () => panel.getByRole('button', { name: /^Cook: /i }).click(),
    label: 'Note',
    was: 'Early',
  },
  { tab: 'shopping', open: () => button('Details of Ice').click(), label: 'Note', was: '' },
]

for (const { tab, open, label, was } of dialogFields)
  test(`dialogs of the group that save what is typed do the same: ${label} (${tab})`, async () => {
    const { trip } = await openApp({
      values: {
        people: [buildParty(kim)],
        rides: { cars: [buildCar(kim.id, { place: 'Market' })], riders: [] },
        duties: { duties: [{ ...newDuty(newId(), 'cook'), note: 'Early' }], volunteers: [] },
        shopping: { items: [newShoppingItem(newId(), 'Ice')], states: [], purchases: [] },
      },
    })
    // No private details yet.
    plan.findPlan(trip.id)?.receive({ private: { version: 0, value: [] } })
    showApp(`/trip/${trip.id}/group?tab=${tab}`)
    await open()
    const input = dialog().getByLabelText(label, { exact: true })
    await expect.element(input).toHaveValue(was)
    await focus(input)
    await press('End')
    await type(' and so on')
    await press('Escape')
    await expectCount(dialog(), 0)
    await expectChanged(label)
    await open()
    await expect.element(input).toHaveValue(`${was} and so on`)
    await press('Escape')
    await undo.click()
    await open()
    await expect.element(input).toHaveValue(was)
  })

test('in an edit mode Escape is Cancel, unless something was changed or typed', async () => {
  await openApp({ type: 'air_travel' })
  for (const [name, edit, first] of [
    ['Food & Meals', 'Edit meal plan', 'Servings'],
    ['Checklist', 'Edit checklist', 'Item name'],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await button(edit).click()
    const input = panel.getByLabelText(first, { exact: true }).first()
    await focus(input)
    await press('Escape')
    await expect.element(button(edit)).toHaveFocus()
    await expectCount(input, 0)

    await button(edit).click()
    // A negative number of servings is not passed on.
    await input.fill('-4')
    await press('Escape')
    await expect.element(input).toHaveValue(name === 'Checklist' ? '-4' : -4)
    await button('Cancel').click()
    await expect.element(button(edit)).toBeVisible()
  }
})

test('on a phone, a detail gets back its text by the undo bar', async () => {
  await page.viewport(390, 844)
  await openApp({
    type: 'air_travel',
    values: { details: { ...details.empty, air_travel_flight_info: { carrier: 'TAP', flightNumber: '' } } },
  })
  const carrier = (text: string) => row(`Flight carrier ${text}`)
  await carrier('TAP').click()
  await type(' Air Portugal')
  await press('Escape')
  await expect.element(carrier('TAP Air Portugal')).toHaveFocus()
  await undo.click()
  await expect.element(carrier('TAP')).toBeVisible()
})
