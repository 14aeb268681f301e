import { expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import type { Activity, Itinerary } from '#domain/plan/itinerary.ts'
import type { TripType } from '#domain/trip.ts'
import { stopClock } from '#web/testing/clock.ts'
import { activity, itineraryDay } from '#web/testing/itinerary.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, press, pressOn, type } from '#web/testing/screen.ts'
import { ItineraryTab } from './trip-tab.tsx'

const LIGHT = 'Light Activities'
const HARD = 'Physically Challenging'

const days = page.getByRole('region', { name: /^Day \d+$/ })
const day = (number: number) => page.getByRole('region', { name: `Day ${number}`, exact: true })
const title = (number: number) => day(number).getByRole('heading', { level: 3 })
const column = (number: number, level: string) =>
  day(number).getByRole('region', { name: `${level}, day ${number}`, exact: true })
const activities = (number: number, level: string) => column(number, level).getByRole('listitem')
const notes = page.getByRole('region', { name: 'Important Notes', exact: true })
const addDay = page.getByRole('button', { name: 'Add Day', exact: true })
const removeDay = page.getByRole('button', { name: /^Remove day/ })
const emptySentence = page.getByText('No itinerary data available')
/** Opens the fields of one activity. */
const open = (one: Locator) => one.getByRole('button', { name: /^Edit / }).click()
const allFields = () => document.querySelectorAll('input, textarea').length

/** The names of a column's activities, whether shown as text or in fields. */
const namesIn = (number: number, level: string): string[] =>
  activities(number, level)
    .elements()
    .map((one) => one.querySelector('[data-part=activity]'))
    .map((one) => (one instanceof HTMLTextAreaElement ? one.value : (one?.textContent ?? '')))

async function openItinerary(itinerary: Itinerary | undefined, tripType?: TripType): Promise<OpenedTrip> {
  const opened = await openTrip({ type: tripType, values: itinerary && { itinerary } })
  opened.show(<ItineraryTab trip={opened.trip} failures={{}} />)
  return opened
}

const storedDays = ({ stored }: OpenedTrip) =>
  Object.entries(stored('itinerary')).map(([number, { title }]) => ({ day_number: Number(number), title }))

/** The names of all stored activities, by day and level. */
const storedNames = ({ stored }: OpenedTrip) =>
  Object.values(stored('itinerary')).flatMap(({ light, hard }) => [...light, ...hard].map((one) => one.activity))

/** Works with a stopped clock, because the save does not wait for a pause. */
async function expectSavedAtOnce({ sent }: OpenedTrip, requests: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(1)
  await expect.poll(() => sent('itinerary').length).toBe(requests)
  // The request and its answer take a timer each.
  await vi.advanceTimersByTimeAsync(10)
}

/** Four days, each with both levels, their headings and activities. Returns their text. */
async function readSample(light: string, hard: string): Promise<string> {
  await expectCount(days, 4)
  for (const number of [1, 2, 3, 4]) {
    await expect.element(title(number)).toHaveTextContent(new RegExp(`^Day ${number}: \\S`))
    await expectCount(day(number).getByRole('region'), 2)
    for (const level of [light, hard]) {
      await expect.element(column(number, level).getByRole('heading', { name: level })).toBeVisible()
      expect(activities(number, level).elements()).not.toHaveLength(0)
    }
  }
  return [1, 2, 3].map((number) => day(number).element().textContent).join('\n')
}

test('ITIN-1, ITIN-3, ITIN-4, ITIN-6, ITIN-13..17, TMPL-24, TMPL-25, TMPL-31..35, CONST-17 a road trip starts with four days in two columns and its own notes', async () => {
  await openItinerary(undefined, 'car_trip')
  await expect.element(page.getByRole('heading', { name: 'Adventure Itinerary', exact: true })).toBeVisible()
  const text = await readSample(LIGHT, HARD)
  for (const number of [1, 2, 3, 4]) {
    const light = column(number, LIGHT).element().getBoundingClientRect()
    const hard = column(number, HARD).element().getBoundingClientRect()
    expect(light.y).toBe(hard.y)
    expect(hard.x).toBeGreaterThanOrEqual(light.right)
  }
  expect(text).toMatch(/\bTrail\b/)
  expect(text).toMatch(/canoe/i)
  expect(text).toMatch(/wildlife viewing/i)

  for (const part of ['What to Bring', 'Safety Reminders'])
    expect(notes.getByRole('region', { name: part }).getByRole('listitem').elements()).not.toHaveLength(0)
  expect(notes.element().querySelectorAll('input, textarea, button')).toHaveLength(0)
  const advice = notes.element().textContent

  await openItinerary(undefined, 'air_travel')
  await expect.element(notes.getByRole('region', { name: 'What to Bring' })).toBeVisible()
  expect(notes.element().textContent).not.toBe(advice)
})

test('ITIN-2, ITIN-5, ITIN-7, TMPL-40, TMPL-42..47, CONST-19 an air trip starts with four days at two paces', async () => {
  await openItinerary(undefined, 'air_travel')
  await expect.element(page.getByRole('heading', { name: 'Travel Itinerary', exact: true })).toBeVisible()
  const text = await readSample('Relaxed Pace', 'Intensive Schedule')
  for (const sample of [/airport arrival/i, /museum/i, /market/i, /day trip/i]) expect(text).toMatch(sample)
})

for (const [tripType, named] of [
  ['car_trip', 'New Adventure Day'],
  ['air_travel', 'New Travel Day'],
] as const)
  test(`ITIN-8, ITIN-11, ITIN-12, ITIN-20, SAVE-24, SAVE-25, TMPL-14, TMPL-15, TMPL-48, VALID-47 days are added after the highest and removed at once, except the last one: ${named}`, async () => {
    const opened = await openItinerary({ 2: itineraryDay('Only', ['Swim']), 4: itineraryDay('Last') }, tripType)
    await expectCount(days, 2)
    stopClock()

    await addDay.first().click()
    await expect.element(title(5)).toHaveTextContent(new RegExp(`^Day 5: ${named}$`))
    for (const level of day(5).getByRole('region').all()) await expectCount(level.getByRole('listitem'), 2)
    await expectSavedAtOnce(opened, 1)
    expect(storedDays(opened)).toEqual([
      { day_number: 2, title: 'Only' },
      { day_number: 4, title: 'Last' },
      { day_number: 5, title: `Day 5: ${named}` },
    ])
    expect(opened.stored('itinerary')[5]).toMatchObject({ light: [{}, {}], hard: [{}, {}] })

    await vi.advanceTimersByTimeAsync(2500)
    await button('Remove day 4').click()
    await expectCount(day(4), 0)
    await expectSavedAtOnce(opened, 2)
    await expectCount(days, 2)
    expect(storedDays(opened)).toMatchObject([{ day_number: 2 }, { day_number: 5 }])

    await vi.advanceTimersByTimeAsync(2500)
    await button('Remove day 5').click()
    await expectCount(days, 1)
    await expectCount(removeDay, 0)
    await button('Undo').click()
    await expect.element(title(5)).toHaveTextContent(new RegExp(`^Day 5: ${named}$`))
    await expectCount(removeDay, 2)
  })

test('ITIN-3 an activity becomes editable when pressed, until Escape or a press elsewhere', async () => {
  const opened = await openItinerary({ 1: itineraryDay('Monday', ['Swim', 'Nap'], ['Climb']) })
  const about = page.getByText('All about Swim', { exact: true })
  await expect.element(about).toBeVisible()
  expect(allFields()).toBe(0)
  await expectCount(page.getByRole('listitem').filter({ hasText: 'All about' }), 3)

  // The pressed text gets the focus, with the caret at its end.
  await about.click()
  const swim = activities(1, LIGHT).nth(0)
  await expect.element(swim.getByLabelText('Description', { exact: true })).toHaveFocus()
  await type(', early')
  // Another person's change to the same activity is shown next to what is typed.
  opened.server.editAsOther('itinerary', (itinerary) => {
    const monday = itinerary[1]
    if (!monday) return itinerary
    const [first, ...rest] = monday.light
    return { ...itinerary, 1: { ...monday, light: first ? [{ ...first, time: '5:30 AM' }, ...rest] : rest } }
  })
  await expect.element(swim.getByLabelText('Time', { exact: true })).toHaveValue('5:30 AM')
  await expect.element(swim.getByLabelText('Description', { exact: true })).toHaveFocus()

  // Opening another activity closes this one, which shows what was typed.
  await activities(1, HARD).getByText('Climb', { exact: true }).click()
  const climb = activities(1, HARD).getByLabelText('Activity', { exact: true })
  await expect.element(climb).toHaveFocus()
  await expect.poll(allFields).toBe(5)
  await expect.element(swim).toHaveTextContent('All about Swim, early')

  // By keyboard: Escape closes the fields, Enter opens them, Tab leaves them.
  await press('Escape')
  await expect.poll(allFields).toBe(0)
  await expect.element(button('Edit Climb')).toHaveFocus()
  await press('Enter')
  await expect.element(climb).toHaveFocus()
  await expect.element(climb).toHaveValue('Climb')
  button('Remove Climb').element().focus()
  await expect.poll(allFields).toBe(5)
  await userEvent.tab()
  await expect.poll(allFields).toBe(0)
  title(1).getByRole('button').element().focus()
  await press('Enter')
  await expect.element(day(1).getByLabelText('Day 1', { exact: true })).toHaveFocus()
  await type(' morning')
  await press('Enter')
  await expect.element(title(1)).toHaveTextContent(/^Monday morning$/)
  expect(allFields()).toBe(0)

  // A press elsewhere closes it and still has its own effect.
  await open(swim)
  await expect.poll(allFields).toBe(5)
  await addDay.first().click()
  await expect.poll(allFields).toBe(0)
  await expectCount(days, 2)
  await expect
    .poll(() => opened.stored('itinerary')[1]?.light[0], { timeout: 5000 })
    .toMatchObject({ description: 'All about Swim, early', time: '5:30 AM' })
  await expect.poll(() => storedDays(opened)[0]).toMatchObject({ title: 'Monday morning' })
})

test('ITIN-9, ITIN-10, SAVE-22, SAVE-23, TMPL-16..20 adds and removes an activity at once; Undo restores it', async () => {
  const opened = await openItinerary({
    1: itineraryDay('Monday', ['Swim', 'Nap'], ['Climb']),
    2: itineraryDay('Tuesday', ['Read']),
  })
  await expectCount(page.getByRole('button', { name: 'Add Activity' }), 4)
  stopClock()

  await column(1, HARD).getByRole('button', { name: 'Add Activity' }).click()
  await expectCount(activities(1, HARD), 2)
  const added = activities(1, HARD).nth(1)
  await expect.element(added.getByRole('textbox', { name: 'Activity', exact: true })).toHaveFocus()
  for (const [label, value] of [
    ['Time', '12:00 PM'],
    ['Activity', 'New Activity'],
    ['Description', 'Activity description'],
    ['Duration', '1 hour'],
    ['Map URL', ''],
  ] as const)
    await expect.element(added.getByRole('textbox', { name: label, exact: true })).toHaveValue(value)
  await expectSavedAtOnce(opened, 1)
  expect(storedNames(opened)).toEqual(['Swim', 'Nap', 'Climb', 'New Activity', 'Read'])
  expect(opened.stored('itinerary')[1]?.hard[1]).toMatchObject({ activity: 'New Activity', mapUrl: '' })
  await expectCount(activities(1, LIGHT), 2)
  await expectCount(activities(2, HARD), 0)

  await vi.advanceTimersByTimeAsync(2500)
  await button('Remove Swim').click()
  await expectCount(activities(1, LIGHT), 1)
  await expectSavedAtOnce(opened, 2)
  expect(storedNames(opened)).toEqual(['Nap', 'Climb', 'New Activity', 'Read'])

  await vi.advanceTimersByTimeAsync(2500)
  const removed = page.getByText('Removed “Swim”')
  await expect.element(removed).toBeVisible()
  await button('Undo').click()
  await expect.poll(() => namesIn(1, LIGHT)).toEqual(['Swim', 'Nap'])
  await expectCount(removed, 0)
  await expectSavedAtOnce(opened, 3)
  expect(storedNames(opened)).toEqual(['Swim', 'Nap', 'Climb', 'New Activity', 'Read'])
})

test('VALID-43 only http and https URLs become map links; any other text stays text', async () => {
  const opened = await openItinerary({ 1: itineraryDay('Monday', ['Swim']) })
  const storedUrl = () => opened.stored('itinerary')[1]?.light[0]?.mapUrl
  const field = activities(1, LIGHT).getByLabelText('Map URL')
  const link = activities(1, LIGHT).getByRole('link')
  await expect.element(activities(1, LIGHT)).not.toHaveTextContent(/map/i)
  await open(activities(1, LIGHT))
  await expect.element(field).toHaveAttribute('type', 'url')
  await expectCount(link, 0)
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,<h1>Map</h1>',
    'ftp://maps.example',
    'the red map',
    '//maps.example',
  ]) {
    await field.fill(text)
    await expect.element(field).toHaveValue(text)
    await expectCount(link, 0)
  }
  await expect.poll(storedUrl, { timeout: 5000 }).toBe('//maps.example')
  for (const address of ['http://maps.example/a', 'https://www.openstreetmap.org/way/1']) {
    await field.fill(address)
    await expect.element(link).toHaveAttribute('href', address)
    await expect.element(link).toHaveAttribute('rel', expect.stringMatching(/noopener/))
    await expect.element(link).toHaveAttribute('target', '_blank')
  }
  await expect.poll(storedUrl, { timeout: 5000 }).toBe('https://www.openstreetmap.org/way/1')
  await field.fill('')
  await expectCount(link, 0)
  await expect.poll(storedUrl, { timeout: 5000 }).toBe('')
})

test('ITIN-8, ITIN-19 an empty itinerary says so, until a day is added', async () => {
  const opened = await openItinerary({})
  await expect.element(emptySentence).toBeVisible()
  await addDay.click()
  await expect.element(title(1)).toHaveTextContent(/^Day 1: New Adventure Day$/)
  await expectCount(emptySentence, 0)
  await expect.poll(() => storedDays(opened)).toHaveLength(1)
  await expectCount(removeDay, 0)
})

test('of an activity, the field with the focus is taken back: the others are done', async () => {
  const swim: Activity = { ...activity('Swim'), description: 'In the bay' }
  const opened = await openItinerary({ 1: { title: 'Monday', light: [swim], hard: [] } })
  const undo = button('Undo')
  await page.getByText('In the bay').click()
  await type(', all of us')
  const name = page.getByLabelText('Activity', { exact: true })
  await name.click()
  await press('End')
  // A name has no line breaks, so a pasted one becomes a space.
  document.execCommand('insertText', false, ' fast\nand dive')
  await expect.element(name).toHaveValue('Swim fast and dive')
  await press('Escape')
  await expect.element(button('Edit Swim fast and dive')).toHaveFocus()
  await undo.click()
  await expect.element(button('Edit Swim')).toBeVisible()
  await expect.element(page.getByText('In the bay, all of us')).toBeVisible()
  await expect.poll(() => storedNames(opened)).toEqual(['Swim'])

  const titleButton = (text: string) => page.getByRole('heading', { name: text }).getByRole('button')
  await titleButton('Monday').click()
  await day(1).getByLabelText('Day 1', { exact: true }).fill('Tuesday')
  await press('Escape')
  await expect.element(titleButton('Tuesday')).toHaveFocus()
  await userEvent.keyboard('{Control>}z{/Control}')
  await expect.element(titleButton('Monday')).toHaveFocus()
})

test('the itinerary can be edited by keyboard without losing the focus', async () => {
  await openItinerary(undefined)
  const bins = column(1, LIGHT).getByTitle('Remove activity')
  await expect.element(bins.first()).toBeVisible()
  const count = bins.elements().length
  expect(count).toBeGreaterThan(1)
  for (let left = count; left > 1; left--) {
    await pressOn(bins.first(), 'Enter')
    await expectCount(bins, left - 1)
    await expect.element(bins.first()).toHaveFocus()
  }
  await pressOn(bins.first(), 'Enter')
  await expect.element(column(1, LIGHT).getByRole('button', { name: 'Add Activity' })).toHaveFocus()
  const dayCount = removeDay.elements().length
  expect(dayCount).toBeGreaterThan(2)
  await pressOn(removeDay.first(), 'Enter')
  await expectCount(removeDay, dayCount - 1)
  await expect.element(removeDay.first()).toHaveFocus()
  for (let left = dayCount - 1; left > 1; left--) {
    await pressOn(removeDay.first(), 'Enter')
    await expectCount(removeDay, left > 2 ? left - 1 : 0)
  }
  // The last day cannot be removed, so its title gets the focus.
  await expect.element(page.getByRole('button', { name: /^Edit Day \d+/ })).toHaveFocus()
})

test('a column that is out of order is sorted by time at a press, and back by Undo', async () => {
  const at = (name: string, time: string): Activity => ({ ...activity(name), time })
  const plan = [at('Swim', '2:30 PM'), at('Nap', 'after lunch'), at('Row', '9:00 AM')]
  const opened = await openItinerary({ 1: { title: 'Monday', light: plan, hard: [at('Climb', '8:00 AM')] } })
  const sort = page.getByText('Sort by time', { exact: true })
  await expectCount(sort, 1)
  await pressOn(button(`Sort by time: ${LIGHT}, day 1`), 'Enter')
  await expect.poll(() => namesIn(1, LIGHT)).toEqual(['Row', 'Nap', 'Swim'])
  await expectCount(sort, 0)
  await expect.element(column(1, LIGHT).getByRole('button', { name: 'Add Activity' })).toHaveFocus()
  await expect.poll(() => storedNames(opened)).toEqual(['Row', 'Nap', 'Swim', 'Climb'])
  await button('Undo').click()
  await expect.poll(() => namesIn(1, LIGHT)).toEqual(['Swim', 'Nap', 'Row'])
  await expectCount(sort, 1)
})
