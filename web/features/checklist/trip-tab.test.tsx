import { expect, test, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { type ChecklistGroup, newChecklistItem } from '#domain/plan/checklist.ts'
import type { TripType } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { stopClock } from '#web/testing/clock.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import {
  button,
  countColumns,
  dialog,
  expectCount,
  expectTexts,
  expectValues,
  focus,
  insertText,
  paste,
  press,
  pressOn,
  sidewaysScroll,
  type,
} from '#web/testing/screen.ts'
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
  await expectTexts(page.getByRole('term'), ['Items Completed', 'Items Remaining', 'Complete (%)'])
  await expectTexts(page.getByRole('definition'), [String(done), String(total - done), `${percent}%`])
  await expect
    .poll(() => {
      const track = bar.element()
      const start = track.getBoundingClientRect().left + track.clientLeft
      const end = (track.firstElementChild as HTMLElement).getBoundingClientRect().right
      return Math.round((100 * (end - start)) / track.clientWidth)
    })
    .toBe(percent)
}

test.each([
  {
    type: 'car_trip' as const,
    title: 'Camping Checklist',
    categories: [/tent/i, /cooking/i, /clothing/i],
    tips: { title: 'Packing Tips for Group Camping', lists: ['Before You Pack', 'Group Coordination'] },
  },
  {
    type: 'air_travel' as const,
    title: 'Travel Checklist',
    categories: [/documents/i, /carry-on/i, /clothing/i],
    tips: { title: 'Travel Packing Tips', lists: ['Before You Pack', 'Travel Smart'] },
  },
])(
  'CHECK-1, CHECK-2, CHECK-11..13, CHECK-19..24, TMPL-28..30, TMPL-37..39, TMPL-51 a trip ($type) has its own title, categories and tips',
  async ({ type: tripType, title, categories, tips }) => {
    const { sent } = await openChecklist(undefined, tripType)
    await expect.element(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    for (const category of categories) {
      const found = page.getByRole('region', { name: category })
      await expect.element(found.getByRole('heading', { name: category })).toBeVisible()
      const rows = found.getByRole('listitem')
      const count = rows.elements().length
      expect(count).toBeGreaterThan(3)
      await expectCount(rows.getByRole('checkbox'), count)
      await expectCount(rows.getByRole('checkbox', { checked: true }), 0)
      await expect.element(rows.first()).toHaveTextContent(/\S/)
    }
    const box = page.getByRole('region', { name: tips.title })
    await expect.element(box.getByRole('heading', { name: tips.title })).toBeVisible()
    for (const list of tips.lists) {
      const found = box.getByRole('region', { name: list })
      await expect.element(found.getByRole('heading', { name: list })).toBeVisible()
      expect(found.getByRole('listitem').elements().length).toBeGreaterThan(2)
    }
    await expectCount(box.getByRole('list'), 2)
    if (tripType === 'air_travel')
      await expect.element(page.getByRole('checkbox', { name: /passport.*6\+ months/i })).toBeVisible()
    expect(sent('checklist')).toEqual([])
  },
)

test('CHECK-5..8, CHECK-10..13, CHECK-25..28, CONST-28, DATA-30 shows groups in order in 1 to 3 columns, with figures that follow the ticks', async () => {
  await openChecklist({ ...packing, Axes: [] })
  const shown = page.getByRole('region').filter({ has: page.getByRole('button', { expanded: true }) })
  await expectTexts(shown.getByRole('heading'), [/^Tent/, /^Cooking/, /^Axes/])
  await expectTexts(group('Tent').getByRole('listitem'), ['Poles', 'Pegs', 'Mallet'])
  await expectTexts(group('Cooking').getByRole('listitem'), ['Stove', 'Fuel'])
  await expect.element(item('Pegs')).toBeChecked()
  await expect.element(item('Poles')).not.toBeChecked()
  await expectFigures({ done: 2, total: 5, percent: 40 })
  await group('Cooking').getByRole('listitem').nth(1).click()
  await expectFigures({ done: 3, total: 5, percent: 60 })
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1280, 3],
  ] as const) {
    await page.viewport(width, 800)
    await expect.poll(() => countColumns(shown), { message: `${width} px` }).toBe(columns)
  }
})

test('CHECK-8, CHECK-10, CHECK-26 figures are rounded, and a packed group is collapsed the next time the tab opens', async () => {
  const opened = await openChecklist({ Things: ['One', 'Two', 'Three'] }, 'air_travel')
  await expectFigures({ done: 0, total: 3, percent: 0 })
  await item('One').click()
  await expectFigures({ done: 1, total: 3, percent: 33 })
  await item('Two').click()
  await expectFigures({ done: 2, total: 3, percent: 67 })
  await item('Three').click()
  await expectFigures({ done: 3, total: 3, percent: 100 })
  // It stays open under the finger.
  const things = group('Things').getByRole('button', { name: /Things/ })
  await expect.element(things).toHaveAccessibleName('Things all packed')
  await expect.element(item('Three')).toHaveFocus()
  opened.show(<ChecklistTab trip={opened.trip} failures={{}} />)
  await expect.element(things).toHaveAttribute('aria-expanded', 'false')
  await expectCount(item('One'), 0)
  await things.click()
  await item('One').click()
  await expectFigures({ done: 2, total: 3, percent: 67 })
})

test('CHECK-8, CHECK-10 an empty checklist has figures too', async () => {
  await openChecklist({})
  await expectFigures({ done: 0, total: 0, percent: 0 })
  await expectCount(page.getByRole('checkbox'), 0)
})

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

test('by keyboard alone: says how many are needed, and what everyone brings', async () => {
  const opened = await openChecklist({ Camp: ['Tables', 'Pillow', 'Mallet'] })
  await pressOn(pencil, 'Enter')
  await pressOn(button('Set amounts: Camp'), 'Enter')
  const needed = dialog().getByRole('textbox', { name: 'Tables: how many are needed' })
  await pressOn(needed, 'ArrowUp')
  await press('ArrowUp')
  await expect.element(needed).toHaveValue('2')
  // What is no number up to 10,000 is refused, and changes nothing.
  for (const wrong of ['-3', '1e6', '1000000', '2.5']) {
    await needed.fill(wrong)
    await expect
      .element(dialog().getByRole('alert').filter({ hasText: 'Enter a whole number from 0 to 10,000.' }))
      .toBeVisible()
  }
  await press('Tab')
  await expect.element(needed).toHaveValue('2')
  await focus(dialog().getByRole('switch').nth(1))
  await type(' ')
  await pressOn(button('Done'), 'Enter')
  await expect.element(button('Set amounts: Camp')).toHaveFocus()
  await pressOn(button('Save Changes'), 'Enter')
  await expect.element(group('Camp')).toHaveTextContent('2 needed, 0 promised, 2 missing')
  await expect.element(group('Camp')).toHaveTextContent('Everyone brings their own')
  await expect
    .poll(() => opened.stored('checklist').flatMap(({ items }) => items))
    .toMatchObject([
      { name: 'Tables', needed: 2, is_each: false },
      { name: 'Pillow', needed: 0, is_each: true },
      { name: 'Mallet', needed: 0, is_each: false },
    ])
})

test('CHECK-13 on a phone an amount stays on the same line as its unit', async () => {
  await page.viewport(390, 844)
  // Lines of twelve lengths, so that some would break between number and unit.
  const names = Array.from({ length: 12 }, (_, index) => `${'w'.repeat(index + 1)} reusable water bottles, 1 L each`)
  await openChecklist({ Water: names })
  await expect.element(item(names[0] ?? '')).toBeVisible()
  const rows = group('Water').getByRole('listitem').elements()
  expect(rows.map(countLinesOfAmount)).toEqual(names.map(() => 1))
  expect(rows.map((row) => row.textContent)).toEqual(names)
})

/** On how many lines '1 L' is. */
function countLinesOfAmount(row: Element): number {
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT, (text) =>
    /1.L/.test(text.nodeValue ?? '') ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
  )
  const text = texts.nextNode() as Text
  const at = text.data.search(/1.L/)
  const range = document.createRange()
  range.setStart(text, at)
  range.setEnd(text, at + 3)
  return new Set([...range.getClientRects()].map(({ top }) => top)).size
}

test('CHECK-26 the edit mode shows the whole name of an item, on the narrowest phones too', async () => {
  const name = 'Rain jackets and waterproof trousers for all the children who come along in the second car'
  await page.viewport(390, 844)
  await openChecklist({ Clothes: [name] })
  await pencil.click()
  const field = namesIn(page)
  for (const width of [390, 360]) {
    await page.viewport(width, 844)
    await expect.poll(() => field.element().getBoundingClientRect().width).toBeGreaterThan(width / 2)
    await expect.poll(() => field.element().scrollHeight - field.element().clientHeight).toBeLessThan(2)
  }
  // It is still one line: Enter adds the next item, and inserted text loses its line breaks.
  field.element().focus()
  await press('Control>}{End}{/Control')
  insertText(',\nand boots')
  await expect.element(field).toHaveValue(`${name}, and boots`)
  await press('Enter')
  await expectCount(field, 2)
})

test('CHECK-15, CHECK-16, CHECK-17 pasting several lines adds several items; one Undo removes them', async () => {
  const opened = await openChecklist({ Tent: ['Poles', 'Mallet'] })
  await pencil.click()
  const names = namesIn(group('Tent'))
  await names.nth(0).clear()
  // Items without a name are identified by their number.
  for (const name of ['Move item 1', 'Delete item 1'])
    await expect.element(group('Tent').getByRole('button', { name, exact: true })).toBeVisible()
  await expect.element(item('Item 1')).toBeVisible()

  paste(names.nth(0), 'Long poles')
  await expect.element(names.nth(0)).toHaveValue('Long poles')
  await expectCount(names, 2)
  await names.nth(0).clear()
  paste(names.nth(0), '- Poles\r\n\r\n- [ ] Ground sheet\n2. Pegs\n')
  await expectValues(names, ['Poles', 'Ground sheet', 'Pegs', 'Mallet'])
  await expect.element(names.nth(2)).toHaveFocus()
  // The caret is behind what was pasted.
  await type(', 12')
  await expectValues(names, ['Poles', 'Ground sheet', 'Pegs, 12', 'Mallet'])
  await page.getByRole('status').filter({ hasText: 'Pasted 3 items' }).getByRole('button', { name: 'Undo' }).click()
  await expectValues(names, ['', 'Mallet'])
  // A row of a table is one item. What was ticked arrives ticked.
  paste(names.nth(0), '[x]\tPoles\t2\n☐ Pegs')
  await expect.element(item('Poles 2')).toBeChecked()
  await expect.element(item('Pegs')).not.toBeChecked()
  await button('Undo').click()
  await expect.element(item('Item 1')).not.toBeChecked()
  paste(names.nth(0), '•\tPoles')
  await expect.element(names.nth(0)).toHaveValue('Poles')
  await button('Save Changes').click()
  await expect.poll(() => storedItems(opened)).toEqual({ Tent: ['Poles', 'Mallet'] })
})

test('the checklist can be edited by keyboard without losing the focus', async () => {
  await openChecklist(undefined)
  const heading = page.getByRole('heading', { level: 3 }).getByRole('button').first()
  await expect.element(heading).toBeVisible()
  const boxes = page
    .getByRole('region')
    .filter({ has: page.getByRole('button') })
    .first()
    .getByRole('checkbox')
  await expect.element(boxes.first()).toBeVisible()
  for (const box of boxes.all()) await pressOn(box, ' ')
  // A fully packed group stays open while it is ticked, and its heading collapses it.
  await expect.element(heading).toHaveAccessibleName(/all packed$/)
  await expect.element(boxes.last()).toHaveFocus()
  await pressOn(heading, 'Enter')
  await expect.element(heading).toHaveAttribute('aria-expanded', 'false')
  await expect.element(heading).toHaveFocus()

  await pressOn(pencil, 'Enter')
  const categories = page.getByLabelText('Category', { exact: true })
  await expect.element(categories.first()).toHaveFocus()
  const items = page
    .getByRole('list')
    .first()
    .getByRole('button', { name: /^Delete / })
  const second = items.nth(1).element().getAttribute('aria-label') ?? ''
  await pressOn(items.first(), 'Enter')
  await expect.element(items.first()).toHaveAttribute('aria-label', second)
  await expect.element(items.first()).toHaveFocus()
  const bins = page.getByRole('button', { name: /^Delete category/ })
  const nextCategory = (categories.nth(1).element() as HTMLInputElement).value
  await pressOn(bins.first(), 'Enter')
  await expect.element(categories.first()).toHaveValue(nextCategory)
  await expect.element(bins.first()).toHaveFocus()
  for (let left = bins.elements().length; left > 0; left--) {
    await pressOn(bins.first(), 'Enter')
    await expectCount(bins, left - 1)
  }
  await expect.element(button('Add category')).toHaveFocus()
  await pressOn(button('Cancel'), 'Enter')
  await expect.element(pencil).toHaveFocus()

  await press('Enter')
  await expect.element(categories.first()).toHaveFocus()
  await pressOn(button('Save Changes'), 'Enter')
  await expect.element(pencil).toHaveFocus()
  await expectNoAxeFindings()
})

test('a field focused by Tab is not covered by the save buttons, at 1280 px', async () => {
  // Without the header of its page, the fields would all be above the buttons.
  await page.viewport(1280, 500)
  await openChecklist(undefined)
  await pressOn(pencil, 'Enter')
  const save = button('Save Changes')
  await expect.element(save).toBeVisible()
  const upper = save.element().getBoundingClientRect().y
  for (let field = 0; field < 30; field++) {
    await userEvent.tab()
    const lower = document.activeElement?.getBoundingClientRect().bottom
    expect(lower, `field ${field}`).toBeLessThan(upper)
  }
})

test('CHECK-12, CHECK-31, SAVE-6, CALL-DATA-30, CALL-DATA-32, CALL-DATA-33, DATA-28, DATA-29 a tick is sent at once, as a single operation', async () => {
  const checklist = groupsOf(packing)
  const [tent, cooking] = checklist
  const opened = await openTrip({ values: { checklist } })
  opened.show(<ChecklistTab trip={opened.trip} failures={{}} />)
  await expect.element(item('Poles')).not.toBeChecked()
  const sentNow = () => opened.server.received.map((sent) => sent.map(({ id: _, when: _when, ...rest }) => rest))
  stopClock('Date')
  try {
    await item('Poles').click()
    await expect.element(item('Poles')).toBeChecked()
    await vi.advanceTimersByTimeAsync(0)
    const at = [tent?.id, 'items', tent?.items[0]?.id, 'checked']
    const tick = { section: 'checklist', do: 'set', at, to: true, was: false }
    await expect.poll(sentNow).toEqual([[tick]])
    await vi.advanceTimersByTimeAsync(400)
    expect(storedItems(opened)).toEqual({ Tent: ['Poles [x]', 'Pegs [x]', 'Mallet'], Cooking: ['Stove [x]', 'Fuel'] })
    await pressOn(item('Stove'), ' ')
    await vi.advanceTimersByTimeAsync(400)
    const place = [cooking?.id, 'items', cooking?.items[0]?.id, 'checked']
    const untick = { section: 'checklist', do: 'set', at: place, to: false, was: true }
    await expect.poll(sentNow).toEqual([[tick], [untick]])
    expect(storedItems(opened)).toEqual({ Tent: ['Poles [x]', 'Pegs [x]', 'Mallet'], Cooking: ['Stove', 'Fuel'] })
  } finally {
    vi.useRealTimers()
  }
})

test('CHECK-5, CHECK-31, SAVE-6 a checklist of 1,000 items can be ticked and stores all of them', async () => {
  const names = (place: string) => Array.from({ length: 100 }, (_, index) => `${place} thing ${index + 1}`)
  const places = Array.from({ length: 10 }, (_, index) => `Crate ${index + 1}`)
  const opened = await openChecklist(Object.fromEntries(places.map((place) => [place, names(place)])))
  // By text: resolving the roles of a thousand rows takes longer than the tick.
  await expect.element(page.getByText('Crate 10 thing 100', { exact: true })).toBeInTheDocument()
  for (const place of ['Crate 1', 'Crate 5', 'Crate 10']) {
    const label = page.getByText(`${place} thing 100`, { exact: true })
    const box = label.element().closest('label')?.querySelector('input') as HTMLInputElement
    await page.elementLocator(box).click()
    expect(box.checked).toBe(true)
  }
  await expect.element(page.getByText('3/1000')).toBeVisible()
  const storedNow = () => opened.stored('checklist').flatMap(({ items }) => items)
  await expect
    .poll(() =>
      storedNow()
        .filter(({ checked }) => checked)
        .map(({ name }) => name),
    )
    .toEqual(['Crate 1 thing 100', 'Crate 5 thing 100', 'Crate 10 thing 100'])
  expect(storedNow()).toHaveLength(1000)
})
