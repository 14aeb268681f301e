import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import { expectOnlyLogged, withFullDisk, withoutTable } from './failures.ts'
import { expect, type TestServer, test } from './fixtures.ts'
import { countRequests } from './held-requests.ts'
import { holdSends } from './operations.ts'
import { openField, panel, saveState } from './page-parts.ts'
import { touchPhone } from './phone.ts'
import { markAsSaved, stopClock } from './stored-plan.ts'

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
  const plan = { checklist: buildGroups(packing) }
  const id = await createTrip(page, { name: 'Full disk', type: 'car_trip', plan })
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
  const plan = { checklist: buildGroups(packing) }
  const id = await createTrip(page, { name: 'Left at once', type: 'car_trip', plan })
  const opened = countRequests(page, 'GET', TRIP)
  await openChecklist(page, id)
  await expect(item(page, 'Poles')).not.toBeChecked()
  // A trip opens with one request.
  expect(await opened()).toBe(1)
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
  const plan = { checklist: buildGroups(packing) }
  const id = await createTrip(page, { name: 'Together', type: 'car_trip', plan })
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
