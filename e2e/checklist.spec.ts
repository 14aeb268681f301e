import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectOnlyLogged, withFullDisk, withoutTable } from './failures.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { countRequests, holdRequests } from './held-requests.ts'
import { holdSends, mutationsOf, operationsOf, waitForSend } from './operations.ts'
import { openField, panel, saveState } from './page-parts.ts'
import { paste } from './paste.ts'
import { touchPhone } from './phone.ts'
import { markAsSaved, stopClock, storeSection } from './stored-plan.ts'

test.use({ isSignedIn: true })

const TRIP = /^\/api\/trips\/[0-9a-f-]{36}$/

const pencil = (page: Page) => panel(page).getByRole('button', { name: 'Edit checklist' })
const group = (page: Page, category: string) => panel(page).getByRole('region', { name: category, exact: true })
const item = (page: Page, name: string) => panel(page).getByRole('checkbox', { name, exact: true })
const progress = (page: Page) => panel(page).getByRole('region', { name: 'Progress' })
const tiles = (page: Page) => panel(page).locator('dl > div')
const nameFields = (within: Locator) => within.getByRole('textbox', { name: 'Item name' })
const saveChanges = (page: Page) => panel(page).getByRole('button', { name: 'Save Changes' })

const openChecklist = (page: Page, tripId: string) => page.goto(`/trip/${tripId}?tab=checklist`)

/** Items by category; a name that ends with an x in brackets is checked. */
type Items = Record<string, string[]>
type Group = { id: string; category: string; items: { id: string; name: string; checked: boolean }[] }

function buildGroups(items: Items): Group[] {
  return Object.entries(items).map(([category, names]) => ({
    id: randomUUID(),
    category,
    items: names.map((name) => ({
      id: randomUUID(),
      name: name.replace(/ \[x\]$/, ''),
      checked: name.endsWith('[x]'),
    })),
  }))
}

const storeChecklist = (page: Page, server: TestServer, tripId: string, groups: Group[]): Promise<void> =>
  storeSection(page, server, tripId, 'checklist', groups)

interface ItemRow {
  category: string
  item_name: string
  checked: number
  order_index: number
}

function itemRows(server: TestServer, tripId: string): ItemRow[] {
  const select = `select i.category, i.item_name, i.checked, i.order_index from checklist_items i
    join checklist_categories c on c.trip_id = i.trip_id and c.id = i.category_id
    where i.trip_id = ? order by c.order_index, i.order_index`
  return server.database.prepare(select).all(tripId) as ItemRow[]
}

/** The stored items in the format of `buildGroups`, without empty categories. */
function storedItems(server: TestServer, tripId: string): Items {
  const items: Items = {}
  for (const { category, item_name, checked } of itemRows(server, tripId)) {
    items[category] ??= []
    items[category].push(checked ? `${item_name} [x]` : item_name)
  }
  return items
}

const packing: Items = { Tent: ['Poles', 'Pegs [x]', 'Mallet'], Cooking: ['Stove [x]', 'Fuel'] }

test('CHECK-1, CHECK-2, CHECK-9, CHECK-11..13, CHECK-19..24, TMPL-28..30, TMPL-37..39, TMPL-51 each type of trip has its own title, categories and tips', async ({
  page,
  server,
  createTrip,
}) => {
  const trips = [
    {
      id: await createTrip(page, { name: 'By road', type: 'car_trip' }),
      name: 'By road',
      title: 'Camping Checklist',
      categories: [/tent/i, /cooking/i, /clothing/i],
      tips: { title: 'Packing Tips for Group Camping', lists: ['Before You Pack', 'Group Coordination'] },
    },
    {
      id: await createTrip(page, { name: 'By air', type: 'air_travel' }),
      name: 'By air',
      title: 'Travel Checklist',
      categories: [/documents/i, /carry-on/i, /clothing/i],
      tips: { title: 'Travel Packing Tips', lists: ['Before You Pack', 'Travel Smart'] },
    },
  ]
  for (const { id, name, title, categories, tips } of trips) {
    // The list has the trip's name while its plan loads.
    await page.goto('/')
    const release = await holdRequests(page, 'GET', TRIP)
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByRole('tab', { name: 'Checklist' }).click()
    await expect(panel(page).getByText('Loading checklist...')).toBeVisible()
    await expect(pencil(page)).toHaveCount(0)
    release()
    await expect(panel(page).getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(panel(page).getByText('Loading checklist...')).toHaveCount(0)
    for (const category of categories) {
      const found = panel(page).getByRole('region', { name: category })
      await expect(found.getByRole('heading', { name: category })).toBeVisible()
      const rows = found.getByRole('listitem')
      expect(await rows.count()).toBeGreaterThan(3)
      await expect(rows.getByRole('checkbox')).toHaveCount(await rows.count())
      await expect(rows.getByRole('checkbox', { checked: true })).toHaveCount(0)
      await expect(rows.first()).toHaveText(/\S/)
    }
    const box = panel(page).getByRole('region', { name: tips.title })
    await expect(box.getByRole('heading', { name: tips.title })).toBeVisible()
    for (const list of tips.lists) {
      await expect(box.getByRole('region', { name: list }).getByRole('heading', { name: list })).toBeVisible()
      expect(await box.getByRole('region', { name: list }).getByRole('listitem').count()).toBeGreaterThan(2)
    }
    await expect(box.getByRole('list')).toHaveCount(2)
    expect(itemRows(server, id)).toEqual([])
  }
  await expect(panel(page).getByRole('checkbox', { name: /passport.*6\+ months/i })).toBeVisible()
})

test('CHECK-5..8, CHECK-10..13, CHECK-25..28, CONST-28, DATA-30, CALL-DATA-31 shows groups in order in 1 to 3 columns, with figures that follow the ticks', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Figures', type: 'car_trip' })
  const groups = buildGroups({ ...packing, Axes: [] })
  await storeChecklist(page, server, id, groups)
  await openChecklist(page, id)

  const shown = panel(page)
    .getByRole('region')
    .filter({ has: page.locator('[aria-expanded]') })
  await expect(shown.getByRole('heading')).toHaveText([/^Tent/, /^Cooking/, /^Axes/])
  await expect(group(page, 'Tent').getByRole('listitem')).toHaveText(['Poles', 'Pegs', 'Mallet'])
  await expect(group(page, 'Cooking').getByRole('listitem')).toHaveText(['Stove', 'Fuel'])
  await expect(item(page, 'Pegs')).toBeChecked()
  await expect(item(page, 'Poles')).not.toBeChecked()
  await expectFigures(page, { done: 2, total: 5, percent: 40 })
  await group(page, 'Cooking').getByRole('listitem').nth(1).click()
  await expectFigures(page, { done: 3, total: 5, percent: 60 })

  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    expect(await columnsOf(shown), `${width} px`).toBe(columns)
  }

  const rounding = await createTrip(page, { name: 'Thirds', type: 'air_travel' })
  await storeChecklist(page, server, rounding, buildGroups({ Things: ['One', 'Two', 'Three'] }))
  await openChecklist(page, rounding)
  await expectFigures(page, { done: 0, total: 3, percent: 0 })
  await item(page, 'One').click()
  await expectFigures(page, { done: 1, total: 3, percent: 33 })
  await item(page, 'Two').click()
  await expectFigures(page, { done: 2, total: 3, percent: 67 })
  await item(page, 'Three').click()
  await expectFigures(page, { done: 3, total: 3, percent: 100 })
  // A fully packed group says so. It stays open under the finger, and is collapsed the next time the tab opens.
  const things = group(page, 'Things').getByRole('button', { name: /Things/ })
  await expect(things).toHaveAccessibleName('Things all packed')
  await expect(item(page, 'Three')).toBeFocused()
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('tab', { name: 'Checklist' }).click()
  await expect(things).toHaveAttribute('aria-expanded', 'false')
  await expect(item(page, 'One')).toHaveCount(0)
  await group(page, 'Things')
    .getByRole('button', { name: /Things/ })
    .click()
  await item(page, 'One').click()
  await expectFigures(page, { done: 2, total: 3, percent: 67 })

  const none = await createTrip(page, { name: 'Nothing', type: 'car_trip' })
  await storeChecklist(page, server, none, [])
  await openChecklist(page, none)
  await expectFigures(page, { done: 0, total: 0, percent: 0 })
  await expect(panel(page).getByRole('checkbox')).toHaveCount(0)
})

async function expectFigures(
  page: Page,
  { done, total, percent }: { done: number; total: number; percent: number },
): Promise<void> {
  await expect(progress(page)).toContainText(`${done}/${total}`)
  await expect(progress(page)).toContainText(`${percent}%`)
  const bar = progress(page).getByRole('progressbar')
  await expect(bar).toHaveAttribute('aria-valuenow', String(percent))
  await expect
    .poll(() =>
      bar.evaluate((track) => {
        const start = track.getBoundingClientRect().left + track.clientLeft
        const end = (track.firstElementChild as HTMLElement).getBoundingClientRect().right
        return Math.round((100 * (end - start)) / track.clientWidth)
      }),
    )
    .toBe(percent)
  await expect(tiles(page).getByRole('term')).toHaveText(['Items Completed', 'Items Remaining', 'Complete (%)'])
  await expect(tiles(page).getByRole('definition')).toHaveText([String(done), String(total - done), `${percent}%`])
}

const columnsOf = (elements: Locator): Promise<number> =>
  elements.evaluateAll((all) => new Set(all.map((element) => Math.round(element.getBoundingClientRect().left))).size)

test('CHECK-12, CHECK-31, SAVE-6, CALL-DATA-30, CALL-DATA-32, CALL-DATA-33, DATA-28, DATA-29 a tick is sent at once, as a single operation, and stored in this trip only', async ({
  page,
  server,
  createTrip,
}) => {
  await page.clock.install()
  const other = await createTrip(page, { name: 'Another one', type: 'car_trip' })
  const id = await createTrip(page, { name: 'Ticks', type: 'car_trip' })
  await storeChecklist(page, server, other, buildGroups(packing))
  const groups = buildGroups(packing)
  await storeChecklist(page, server, id, groups)
  const [tent, cooking] = groups
  const opened = countRequests(page, 'GET', TRIP)
  await openChecklist(page, id)
  await expect(item(page, 'Poles')).not.toBeChecked()
  expect(await opened()).toBe(1)
  await stopClock(page)
  const ticked = waitForSend(page, 'checklist')
  await item(page, 'Poles').click()
  await expect(item(page, 'Poles')).toBeChecked()
  await page.clock.runFor(0)
  const tick = { do: 'set', at: [tent?.id, 'items', tent?.items[0]?.id, 'checked'], to: true, was: false }
  expect(operationsOf(await ticked)).toEqual([
    { ...tick, section: 'checklist', id: expect.any(String), when: expect.any(Number) },
  ])
  await expect
    .poll(() => itemRows(server, id))
    .toEqual([
      { category: 'Tent', item_name: 'Poles', checked: 1, order_index: 0 },
      { category: 'Tent', item_name: 'Pegs', checked: 1, order_index: 1 },
      { category: 'Tent', item_name: 'Mallet', checked: 0, order_index: 2 },
      { category: 'Cooking', item_name: 'Stove', checked: 1, order_index: 0 },
      { category: 'Cooking', item_name: 'Fuel', checked: 0, order_index: 1 },
    ])
  await expect(saveState(page)).toHaveText('Saved')
  await page.clock.runFor(400)
  const unticked = waitForSend(page, 'checklist')
  await item(page, 'Stove').focus()
  await page.keyboard.press('Space')
  await page.clock.runFor(400)
  const untick = { do: 'set', at: [cooking?.id, 'items', cooking?.items[0]?.id, 'checked'], to: false, was: true }
  expect(mutationsOf(await unticked)).toEqual([untick])
  await expect
    .poll(() => storedItems(server, id))
    .toEqual({ Tent: ['Poles [x]', 'Pegs [x]', 'Mallet'], Cooking: ['Stove', 'Fuel'] })
  expect(storedItems(server, other)).toEqual(packing)
})

test('ERR-30, ERR-31 a checklist that fails to load says so and what to do, while the other tabs work', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Broken table', type: 'car_trip' })
  markAsSaved(server, id, 'checklist')
  const box = panel(page).getByRole('alert')
  await withoutTable(server, 'checklist_items', async () => {
    await openChecklist(page, id)
    await expect(box).toContainText('Error: Failed to load checklist')
    await expect(box).toContainText(/make sure the backend is connected.*refresh the page/i)
    await expect(pencil(page)).toHaveCount(0)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await openField(page, 'Destination')
  })
  await openChecklist(page, id)
  await expect(pencil(page)).toBeVisible()
  await expect(box).toHaveCount(0)
})

test('ERR-18, ERR-56, CHECK-31 a tick that fails on the server is only logged, and resent until it is stored', async ({
  page,
  server,
  createTrip,
  allowConsole,
}) => {
  allowConsole(/status of 500|will be sent again|Failed to save checklist/)
  await page.clock.install()
  const id = await createTrip(page, { name: 'Full disk', type: 'car_trip' })
  await storeChecklist(page, server, id, buildGroups(packing))
  await openChecklist(page, id)
  await expect(item(page, 'Mallet')).not.toBeChecked()
  await withFullDisk(server, 'checklist_items', id, async () => {
    await stopClock(page)
    await expectOnlyLogged(page, 'Failed to save checklist', async () => {
      await item(page, 'Mallet').click()
      await page.clock.runFor(400)
    })
    await item(page, 'Fuel').click()
    await expect(saveState(page)).toHaveText('Saving...')
    // The server rolled back the failed save.
    expect(storedItems(server, id)).toEqual(packing)
  })
  await expect(async () => {
    await page.clock.runFor(1000)
    expect(storedItems(server, id)).toEqual({
      Tent: ['Poles', 'Pegs [x]', 'Mallet [x]'],
      Cooking: ['Stove [x]', 'Fuel [x]'],
    })
  }).toPass()
})

test('CHECK-31 stores a tick even if the page is left before its next frame', async ({ page, server, createTrip }) => {
  await page.clock.install()
  const id = await createTrip(page, { name: 'Left at once', type: 'car_trip' })
  await storeChecklist(page, server, id, buildGroups(packing))
  await openChecklist(page, id)
  await expect(item(page, 'Poles')).not.toBeChecked()
  await stopClock(page)
  await item(page, 'Poles').click()
  await expect(item(page, 'Poles')).toBeChecked()
  expect(storedItems(server, id)).toEqual(packing)
  await page.goto('about:blank')
  await page.clock.resume()
  await openChecklist(page, id)
  await expect(item(page, 'Poles')).toBeChecked()
  await expect.poll(() => storedItems(server, id)['Tent']).toEqual(['Poles [x]', 'Pegs [x]', 'Mallet'])
})

test('CHECK-29, CHECK-31, SAVE-6 two people tick different items while one of them edits, and nothing is lost', async ({
  page,
  server,
  openContext,
  signIn,
  createTrip,
}) => {
  const phone = await (await openContext(touchPhone)).newPage()
  await signIn(phone)
  const id = await createTrip(page, { name: 'Together', type: 'car_trip' })
  await storeChecklist(page, server, id, buildGroups(packing))
  for (const one of [page, phone]) {
    await openChecklist(one, id)
    await expect(item(one, 'Poles')).not.toBeChecked()
  }
  const releases = [await holdSends(page), await holdSends(phone)]
  await item(page, 'Poles').click()
  await item(phone, 'Fuel').click()
  await expect(saveState(page)).toHaveText('Saving...')
  for (const release of releases) release()
  await expect
    .poll(() => storedItems(server, id))
    .toEqual({ Tent: ['Poles [x]', 'Pegs [x]', 'Mallet'], Cooking: ['Stove [x]', 'Fuel [x]'] })

  await page.reload()
  await pencil(page).click()
  await nameFields(group(page, 'Tent')).nth(2).fill('Big mallet')
  await group(page, 'Tent').getByRole('button', { name: 'Add Item' }).click()
  await page.keyboard.type('Tarp')
  await group(page, 'Cooking').getByRole('button', { name: 'Delete Stove' }).click()
  await phone.reload()
  await item(phone, 'Pegs').click()
  await item(phone, 'Mallet').click()
  await expect.poll(() => storedItems(server, id)['Tent']).toEqual(['Poles [x]', 'Pegs', 'Mallet [x]'])
  await saveChanges(page).click()
  const all = { Tent: ['Poles [x]', 'Pegs', 'Big mallet [x]', 'Tarp'], Cooking: ['Fuel [x]'] }
  await expect.poll(() => storedItems(server, id)).toEqual(all)
  // The other person's tick comes with the response to the save.
  await expect(item(page, 'Big mallet')).toBeChecked()
  await expect(item(page, 'Pegs')).not.toBeChecked()
  await phone.reload()
  await expect(item(phone, 'Big mallet')).toBeChecked()
  await expect(item(phone, 'Tarp')).toBeVisible()
  await expectFigures(phone, { done: 3, total: 5, percent: 60 })
})

test('CHECK-13 on a phone an amount stays on the same line as its unit', async ({ page, server, createTrip }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const id = await createTrip(page, { name: 'Amounts', type: 'car_trip' })
  // Lines of twelve lengths, so that some would break between number and unit.
  const names = Array.from({ length: 12 }, (_, index) => `${'w'.repeat(index + 1)} reusable water bottles, 1 L each`)
  await storeChecklist(page, server, id, buildGroups({ Water: names }))
  await openChecklist(page, id)
  await expect(item(page, names[0] ?? '')).toBeVisible()
  const lines = await group(page, 'Water')
    .getByRole('listitem')
    .evaluateAll((rows) =>
      rows.map((row) => {
        const amount = document.createTreeWalker(row, NodeFilter.SHOW_TEXT, (text) =>
          /1.L/.test(text.nodeValue ?? '') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
        )
        const text = amount.nextNode() as Text
        const at = text.data.search(/1.L/)
        const range = document.createRange()
        range.setStart(text, at)
        range.setEnd(text, at + 3)
        return new Set([...range.getClientRects()].map(({ top }) => top)).size
      }),
    )
  expect(lines).toEqual(names.map(() => 1))
  expect(await group(page, 'Water').getByRole('listitem').allTextContents()).toEqual(names)
})

test('CHECK-5, CHECK-31, SAVE-6 a checklist of 1,000 items can be ticked and stores all of them', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Everything', type: 'car_trip' })
  const names = (place: string) => Array.from({ length: 100 }, (_, index) => `${place} thing ${index + 1}`)
  const places = Array.from({ length: 10 }, (_, index) => `Crate ${index + 1}`)
  await storeChecklist(page, server, id, buildGroups(Object.fromEntries(places.map((place) => [place, names(place)]))))
  await openChecklist(page, id)
  // By text: resolving the roles of a thousand rows takes longer than the tick.
  for (const place of ['Crate 1', 'Crate 5', 'Crate 10']) {
    const box = page.locator('label', { hasText: `${place} thing 100` }).locator('input')
    await box.click()
    await expect(box).toBeChecked()
  }
  await expect(panel(page).getByText('3/1000')).toBeVisible()
  await expect
    .poll(() =>
      itemRows(server, id)
        .filter((row) => row.checked)
        .map((row) => row.item_name),
    )
    .toEqual(['Crate 1 thing 100', 'Crate 5 thing 100', 'Crate 10 thing 100'])
  expect(itemRows(server, id)).toHaveLength(1000)
})

test('CHECK-26 the edit mode shows the whole name of an item, on the narrowest phones too', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Long names', type: 'car_trip' })
  const name = 'Rain jackets and waterproof trousers for all the children who come along in the second car'
  const items = [{ id: randomUUID(), name, checked: false }]
  await storeSection(page, server, id, 'checklist', [{ id: randomUUID(), category: 'Clothes', items }])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`/trip/${id}?tab=checklist`)
  await page.getByRole('button', { name: 'Edit checklist' }).click()
  const field = page.getByRole('textbox', { name: 'Item name' })
  for (const width of [390, 360]) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(async () => (await field.boundingBox())?.width ?? 0).toBeGreaterThan(width / 2)
    await expect.poll(() => field.evaluate((area) => area.scrollHeight - area.clientHeight)).toBeLessThan(2)
  }
  // It is still one line: Enter adds the next item, and pasted text loses its line breaks.
  await field.press('ControlOrMeta+End')
  await page.keyboard.insertText(',\nand boots')
  await expect(field).toHaveValue(`${name}, and boots`)
  await field.press('Enter')
  await expect(field).toHaveCount(2)
})

test('CHECK-15, CHECK-16, CHECK-17 pasting several lines adds several items; one Undo removes them', async ({
  page,
  server,
  createTrip,
}) => {
  const id = await createTrip(page, { name: 'Pasted', type: 'car_trip' })
  await storeChecklist(page, server, id, buildGroups({ Tent: ['Poles', 'Mallet'] }))
  await openChecklist(page, id)
  await pencil(page).click()
  const names = nameFields(group(page, 'Tent'))
  await names.nth(0).fill('')
  // Items without a name are identified by their number.
  for (const name of ['Move item 1', 'Delete item 1']) {
    await expect(group(page, 'Tent').getByRole('button', { name, exact: true })).toBeVisible()
  }
  await expect(item(page, 'Item 1')).toBeVisible()

  await paste(names.nth(0), 'Long poles')
  await expect(names.nth(0)).toHaveValue('Long poles')
  await expect(names).toHaveCount(2)
  await names.nth(0).fill('')
  await paste(names.nth(0), '- Poles\r\n\r\n- [ ] Ground sheet\n2. Pegs\n')
  await expect.poll(() => valuesOf(names)).toEqual(['Poles', 'Ground sheet', 'Pegs', 'Mallet'])
  await expect(names.nth(2)).toBeFocused()
  await panel(page)
    .getByRole('status')
    .filter({ hasText: 'Pasted 3 items' })
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect.poll(() => valuesOf(names)).toEqual(['', 'Mallet'])
  // A row of a table is one item. What was ticked arrives ticked.
  await paste(names.nth(0), '[x]\tPoles\t2\n☐ Pegs')
  await expect(item(page, 'Poles 2')).toBeChecked()
  await expect(item(page, 'Pegs')).not.toBeChecked()
  await panel(page).getByRole('button', { name: 'Undo' }).click()
  await expect(item(page, 'Item 1')).not.toBeChecked()
  await paste(names.nth(0), '•\tPoles')
  await expect(names.nth(0)).toHaveValue('Poles')
  await saveChanges(page).click()
  await expect.poll(() => storedItems(server, id)).toEqual({ Tent: ['Poles', 'Mallet'] })
})

const valuesOf = (fields: Locator): Promise<string[]> =>
  fields.evaluateAll((areas) => areas.map((area) => (area as HTMLTextAreaElement).value))
