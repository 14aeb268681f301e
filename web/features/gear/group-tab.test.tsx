import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { type ChecklistItem, newChecklistItem } from '#domain/plan/checklist.ts'
import { type Claim, newClaim } from '#domain/plan/gear.ts'
import type { Party } from '#domain/plan/people.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, ROBIN } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, expectTexts, focus, press, pressOn, type } from '#web/testing/screen.ts'
import { recordSharedText } from '#web/testing/shared-text.ts'
import { GearTab } from './group-tab.tsx'

const row = (name: string) => page.getByRole('listitem').filter({ has: button(`Details of ${name}`) })
const take = (name: string) => button(new RegExp(`^I’ll bring (it|1): ${name}$`))
const ownCount = (name: string) => page.getByRole('textbox', { name: `How many you bring: ${name}`, exact: true })
const show = (view: 'Missing' | 'My list' | 'All') => page.getByText(view, { exact: true }).click()
const neededField = (name: string) => dialog().getByRole('textbox', { name: `${name}: how many are needed` })

const item = (name: string, more: Partial<ChecklistItem> = {}) => ({ ...newChecklistItem(newId()), name, ...more })

interface GearOptions {
  people?: Party[]
  claims?: Claim[]
  trip?: Partial<Trip>
}

/** Opens the gear of a trip with these items in the category Camp. */
async function openGear(items: ChecklistItem[], { people = [], claims = [], trip = {} }: GearOptions = {}) {
  const opened = await openTrip({
    values: { people, checklist: [{ id: newId(), category: 'Camp', items }], gear: { claims } },
    trip,
  })
  opened.show(<GearTab trip={opened.trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Gear', exact: true })).toBeVisible()
  return opened
}

const storedItems = ({ stored }: OpenedTrip) => stored('checklist').flatMap(({ items }) => items)
const storedCounts = ({ stored }: OpenedTrip) => stored('gear').claims.map(({ name, count }) => `${name}: ${count}`)

const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent

test('by keyboard alone: promises, withdraws and sends what is missing', async () => {
  const opened = await openGear([item('Tables', { needed: 2 }), item('Pillow', { is_each: true }), item('Mallet')], {
    trip: { name: 'By keyboard' },
  })
  await expectCount(row('Mallet'), 0)
  await pressOn(take('Tables'), 'Enter')
  const more = button('How many you bring: Tables: one more')
  await expect.element(more).toHaveFocus()
  await press('Enter')
  // It stays in sight and in focus although nothing of it is missing any more.
  await expect.element(row('Tables')).toHaveTextContent('2 needed, 2 promised')
  await expect.element(more).toHaveFocus()
  await expect.poll(() => storedCounts(opened)).toEqual(['Tables: 2'])
  await pressOn(ownCount('Tables'), 'ArrowDown')
  await press('ArrowDown')
  await expect.element(take('Tables')).toBeVisible()
  await expect.element(button('Details of Tables')).toHaveFocus()
  // Enter after a typed 0 does not promise again.
  await pressOn(take('Tables'), 'Enter')
  await focus(ownCount('Tables'))
  await press('Control>}a{/Control')
  await type('0')
  await press('Enter')
  await expect.element(dialog()).toBeVisible()
  await press('Escape')
  await expect.element(take('Tables')).toBeVisible()
  await expect.poll(() => storedCounts(opened)).toEqual(['Tables: 0'])
  const sharedText = recordSharedText()
  await pressOn(button('Share what’s missing'), 'Enter')
  await expect.poll(sharedText).toBe('By keyboard: what’s still missing\n\nCamp\n☐ Tables: 2 missing')

  await pressOn(button('Details of Tables'), 'Enter')
  await focus(dialog().getByRole('switch'))
  await type(' ')
  await expect.element(dialog()).toHaveTextContent('No one has packed it yet.')
  await press('Escape')
  await expect.element(button('Details of Tables')).toHaveFocus()
  await expect.poll(() => storedItems(opened)[0]?.is_each).toBe(true)
})

test('on a phone, somebody who may not edit promises for their party, and packs what each of them brings', async () => {
  await page.viewport(390, 844)
  const tables = item('Folding tables', { needed: 6 })
  const [ben, bibi, dan] = [buildComing('Ben Berg'), buildComing('Bibi Berg'), buildComing('Dan Diaz')]
  const opened = await openGear([tables, item('Pillow', { is_each: true })], {
    trip: { role: 'member', members_edit: false },
    people: [{ ...buildParty({ ...ben, id: ROBIN.id }, bibi), id: ROBIN.id }, buildParty(dan)],
    claims: [newClaim(tables, dan.id, 1)],
  })
  await take('Folding tables').click()
  await button('Details of Folding tables').click()
  await expect.element(dialog()).toHaveTextContent('Dan Diaz')
  await expectCount(dialog().getByRole('textbox'), 1)
  const someone = dialog().getByLabelText('Add someone')
  // Nobody is chosen, not even the only one.
  await expectTexts(someone.getByRole('option'), ['Choose a person', 'Bibi Berg'])
  await button('Add').click()
  await expect.element(someone).toHaveFocus()
  await expect.element(someone).toHaveAccessibleDescription('Choose a person first.')
  await userEvent.selectOptions(someone, 'Bibi Berg')
  await button('Add').click()
  await button('How many: Bibi Berg: one more').click()
  await expectNoAxeFindings()
  await button('Done').click()
  await expect.element(row('Folding tables')).toHaveTextContent('6 needed, 4 promised, 2 missing')

  await show('My list')
  const toPack = (name: string) => page.getByRole('checkbox', { name })
  await toPack('Folding tables').click()
  await toPack('Pillow').click()
  await expect.element(page.getByText('Everything is packed.')).toBeVisible()
  await userEvent.selectOptions(page.getByLabelText('Whose list'), 'Bibi Berg')
  await expect.element(toPack('Folding tables (2)')).not.toBeChecked()
  await expect
    .poll(() => opened.stored('gear').claims)
    .toMatchObject([
      { person_id: dan.id, name: 'Folding tables', count: 1, is_packed: false },
      { person_id: ROBIN.id, name: 'Folding tables', count: 1, is_packed: true },
      { person_id: bibi.id, name: 'Folding tables', count: 2, is_packed: false },
      { person_id: ROBIN.id, name: 'Pillow', is_packed: true },
    ])
})

test('what others promise meanwhile changes neither who is chosen nor what is shown as missing', async () => {
  const people = ['Ben', 'Cleo', 'Dan'].map((name) => buildComing(name, { coming: 'open' }))
  const [ben = '', cleo = ''] = people.map(({ id }) => id)
  const [tables, mallet] = [item('Tables', { needed: 6 }), item('Mallet', { needed: 1 })]
  const { editAsOther } = await openGear([tables, mallet], { people: [buildParty(...people)] })
  await button('Details of Tables').click()
  const someone = dialog().getByLabelText('Add someone')
  await userEvent.selectOptions(someone, 'Cleo')
  await expect.element(someone).toHaveValue(cleo)
  editAsOther('gear', () => ({ claims: [newClaim(tables, ben, 1), newClaim(mallet, ben, 1)] }))
  await expectTexts(someone.getByRole('option'), ['Choose a person', 'Cleo', 'Dan'])
  await button('Add').click()
  await expect.element(dialog().getByRole('textbox', { name: 'How many: Cleo', exact: true })).toHaveValue('1')
  await button('Done').click()

  // What is covered stays until another view is shown.
  await expect.element(row('Mallet')).toHaveTextContent('1 needed, 1 promised')
  await show('All')
  await show('Missing')
  await expect.element(row('Tables')).toHaveTextContent('6 needed, 2 promised, 4 missing')
  await expectCount(row('Mallet'), 0)
})

test('on a phone, the number in an item’s name is suggested, and stored only once somebody uses it', async () => {
  await page.viewport(390, 844)
  const opened = await openGear([item('6 folding tables'), item('')])
  // The same item has the same name as on the checklist.
  await expect.element(button('Details of Item 2')).toBeVisible()
  await button('Details of 6 folding tables').click()
  const needed = neededField('6 folding tables')
  await expect.element(needed).toHaveValue('6')
  await expect.element(dialog()).toHaveTextContent('From the item’s name. Not saved yet.')
  await expectNoAxeFindings()
  await button('Done').click()
  await expectCount(dialog(), 0)
  await expect.element(row('6 folding tables')).not.toHaveTextContent('needed')
  expect(opened.sent('checklist')).toEqual([])

  await button('Details of 6 folding tables').click()
  await button('Use 6: 6 folding tables').click()
  await expect.element(dialog()).not.toHaveTextContent('Not saved yet')
  await expect.element(dialog()).toHaveTextContent('6 needed, 0 promised, 6 missing')
  await expect.poll(() => storedItems(opened)[0]?.needed).toBe(6)
  // Nobody needs them after all.
  await needed.fill('0')
  await expect.element(needed).toHaveValue('0')
  await button('Done').click()
  await expect.element(row('6 folding tables')).not.toHaveTextContent('needed')
  await expect.poll(() => storedItems(opened)[0]?.needed).toBe(0)
})

test('on a phone, several are promised at once, and after the trip Gear says who brought what', async () => {
  await page.viewport(390, 844)
  const opened = await openGear([
    item('Tables', { needed: 5 }),
    item('Mallet', { needed: 1 }),
    item('Lamp', { needed: 1 }),
  ])
  const camp = page.getByRole('region', { name: 'Camp' })
  await expect.element(camp).toHaveTextContent('3 items missing')
  await expect.element(take('Mallet')).toHaveTextContent(/^I’ll bring it$/)
  await button('How many you’ll bring: Tables: one more').click()
  await button('How many you’ll bring: Tables: one more').click()
  await button('I’ll bring 3: Tables').click()
  await expect.element(row('Tables')).toHaveTextContent('5 needed, 3 promised, 2 missing')
  await expect.element(ownCount('Tables')).toHaveValue('3')
  await take('Lamp').click()
  await expect.element(camp).toHaveTextContent('2 items missing')
  await expect.poll(() => storedCounts(opened)).toEqual(['Tables: 3', 'Lamp: 1'])

  opened.editAsOther('details', (details) => ({ ...details, ...datesOf('2020-07-03', '2020-07-06') }))
  await expect.element(page.getByRole('heading', { name: 'Who brought what' })).toBeVisible()
  await expect.element(row('Tables')).toHaveTextContent('5 needed, 3 brought')
  await expect.element(row('Tables')).toHaveTextContent('You: 3')
  await expectCount(page.getByText('missing'), 0)
  await expectCount(button(/^I’ll bring/), 0)
  await expectNoAxeFindings()
  // Still possible, where somebody looks for it.
  await button('Details of Mallet').click()
  await button('How many: You: one more').click()
  await expect.element(dialog().getByRole('textbox', { name: 'How many: You', exact: true })).toHaveValue('1')
  await expect.poll(() => storedCounts(opened)).toEqual(['Tables: 3', 'Lamp: 1', 'Mallet: 1'])
})

test('on a phone, a search narrows the list, and a line says what is hidden', async () => {
  await page.viewport(390, 844)
  const names = ['Tent', 'Tarp', 'Stove', 'Lamp', 'Axe', 'Rope']
  await openGear([item('Tables', { needed: 2 }), ...names.map((name) => item(name))])
  const line = page.getByText(/^Showing/)
  const search = page.getByRole('searchbox', { name: 'Search the gear' })
  await expect.element(line).toHaveTextContent('Showing 1 of 7: missing only')
  await expectCount(page.getByRole('listitem'), 1)
  await expectNoAxeFindings()
  await search.fill('ta')
  await expect.element(line).toHaveTextContent('Showing 1 of 7: missing only, “ta”')
  await search.fill('tent')
  await expect.element(page.getByText('No item matches “tent”.')).toBeVisible()
  await expect.element(line).toHaveTextContent('Showing 0 of 7: missing only, “tent”')
  await button('Show all').click()
  await expectCount(page.getByRole('listitem'), 7)
  await expectCount(line, 0)
  await expect.element(search).toHaveValue('')
  await expect.poll(focused).toBe('Details of Tables')
  await search.fill('TÁR')
  await expect.element(line).toHaveTextContent('Showing 1 of 7: “TÁR”')
  await expect.element(row('Tarp')).toBeVisible()
  await button('Show all').click()
  await expectCount(page.getByRole('listitem'), 7)
})

test('the numbers in all names are used by one press, and taken back by one undo', async () => {
  const named = ['6 folding tables', '2x lamps'].map((name) => item(name))
  const opened = await openGear([...named, item('3 axes', { needed: 1 }), item('4 pillows', { is_each: true })])
  await expect.element(page.getByText('2 items have a number in their names')).toBeVisible()
  await expectNoAxeFindings()
  await button('Use these numbers').click()
  const needed = () => storedItems(opened).map((one) => one.needed)
  await expect.poll(needed).toEqual([6, 2, 1, 0])
  expect(opened.sent('checklist')).toHaveLength(1)
  await expectCount(button('Use these numbers'), 0)
  await expect.poll(focused).toBe('Show all')
  await expect.element(page.getByText('Set the number needed for 2 items')).toBeVisible()
  await button('Undo').click()
  await expect.poll(needed).toEqual([0, 0, 1, 0])
  await expect.element(button('Use these numbers')).toBeVisible()
})

test('somebody who may not edit is offered neither numbers nor new items', async () => {
  await openGear([item('6 folding tables')], { trip: { role: 'member', members_edit: false } })
  await expect.element(row('6 folding tables')).toBeVisible()
  await expectCount(button('Use this number'), 0)
  await expectCount(button('Add gear'), 0)
})

test('on a phone, an item that is not on the checklist is added to one of its categories', async () => {
  await page.viewport(390, 844)
  const opened = await openTrip({
    values: {
      people: [],
      checklist: [
        { id: newId(), category: 'Camp', items: [item('Tarp')] },
        { id: newId(), category: 'Kitchen', items: [item('Stove')] },
      ],
    },
  })
  opened.show(<GearTab trip={opened.trip} failures={{}} />)
  await button('Add gear').click()
  const name = dialog().getByLabelText('Item', { exact: true })
  // Without a name there is nothing to add.
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(name).toHaveFocus()
  await name.fill('Big pot')
  await userEvent.selectOptions(dialog().getByLabelText('Category'), 'Kitchen')
  await button('Big pot: how many are needed: one more').click()
  await expectNoAxeFindings()
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(row('Big pot')).toHaveTextContent('1 needed, 0 promised, 1 missing')
  await expect.element(page.getByText('Added to Kitchen: Big pot')).toBeVisible()
  const stored = () =>
    opened.stored('checklist').map(({ items }) => items.map((one) => `${one.name} ${one.needed} ${one.checked}`))
  await expect.poll(stored).toEqual([['Tarp 0 false'], ['Stove 0 false', 'Big pot 1 false']])
  await button('Undo').click()
  await expect.poll(stored).toEqual([['Tarp 0 false'], ['Stove 0 false']])
})

test('the first item of an empty checklist gets a category of its own', async () => {
  const opened = await openTrip({ values: { people: [], checklist: [] } })
  opened.show(<GearTab trip={opened.trip} failures={{}} />)
  await button('Add gear').click()
  await dialog().getByLabelText('Item', { exact: true }).fill('Canoe')
  await press('Enter')
  await expect.element(row('Canoe')).toBeVisible()
  await expect
    .poll(() => opened.stored('checklist').map(({ category, items }) => [category, ...items.map((one) => one.name)]))
    .toEqual([['Gear', 'Canoe']])
})

test('an item whose category somebody removes meanwhile gets a category of its own', async () => {
  const camp = { id: newId(), category: 'Camp', items: [item('Tarp')] }
  const kitchen = { id: newId(), category: 'Kitchen', items: [item('Stove')] }
  const opened = await openTrip({ values: { people: [], checklist: [camp, kitchen] } })
  opened.show(<GearTab trip={opened.trip} failures={{}} />)
  await button('Add gear').click()
  await dialog().getByLabelText('Item', { exact: true }).fill('Big pot')
  await userEvent.selectOptions(dialog().getByLabelText('Category'), 'Kitchen')
  opened.editAsOther('checklist', () => [camp])
  await expectCount(dialog().getByLabelText('Category'), 0)
  await dialog().getByRole('button', { name: 'Add', exact: true }).click()
  await expect.element(page.getByText('Added to Gear: Big pot')).toBeVisible()
  await expect
    .poll(() => opened.stored('checklist').map(({ category, items }) => [category, ...items.map((one) => one.name)]))
    .toEqual([
      ['Camp', 'Tarp'],
      ['Gear', 'Big pot'],
    ])
})
