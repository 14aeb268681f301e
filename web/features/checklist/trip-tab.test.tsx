import { expect, test } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { type ChecklistGroup, newChecklistItem } from '#domain/plan/checklist.ts'
import type { TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectTexts, press, sidewaysScroll, type } from '#web/testing/screen.ts'
import { ChecklistTab } from './trip-tab.tsx'

const pencil = button('Edit checklist')
const group = (category: string) => page.getByRole('region', { name: category, exact: true })
const item = (name: string) => page.getByRole('checkbox', { name, exact: true })
const progress = page.getByRole('region', { name: 'Progress' })
const namesIn = (within: Locator | typeof page) => within.getByRole('textbox', { name: 'Item name' })

/** Items by category; a name that ends with an x in brackets is checked. */
type Items = Record<string, string[]>

const packing: Items = { Tent: ['Poles', 'Pegs [x]', 'Mallet'], Cooking: ['Stove [x]', 'Fuel'] }

const groupsOf = (items: Items): ChecklistGroup[] =>
  Object.entries(items).map(([category, names]) => ({
    id: newId(),
    category,
    items: names.map((name) => ({
      ...newChecklistItem(newId()),
      name: name.replace(/ \[x\]$/, ''),
      checked: name.endsWith('[x]'),
    })),
  }))

const storedItems = ({ stored }: OpenedTrip): Items =>
  Object.fromEntries(
    stored('checklist').map(({ category, items }) => [
      category,
      items.map(({ name, checked }) => (checked ? `${name} [x]` : name)),
    ]),
  )

async function openChecklist(items: Items | undefined, tripType?: TripType): Promise<OpenedTrip> {
  const opened = await openTrip({ type: tripType, values: items && { checklist: groupsOf(items) } })
  opened.show(<ChecklistTab trip={opened.trip} failures={{}} />)
  return opened
}

async function expectFigures({ done, total, percent }: { done: number; total: number; percent: number }) {
  await expect.element(progress).toHaveTextContent(`${done}/${total}`)
  await expect.element(progress).toHaveTextContent(`${percent}%`)
  const bar = progress.getByRole('progressbar')
  await expect.element(bar).toHaveAttribute('aria-valuenow', String(percent))
  await expect
    .poll(() => {
      const track = bar.element()
      const start = track.getBoundingClientRect().left + track.clientLeft
      const end = (track.firstElementChild as HTMLElement).getBoundingClientRect().right
      return Math.round((100 * (end - start)) / track.clientWidth)
    })
    .toBe(percent)
}

test('CHECK-3, CHECK-4, CHECK-14..18, CHECK-30, CHECK-32, TMPL-21, TMPL-22 Cancel discards the working copy', async () => {
  const opened = await openChecklist(packing)
  await expect.element(pencil).toBeEnabled()
  await expectCount(namesIn(page), 0)
  await expectCount(button('Save Changes'), 0)

  await pencil.click()
  await expect.element(pencil).toBeDisabled()
  await expectCount(namesIn(page), 5)
  await expect.element(namesIn(group('Tent')).first()).toHaveValue('Poles')
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.viewport(width, 800)
    const grid = group('Tent').element().parentElement
    const tracks = () => grid && getComputedStyle(grid).gridTemplateColumns.split(' ').length
    await expect.poll(tracks, { message: `${width} px` }).toBe(columns)
    expect(sidewaysScroll()).toBe(0)
  }
  for (const last of [button('Save Changes'), button('Cancel')])
    for (const category of ['Tent', 'Cooking'])
      expect(last.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
        group(category).element().getBoundingClientRect().bottom,
      )

  await item('Poles').click()
  await expect.element(item('Poles')).toBeChecked()
  await expect.element(progress).toHaveTextContent('3/5')
  await namesIn(group('Tent')).first().fill('Broken poles')
  await group('Cooking').getByRole('button', { name: 'Delete Fuel' }).click()
  await expectCount(namesIn(group('Cooking')), 1)
  await group('Cooking').getByRole('button', { name: 'Add Item' }).click()
  const added = namesIn(group('Cooking')).last()
  await expect.element(added).toHaveValue('New item')
  await expect.element(added).toHaveFocus()
  await expect.element(group('Cooking').getByRole('checkbox', { name: 'New item' })).not.toBeChecked()
  await expectCount(namesIn(group('Tent')), 3)
  await button('Add category').click()
  await type('Luxury')
  await expect.element(group('Luxury')).toBeVisible()

  await button('Cancel').click()
  await expect.element(pencil).toBeEnabled()
  await expectCount(namesIn(page), 0)
  await expectTexts(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') }), [
    'Poles',
    'Pegs',
    'Mallet',
    'Stove',
    'Fuel',
  ])
  await expect.element(item('Poles')).not.toBeChecked()
  await expectCount(group('Luxury'), 0)
  expect(opened.sent('checklist')).toEqual([])
  expect(storedItems(opened)).toEqual(packing)
})

test('CHECK-14..17, CHECK-29, CHECK-32, VALID-48, SAVE-6 Save Changes stores ticks, any names, the new order, additions and deletions', async () => {
  const odd = `<b>Zelt</b> 🏕️👩‍👩‍👧 خيمة '; --`
  const opened = await openChecklist({ ...packing, Junk: ['Anvil'] })
  await pencil.click()
  const tent = namesIn(group('Tent'))
  await item('Poles').click()
  await item('Pegs').click()
  await tent.nth(0).fill(odd)
  await tent.nth(1).clear()
  await expect.element(tent.nth(1)).toHaveAccessibleDescription('No name yet')
  // Enter adds an item below and does not save.
  await press('Enter')
  await expect.element(tent.nth(2)).toHaveFocus()
  await type('Ground sheet')
  button('Move Mallet').element().focus()
  await press('ArrowUp')
  await expect.element(tent.nth(2)).toHaveValue('Mallet')
  await group('Cooking').getByRole('button', { name: 'Delete Stove' }).click()
  await page.getByRole('status').filter({ hasText: 'Removed “Stove”' }).getByRole('button', { name: 'Undo' }).click()
  await expect.element(namesIn(group('Cooking')).first()).toHaveValue('Stove')
  await group('Cooking').getByRole('button', { name: 'Delete Fuel' }).click()
  await button('Delete category Junk').click()
  await button('Add category').click()
  await type('Boats')
  await group('Boats').getByRole('button', { name: 'Add Item' }).click()
  await type('Canoe')
  expect(opened.sent('checklist')).toEqual([])

  await button('Save Changes').click()
  await expect.element(pencil).toBeEnabled()
  await expect
    .poll(() => storedItems(opened))
    .toEqual({ Tent: [`${odd} [x]`, '', 'Mallet', 'Ground sheet'], Cooking: ['Stove [x]'], Boats: ['Canoe'] })
  // Only what the person changed, in one request.
  expect(opened.sent('checklist')).toEqual([
    [
      'remove *',
      'set * items * name',
      'set * items * checked',
      'set * items * name',
      'set * items * checked',
      'insert * items *',
      'remove * items *',
      'insert *',
    ],
  ])
  await expectTexts(group('Tent').getByRole('listitem'), [odd, '', 'Mallet', 'Ground sheet'])
  await expectFigures({ done: 2, total: 6, percent: 33 })
})
