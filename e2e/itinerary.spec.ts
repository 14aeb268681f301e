import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { itineraryDay } from '#web/testing/itinerary.ts'
import { expectOnlyLogged, failNextSave, withoutTable } from './failures.ts'
import { expect, expectNoAxeFindings, type TestServer, test } from './fixtures.ts'
import { openTabWhileLoading } from './held-requests.ts'
import { countSends, holdSends, mutationsOf, waitForSend } from './operations.ts'
import { button, saveState } from './page-parts.ts'
import { advanceUntilSaved, markAsSaved, shareWithEverybody, stopClock } from './stored-plan.ts'

test.use({ isSignedIn: true })

const LIGHT = 'Light Activities'
const HARD = 'Physically Challenging'
const ICONS = {
  Place: 'MapPin',
  Mountain: 'Mountain',
  Coffee: 'Coffee',
  Sun: 'Sun',
  Activity: 'Activity',
  Clock: 'Clock',
} as const

const tab = (page: Page) => page.getByRole('tabpanel', { name: 'Itinerary' })
const days = (page: Page) => tab(page).getByRole('region', { name: /^Day \d+$/ })
const day = (page: Page, number: number) => tab(page).getByRole('region', { name: `Day ${number}`, exact: true })
const title = (page: Page, number: number) => day(page, number).getByRole('heading', { level: 3 })
async function writeTitle(page: Page, number: number, text: string): Promise<void> {
  await title(page, number).getByRole('button').click()
  await day(page, number).getByLabel(`Day ${number}`, { exact: true }).fill(text)
}
const column = (page: Page, number: number, level: string) =>
  day(page, number).getByRole('region', { name: `${level}, day ${number}`, exact: true })
const activities = (page: Page, number: number, level: string) => column(page, number, level).getByRole('listitem')
/** Opens the fields of one activity. */
const open = (one: Locator) => one.getByRole('button', { name: /^Edit / }).click()
const openItinerary = (page: Page, id: string) => page.goto(`/trip/${id}?tab=itinerary`)

interface ActivityRow {
  id: string
  day_number: number
  activity_level: string
  activity_name: string
  order_index: number
  map_url: string | null
  place_id: string | null
}

function activityRows(server: TestServer, id: string): ActivityRow[] {
  const rows = server.database.prepare(
    'select * from itinerary_activities where trip_id = ? order by day_number, activity_level desc, order_index',
  )
  return rows.all(id) as ActivityRow[]
}

const namesOf = (rows: ActivityRow[]) => rows.map((row) => row.activity_name)
const dayRows = (server: TestServer, id: string) =>
  server.database.prepare('select day_number, title from itinerary_days where trip_id = ? order by day_number').all(id)

/** The names of a column's activities, whether shown as text or in fields. */
function namesIn(page: Page, number: number, level: string): Promise<string[]> {
  const names = activities(page, number, level).locator('[data-part=activity]')
  return names.evaluateAll((all) =>
    all.map((one) => (one instanceof HTMLTextAreaElement ? one.value : (one.textContent ?? ''))),
  )
}

test('ITIN-8 day links lead to each day; a new day scrolls into view and gets the focus', async ({
  page,
  createTrip,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const full = (name: string) => itineraryDay(name, ['Swim', 'Nap'], ['Climb', 'Run'])
  const itinerary = { 1: full('Monday'), 2: full('Tuesday'), 3: full('Wednesday') }
  const id = await createTrip(page, { name: 'Jump', type: 'car_trip', plan: { itinerary } })
  await openItinerary(page, id)
  const dayLinks = tab(page).getByRole('navigation', { name: 'Days' }).getByRole('button')
  await expect(dayLinks).toHaveText(['Day 1', 'Day 2', 'Day 3'])
  /** A day is in view if its title is visible below the header. */
  const expectInView = async (number: number) => {
    await expect(day(page, number)).toBeFocused()
    await expect(title(page, number)).toBeInViewport({ ratio: 1 })
    const header = await page.getByRole('banner').boundingBox()
    await expect.poll(async () => (await day(page, number).boundingBox())?.y).toBeGreaterThan((header?.height ?? 0) - 1)
  }
  await dayLinks.nth(2).click()
  await expectInView(3)
  await button(page, 'Add Day').last().click()
  await expectInView(4)
  await button(page, 'Add Day').first().click()
  await expectInView(5)
  await expect(dayLinks).toHaveCount(5)
  await expectNoAxeFindings(page)
})

test("SAVE-18..21 shows an edit at once, saves it once 1000 ms after the last key, and shows 'Saved' for 2 s", async ({
  page,
  server,
  createTrip,
}) => {
  await page.clock.install()
  const plan = { 1: itineraryDay('Monday', ['Dunes']) }
  const id = await createTrip(page, { name: 'Pinery', type: 'car_trip', plan: { itinerary: plan } })
  await openItinerary(page, id)
  const name = column(page, 1, LIGHT).getByLabel('Activity', { exact: true })
  await open(activities(page, 1, LIGHT))
  await expect(name).toHaveValue('Dunes')
  await stopClock(page)
  const saves = countSends(page, 'itinerary')
  const release = await holdSends(page)
  const sent = waitForSend(page, 'itinerary')

  await name.press('End')
  await name.pressSequentially(' at')
  await page.clock.runFor(900)
  await name.pressSequentially(' dusk')
  await writeTitle(page, 1, 'Monday evening')
  await page.clock.runFor(999)
  await expect(saveState(page)).toHaveText('')
  expect(await saves()).toBe(0)
  await page.clock.runFor(1)
  await expect(saveState(page)).toHaveText('Saving...')
  await expect(saveState(page).locator('svg')).toBeVisible()
  await expect.poll(saves).toBe(1)
  // However it was typed, there is one operation per field.
  const place = ['1', 'light', plan[1].light[0]?.id]
  expect(mutationsOf(await sent)).toEqual([
    { do: 'set', at: [...place, 'activity'], to: 'Dunes at dusk', was: 'Dunes' },
    { do: 'set', at: ['1', 'title'], to: 'Monday evening', was: 'Monday' },
  ])
  expect(namesOf(activityRows(server, id))).toEqual(['Dunes'])

  release()
  await expect(saveState(page)).toHaveText('Saved')
  await expect(saveState(page).locator('svg')).toBeVisible()
  expect(namesOf(activityRows(server, id))).toEqual(['Dunes at dusk'])
  expect(dayRows(server, id)).toEqual([{ day_number: 1, title: 'Monday evening' }])
  await page.clock.runFor(1999)
  await expect(saveState(page)).toHaveText('Saved')
  await page.clock.runFor(1)
  await expect(saveState(page)).toHaveText('')
  await page.clock.runFor(60_000)
  expect(await saves()).toBe(1)
})

test('SAVE-7, CALL-DATA-34, CALL-DATA-36, CALL-DATA-37, DATA-31, DATA-32, DATA-34..40, CONST-17 all fields are free text, and a save writes only the rows that differ', async ({
  page,
  server,
  createTrip,
}) => {
  const plan = { 1: itineraryDay('Monday', ['Swim'], ['Climb']), 2: itineraryDay('Tuesday', ['Read'], ['Portage']) }
  const id = await createTrip(page, { name: 'Killarney', type: 'car_trip', plan: { itinerary: plan } })
  const other = await createTrip(page, {
    name: 'Another one',
    type: 'car_trip',
    plan: { itinerary: { 1: itineraryDay('Other', ['Other']) } },
  })
  const before = activityRows(server, id)
  const others = activityRows(server, other)
  await openItinerary(page, id)
  await expect(title(page, 2)).toHaveText('Tuesday')
  expect(await namesIn(page, 1, LIGHT)).toEqual(['Swim'])
  expect(await namesIn(page, 1, HARD)).toEqual(['Climb'])
  expect(await namesIn(page, 2, LIGHT)).toEqual(['Read'])
  const edited = activities(page, 2, HARD)
  await open(edited)
  await expect(edited.getByLabel('Time')).toHaveValue('9:00 AM')
  await expectNoAxeFindings(page)
  await expect(edited.getByLabel('Description')).toHaveValue('All about Portage')
  await expect(edited.getByLabel('Duration')).toHaveValue('2 hours')

  await writeTitle(page, 2, 'Tuesday 🛶')
  await open(edited)
  await edited.getByLabel('Time').fill('when the fog lifts')
  await edited.getByLabel('Activity', { exact: true }).fill('Portage <b>to</b> "Threenarrows"')
  // A name is one line, even if it wraps.
  await edited.getByLabel('Activity', { exact: true }).press('Enter')
  await edited.getByLabel('Description').fill('3 km.\nالكثير من البعوض')
  await edited.getByLabel('Duration').fill('half a day')
  await edited.getByLabel('Map URL').fill('www.openstreetmap.org/?mlat=46.1')
  // Leaving the field adds the scheme.
  await edited.getByLabel('Map URL').press('Tab')
  await expect(edited.getByLabel('Map URL')).toHaveValue('https://www.openstreetmap.org/?mlat=46.1')
  await expect(saveState(page)).toHaveText('Saved')
  const after = activityRows(server, id)
  const row = {
    trip_id: id,
    time: '9:00 AM',
    duration: '2 hours',
    map_url: null,
    icon_name: 'Activity',
    place_id: null,
    order_index: 0,
  }
  const rowOf = ({ id, activity, description }: ReturnType<typeof itineraryDay>['light'][number]) => ({
    id,
    activity_name: activity,
    description,
  })
  const [swim, read, climb, portage] = [plan[1].light[0], plan[2].light[0], plan[1].hard[0], plan[2].hard[0]].map(
    (one) => (one ? rowOf(one) : {}),
  )
  expect(after).toEqual([
    { ...row, ...swim, day_number: 1, activity_level: 'light' },
    { ...row, ...climb, day_number: 1, activity_level: 'hard' },
    { ...row, ...read, day_number: 2, activity_level: 'light' },
    {
      ...row,
      ...portage,
      day_number: 2,
      activity_level: 'hard',
      time: 'when the fog lifts',
      activity_name: 'Portage <b>to</b> "Threenarrows"',
      description: '3 km.\nالكثير من البعوض',
      duration: 'half a day',
      map_url: 'https://www.openstreetmap.org/?mlat=46.1',
    },
  ])
  expect(dayRows(server, id)).toEqual([
    { day_number: 1, title: 'Monday' },
    { day_number: 2, title: 'Tuesday 🛶' },
  ])
  // Nothing else has changed, in the other trip neither.
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
  expect(activityRows(server, other)).toEqual(others)

  await page.reload()
  await expect(title(page, 2)).toHaveText('Tuesday 🛶')
  await expect(edited.getByText('الكثير من البعوض')).toBeVisible()
  await open(edited)
  await expect(edited.getByLabel('Description')).toHaveValue('3 km.\nالكثير من البعوض')
  await expect(edited.getByLabel('Map URL')).toHaveValue('https://www.openstreetmap.org/?mlat=46.1')
})

test('CALL-DATA-35, DATA-33, DATA-41, DATA-42, CONST-29 stores each of the six icons; rows keep their order', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Icons', type: 'car_trip' })
  server.database.prepare("insert into itinerary_days (trip_id, day_number, title) values (?, 2, 'Rows')").run(id)
  const columns = 'trip_id, id, day_number, activity_level, time, activity_name, description, duration'
  const insert = server.database.prepare(
    `insert into itinerary_activities (${columns}, order_index, icon_name) values (?, ?, 2, 'light', '', ?, '', '', ?, ?)`,
  )
  const names = Object.values(ICONS)
  for (const [index, name] of [...names.entries()].reverse()) insert.run(id, randomUUID(), `With ${name}`, index, name)
  server.database
    .prepare(
      `insert into itinerary_activities (${columns}, order_index) values (?, ?, 2, 'hard', '', 'Without', '', '', 0)`,
    )
    .run(id, randomUUID())
  markAsSaved(server, id, 'itinerary')
  expect(activityRows(server, id).at(-1)).toMatchObject({ activity_name: 'Without', icon_name: 'Activity' })

  await openItinerary(page, id)
  await expect(activities(page, 2, LIGHT)).toHaveCount(6)
  expect(await namesIn(page, 2, LIGHT)).toEqual(names.map((name) => `With ${name}`))
  const drawings = new Set<string>()
  /** The icon of an activity outside edit mode. */
  const readIcon = (name: string, word: string) =>
    tab(page)
      .getByRole('listitem')
      .filter({ hasText: name })
      .getByRole('img', { name: word, exact: true })
      .evaluate((icon) => icon.innerHTML)
  for (const [word, name] of Object.entries(ICONS)) drawings.add(await readIcon(`With ${name}`, word))
  expect(drawings.size).toBe(6)
  const drawingOf = (label: string) => button(page, label).locator('svg').innerHTML()
  expect(await readIcon('Without', 'Activity')).toBe(await readIcon('With Activity', 'Activity'))
  await open(activities(page, 2, HARD))

  let shown = 'Activity'
  for (const word of ['Place', 'Mountain', 'Coffee', 'Sun', 'Clock', 'Activity'] as const) {
    await button(page, `Icon for Without: ${shown}`).click()
    await expect(page.getByRole('menuitem')).toHaveText(Object.keys(ICONS))
    await page.getByRole('menuitem', { name: word, exact: true }).click()
    await expect(button(page, `Icon for Without: ${word}`)).toBeVisible()
    await expect(page.getByRole('menu')).toHaveCount(0)
    expect(await drawingOf(`Icon for Without: ${word}`)).toBe(await readIcon(`With ${ICONS[word]}`, word))
    await expect
      .poll(() => activityRows(server, id).at(-1))
      .toMatchObject({ activity_name: 'Without', icon_name: ICONS[word] })
    shown = word
  }
  const stored = server.database
    .prepare('select distinct icon_name from itinerary_activities where trip_id = ?')
    .pluck()
    .all(id)
  expect(stored.toSorted()).toEqual(names.toSorted())
})

test('SAVE-7, DATA-31 reorders activities by dragging their grip and by the arrow keys', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, {
    name: 'Order',
    type: 'car_trip',
    plan: { itinerary: { 1: itineraryDay('Monday', ['First', 'Second', 'Third']) } },
  })
  await page.setViewportSize({ width: 1280, height: 1400 })
  await openItinerary(page, id)
  await button(page, 'Move First').focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => namesIn(page, 1, LIGHT)).toEqual(['Second', 'First', 'Third'])
  await expect(button(page, 'Move First')).toBeFocused()
  await expect(page.getByText('First is now 2 of 3')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => namesIn(page, 1, LIGHT)).toEqual(['First', 'Second', 'Third'])

  const drag = async (name: string, onto: number, end: () => Promise<void>) => {
    await button(page, `Move ${name}`).hover()
    await page.mouse.down()
    const box = await activities(page, 1, LIGHT).nth(onto).boundingBox()
    if (!box) throw new Error('The activity is not on the screen')
    await page.mouse.move(box.x + 20, box.y + box.height * 0.9, { steps: 4 })
    await end()
    await page.mouse.up()
  }
  await drag('First', 2, async () => {
    await expect.poll(() => namesIn(page, 1, LIGHT)).toEqual(['Second', 'Third', 'First'])
    await button(page, 'Move First').press('Escape')
  })
  await expect.poll(() => namesIn(page, 1, LIGHT)).toEqual(['First', 'Second', 'Third'])
  await drag('First', 2, async () => {
    await expect.poll(() => namesIn(page, 1, LIGHT)).toEqual(['Second', 'Third', 'First'])
  })
  await expect.poll(() => namesIn(page, 1, LIGHT)).toEqual(['Second', 'Third', 'First'])
  await expect.poll(() => namesOf(activityRows(server, id))).toEqual(['Second', 'Third', 'First'])
  expect(activityRows(server, id).map((row) => row.order_index)).toEqual([0, 1, 2])
  await page.reload()
  await expect.poll(() => namesIn(page, 1, LIGHT)).toEqual(['Second', 'Third', 'First'])
})

test('ITIN-19, ERR-29, ERR-31 an itinerary that fails to load says why', async ({ page, server, createTrip }) => {
  const broken = await createTrip(page, { name: 'Broken', type: 'car_trip' })
  markAsSaved(server, broken, 'itinerary')
  await withoutTable(server, 'itinerary_activities', async () => {
    await openItinerary(page, broken)
    const alert = tab(page).getByRole('alert')
    await expect(alert).toContainText('Error: Failed to load itinerary activities')
    await expect(alert).toContainText(/make sure the backend is connected/i)
    await expect(alert).toContainText(/refresh the page/i)
    await expect(button(page, 'Add Day')).toHaveCount(0)
  })
  await page.reload()
  await expect(tab(page).getByText('No itinerary data available')).toBeVisible()
})

test('ITIN-18 shows that the itinerary is loading', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Patience', type: 'car_trip' })
  const release = await openTabWhileLoading(page, { id, name: 'Patience' }, 'Itinerary')
  await expect(tab(page).getByText('Loading itinerary...')).toBeVisible()
  await expect(tab(page).getByRole('heading', { name: 'Adventure Itinerary' })).toHaveCount(0)
  release()
  await expect(tab(page).getByRole('heading', { name: 'Adventure Itinerary', exact: true })).toBeVisible()
  await expect(page.getByText('Loading itinerary...')).toHaveCount(0)
  await expectNoAxeFindings(page)
})

test('ERR-20, ERR-55 a failed save is only logged, stays on the screen and is retried', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|Failed to save itinerary activities/)
  await page.clock.install()
  const id = await createTrip(page, {
    name: 'Bad luck',
    type: 'car_trip',
    plan: { itinerary: { 1: itineraryDay('Monday', ['Swim']) } },
  })
  await openItinerary(page, id)
  const name = activities(page, 1, LIGHT).getByLabel('Activity', { exact: true })
  await open(activities(page, 1, LIGHT))
  await expect(name).toHaveValue('Swim')
  await failNextSave(page, 'itinerary')
  await stopClock(page)
  await expectOnlyLogged(page, 'Failed to save itinerary activities', async () => {
    await name.fill('Swim at dawn')
    await page.clock.runFor(1000)
  })
  expect(await namesIn(page, 1, LIGHT)).toEqual(['Swim at dawn'])
  await advanceUntilSaved(page)
  expect(namesOf(activityRows(server, id))).toEqual(['Swim at dawn'])
})

test('SAVE-7, SAVE-18, SAVE-24, ITIN-20 two people edit activities and add a day without losing anything', async ({
  page,
  server,
  openContext,
  register,
  signIn,
  createTrip,
}) => {
  const friend = await (await openContext()).newPage()
  await signIn(friend, await register())
  const id = await createTrip(page, {
    name: 'Together',
    type: 'car_trip',
    plan: { itinerary: { 1: itineraryDay('Monday', ['Swim', 'Nap'], ['Climb']) } },
  })
  shareWithEverybody(server, id)
  for (const one of [page, friend]) {
    await openItinerary(one, id)
    await expect(title(one, 1)).toHaveText('Monday')
  }
  // Neither has received the other's operations.
  const releases = [await holdSends(page), await holdSends(friend)]
  await open(activities(page, 1, LIGHT).nth(0))
  await activities(page, 1, LIGHT).nth(0).getByLabel('Activity', { exact: true }).fill('Swim at dawn')
  await open(activities(friend, 1, HARD).nth(0))
  await activities(friend, 1, HARD).nth(0).getByLabel('Time', { exact: true }).fill('5:30 AM')
  await open(activities(friend, 1, LIGHT).nth(1))
  await activities(friend, 1, LIGHT).nth(1).getByLabel('Description', { exact: true }).fill('Bring the hammock')
  await button(friend, 'Add Day').first().click()
  for (const one of [page, friend]) await expect(saveState(one)).toHaveText('Saving...')
  for (const release of releases) release()
  await Promise.all([page, friend].map((one) => expect(saveState(one)).toHaveText('Saved')))
  // This page's next edit is based on a version without the other's.
  await activities(page, 1, LIGHT).nth(0).getByLabel('Duration', { exact: true }).fill('20 minutes')
  await expect
    .poll(() => activityRows(server, id)[0])
    .toMatchObject({ activity_name: 'Swim at dawn', duration: '20 minutes' })

  expect(activityRows(server, id).slice(0, 3)).toMatchObject([
    { activity_name: 'Swim at dawn', duration: '20 minutes' },
    { activity_name: 'Nap', description: 'Bring the hammock' },
    { activity_name: 'Climb', time: '5:30 AM' },
  ])
  expect(dayRows(server, id)).toEqual([
    { day_number: 1, title: 'Monday' },
    { day_number: 2, title: 'Day 2: New Adventure Day' },
  ])
  for (const one of [page, friend]) {
    await one.reload()
    await expect(title(one, 2)).toHaveText('Day 2: New Adventure Day')
    await expect.poll(() => namesIn(one, 1, LIGHT)).toEqual(['Swim at dawn', 'Nap'])
    await expect(activities(one, 1, HARD)).toContainText('5:30 AM')
    await expect(activities(one, 1, LIGHT).nth(1)).toContainText('Bring the hammock')
    await expect(activities(one, 2, LIGHT)).toHaveCount(2)
  }
})

test('an off-screen day reserves about its real height, in one column or two', async ({ page, createTrip }) => {
  const id = await createTrip(page, { name: 'Far below', type: 'car_trip' })
  const heights = () => days(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height))
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openItinerary(page, id)
    await expect(days(page)).toHaveCount(4)
    const guessed = await heights()
    await days(page).evaluateAll((all) => {
      for (const one of all) (one as HTMLElement).style.contentVisibility = 'visible'
    })
    for (const [at, needed] of (await heights()).entries()) {
      // Otherwise days would overlap and the scroll bar would jump.
      expect((guessed[at] ?? 0) / needed, `day ${at + 1} at ${width} px`).toBeGreaterThan(0.9)
      expect((guessed[at] ?? 0) / needed, `day ${at + 1} at ${width} px`).toBeLessThan(1.4)
    }
  }
})
