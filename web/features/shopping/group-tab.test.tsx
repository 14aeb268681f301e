import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultEating, details } from '#domain/plan/details.ts'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { newId } from '#web/data/new-id.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { type OpenedTrip, openTrip, type PlanValues, ROBIN } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, paste, press } from '#web/testing/screen.ts'
import { recordSharedText } from '#web/testing/shared-text.ts'
import { ShoppingTab } from './group-tab.tsx'

const item = (name: string) => page.getByRole('checkbox', { name })
/** An item with all that is said about it. */
const row = (name: string) => page.getByRole('listitem').filter({ has: item(name) })
const region = (name: string) => page.getByRole('region', { name })
const open = (name: string) => button(`Details of ${name}`).click()
const inDialog = (label: string) => dialog().getByLabelText(label)
const addField = page.getByRole('textbox', { name: 'Add an item' })

/** A dinner of day 1 whose amounts are written for this many people. */
const dinner = (servings: number, ...texts: string[]) => {
  const day = newMealDay('car_trip', 1)
  const ingredients = texts.map((text) => newLine(newId(), text))
  return { '1': { ...day, meals: { ...day.meals, dinner: { ...day.meals.dinner, servings, ingredients } } } }
}

async function openList(values: PlanValues, trip: Partial<Trip> = {}): Promise<OpenedTrip> {
  const opened = await openTrip({ values, trip, members: access(planner(ROBIN, 'owner')) })
  await showAgain(opened)
  return opened
}

async function showAgain({ trip, show }: OpenedTrip): Promise<void> {
  show(<ShoppingTab trip={trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Shopping list' })).toBeVisible()
}

test('by keyboard alone: the focus stays in the list while bought items sink', async () => {
  await openList({ meals: dinner(2, '2 apples', '1 banana', '1 kg carrots') })
  const field = addField.element() as HTMLElement
  field.focus()
  await press('Tab')
  await press('Tab')
  await expect.element(item('apples')).toHaveFocus()
  await userEvent.keyboard(' ')
  await expect.element(item('apples')).toBeChecked()
  const produce = page.getByRole('region', { name: 'Fruit & vegetables' })
  await expect.element(produce.getByRole('checkbox').last()).toHaveAccessibleName(/apples/)
  await expect.element(item('banana')).toHaveFocus()
  await press('Tab')
  await press('Enter')
  await expect.element(dialog()).toHaveTextContent('Dinner, day 1')
  await press('Escape')
  await expect.element(button('Details of banana')).toHaveFocus()
})

test('pasted lines become items, together undone', async () => {
  const { stored } = await openList({ meals: dinner(2, '12 tomatoes') })
  paste(addField, '- Firewood\n- Lamp oil\n\n- Matches')
  for (const name of ['Firewood', 'Lamp oil', 'Matches']) await expect.element(item(name)).toBeVisible()
  await expect.element(addField).toHaveValue('')
  await expect.element(page.getByText('Added 3 items')).toBeVisible()
  await button('Undo').click()
  await expectCount(item('Matches'), 0)
  await expect.element(item('tomatoes')).toBeVisible()
  await expect.poll(() => stored('shopping').items).toEqual([])
})

test('a change of attendance changes the amounts, and the list says what changed', async () => {
  const names = ['Ana', 'Ben', 'Cleo', 'Dan', 'Eli', 'Fay', 'Gil', 'Hana', 'Ida', 'Jon']
  const ten = buildParty(...names.map((name) => buildComing(name)))
  const changes = region('What changed on the list')
  const opened = await openList({
    meals: dinner(10, '2 L milk', '10 eggs', '1 bag of charcoal'),
    people: [ten],
    details: { ...details.empty, eating: { ...defaultEating, counts: 'all' } },
  })
  await expectText(row('milk'), '2 L')
  await expectCount(changes, 0)
  await item('milk').click()
  await expect.element(item('milk')).toBeChecked()

  const persons = ten.persons.map((one, index) => (index < 2 ? { ...one, coming: 'not_coming' as const } : one))
  opened.editAsOther('people', () => [{ ...ten, persons }])
  await expectText(changes, 'Now for 8 people instead of 10: 2 amounts are lower.')
  await expectText(row('eggs'), '8')
  await expectText(row('milk'), 'Bought 400 mL more than needed')
  // It is told until it was seen.
  await showAgain(opened)
  await expectText(changes, '2 amounts are lower')
  await changes.getByRole('button', { name: 'Show' }).click()
  await expectText(dialog().getByRole('listitem').filter({ hasText: 'milk' }), '2 L → 1.6 L')
  await expectNoAxeFindings()
  await button('Got it').click()
  await expectCount(changes, 0)

  opened.editAsOther('people', () => [ten])
  await expectText(changes, 'Now for 10 people instead of 8: 2 amounts are higher.')
  await changes.getByRole('button', { name: 'Got it' }).click()
  opened.editAsOther('meals', () => dinner(10, '10 eggs', '1 bag of charcoal', '500 g rice'))
  await expectText(changes, 'Since you last looked: 1 item is new and 1 item is no longer needed.')
  await expectText(region('Also bought'), 'milk')
  await showAgain(opened)
  await expectText(region('Also bought'), 'milk')
})

test('items of one’s own: added, assigned, noted, searched, renamed and removed', async () => {
  const opened = await openList({ meals: {} })
  await expect.element(page.getByText('There’s nothing to buy yet.')).toBeVisible()
  await expectNoAxeFindings()
  for (const text of ['Firewood', 'Duct tape']) {
    await userEvent.fill(page.getByLabelText('Add an item'), text)
    await press('Enter')
  }
  await expect.element(addField).toHaveFocus()
  await expectText(region('Household'), 'Duct tape')

  await open('Firewood')
  await userEvent.fill(inDialog('Item'), 'Dry firewood')
  await userEvent.fill(inDialog('Shop'), 'Foodland')
  await userEvent.selectOptions(inDialog('Aisle'), 'Household')
  await userEvent.fill(inDialog('Note'), 'Two bags')
  await expectNoAxeFindings()
  await button('I’ll buy it').click()
  await button('Done').click()
  await expect
    .poll(() => opened.stored('shopping').items, { timeout: 5000 })
    .toMatchObject([
      { text: 'Dry firewood', shop: 'Foodland', aisle: 'household', note: 'Two bags', buyer: ROBIN.id },
      { text: 'Duct tape' },
    ])
  await expectText(row('Dry firewood'), 'You buy it')
  await expectText(row('Dry firewood'), 'Two bags')
  await userEvent.selectOptions(page.getByLabelText('Group by'), 'Shop')
  await expectText(region('Foodland'), 'Dry firewood')
  await userEvent.fill(page.getByLabelText('Search the list'), 'tape')
  await expectCount(item('Dry firewood'), 0)
  await userEvent.fill(page.getByLabelText('Search the list'), '')
  await showAgain(opened)
  // The device remembers the grouping.
  await expectText(region('Foodland'), 'Dry firewood')
  await userEvent.selectOptions(page.getByLabelText('Group by'), 'Aisle')
  await expectText(row('Dry firewood'), 'Foodland')

  await open('Duct tape')
  await button('Remove from the list').click()
  await expectCount(item('Duct tape'), 0)
  await button('Undo').click()
  await expect.element(item('Duct tape')).toBeVisible()
  // Bought, then removed by somebody: it is told that it is no longer needed.
  await item('Duct tape').click()
  await expect.element(item('Duct tape')).toBeChecked()
  await open('Duct tape')
  await button('Remove from the list').click()
  await expectText(region('Also bought'), 'Duct tape')
})

test('on a phone, six cans of one of two sizes are bought, and what is said stays in cans', async () => {
  await page.viewport(390, 844)
  const lines = ['8 x 398 mL cans tomatoes', '3 x 796 mL cans tomatoes', '18 onions', '1.2 kg onions']
  const opened = await openList({ meals: dinner(4, ...lines) })
  await expectText(row('tomatoes'), '8 cans of 398 mL + 3 cans of 796 mL')
  await open('tomatoes')
  await expectText(dialog(), 'Dinner, day 1: 8 cans of 398 mL')
  await expect.element(dialog()).not.toHaveTextContent(/\d L\b/)
  await userEvent.fill(inDialog('How many cans of 398 mL'), 'a few')
  await button('Add').click()
  await expectText(dialog(), 'Write the amount with its unit, like 8 cans of 398 mL.')
  await expectNoAxeFindings()
  await userEvent.fill(inDialog('How many cans of 398 mL'), '6')
  await userEvent.fill(inDialog('How many cans of 796 mL'), '3 x 796 mL')
  await button('Add').click()
  await expectText(dialog(), 'You: 6 cans of 398 mL')
  await expectText(dialog(), '2 cans of 398 mL to buy')
  await button('Done').click()
  await expectText(row('tomatoes'), '6 cans of 398 mL bought. Buy 2 cans of 398 mL more.')

  // A shop sells onions by the piece.
  await expectText(row('onions'), '27')
  await open('onions')
  await expectText(dialog(), 'Dinner, day 1: 1.2 kg')
  await expectText(dialog(), 'In total 18 pieces + 1.2 kg. In a shop, that’s 27 pieces.')
  await userEvent.fill(inDialog('I bought another amount'), '4 onions')
  await button('Add').click()
  await dialog().getByRole('switch', { name: 'At home' }).click()
  await userEvent.fill(inDialog('How much is at home'), 'some')
  await inDialog('Note').click()
  await expectText(dialog(), 'Write the amount with its unit, like 23 pieces.')
  await userEvent.fill(inDialog('How much is at home'), '2 pieces + 0.7 kg')
  await button('Done').click()
  await expectText(row('onions'), '4 pieces bought. Buy 16 pieces more.')
  await expectText(row('onions'), '2 pieces + 700 g at home')
  await expect
    .poll(() => opened.stored('shopping').states, { timeout: 5000 })
    .toMatchObject([{ amount_at_home: '2 pieces + 0.7 kg' }])
  expect(opened.stored('shopping').purchases).toHaveLength(3)
  await showAgain(opened)
  await expectText(row('tomatoes'), '2 cans of 398 mL')
})

test('a long press opens an item, and the list can be sent', async () => {
  await openList({ meals: dinner(2, '2 L milk', '1 kg carrots') }, { name: 'On paper' })
  const sharedText = recordSharedText()
  await row('milk').click({ button: 'right' })
  await expectText(dialog(), 'Dinner, day 1: 2 L')
  await button('Done').click()
  await item('milk').click()
  await expect.element(item('milk')).toBeChecked()
  await button('Share').click()
  await expect
    .poll(sharedText)
    .toBe('On paper: shopping list\n\nFruit & vegetables\n☐ carrots: 1 kg\n\nDairy & eggs\n✓ milk: 2 L')
})

test('on a phone, two amounts of the same thing that people added are one item, and each can be removed', async () => {
  await page.viewport(390, 844)
  const { stored } = await openList({})
  for (const text of ['10 kg ice', '20 kg ice']) {
    await addField.fill(text)
    await press('Enter')
  }
  await expect.element(row('ice')).toHaveTextContent('ice 30 kg')
  await expect.element(row('ice')).toHaveTextContent('10 kg ice + 20 kg ice')
  await expectCount(page.getByRole('listitem').filter({ has: page.getByRole('checkbox') }), 1)
  await expect.poll(() => stored('shopping').items.map(({ text }) => text)).toEqual(['10 kg ice', '20 kg ice'])
  await item('ice').click()
  await expect.element(item('ice')).toBeChecked()
  await expect.poll(() => stored('shopping').purchases).toMatchObject([{ amount: '30000', unit: 'g' }])
  await item('ice').click()
  await expect.element(item('ice')).not.toBeChecked()
  await open('ice')
  await expect.element(region('What was added')).toHaveTextContent('10 kg ice20 kg ice')
  await expectNoAxeFindings()
  await button('Remove 10 kg ice').click()
  await expect.element(inDialog('Item')).toHaveValue('20 kg ice')
  await button('Done').click()
  await expect.element(item('20 kg ice')).toBeVisible()
  await button('Undo').click()
  await expect.element(row('ice')).toHaveTextContent('ice 30 kg')
  await expect.poll(() => stored('shopping').items).toHaveLength(2)
})

test('what was bought of a sum stays with the part that is left, and one undo brings the other part back', async () => {
  const { stored } = await openList({})
  for (const text of ['10 kg ice', '20 kg ice']) {
    await addField.fill(text)
    await press('Enter')
  }
  await item('ice').click()
  await expect.element(item('ice')).toBeChecked()
  await open('ice')
  await button('Remove 10 kg ice').click()
  await button('Done').click()
  await expect.element(item('20 kg ice')).toBeChecked()
  await expectCount(region('Also bought'), 0)
  const left = () => stored('shopping').items.map(({ id }) => `own:${id}`)
  // Until all is stored, the first item alone may be there.
  await expect.poll(() => stored('shopping').items.map(({ text }) => text)).toEqual(['20 kg ice'])
  await expect.poll(() => stored('shopping').purchases.map(({ key }) => key)).toEqual(left())
  await button('Undo').click()
  await expect.element(item('ice')).toBeChecked()
  await expect.element(row('ice')).toHaveTextContent('10 kg ice + 20 kg ice')
})

test('an item that is opened stays open while its text passes one that it is added to', async () => {
  const { stored } = await openList({})
  for (const text of ['10 kg ice', '20 kg sand']) {
    await addField.fill(text)
    await press('Enter')
  }
  await open('20 kg sand')
  const field = inDialog('Item')
  await field.fill('20 kg ice')
  await expect.element(field).toHaveValue('20 kg ice')
  await field.fill('20 kg ice cream')
  await expect.element(field).toHaveFocus()
  await button('Done').click()
  await expect.element(item('20 kg ice cream')).toBeVisible()
  await expect.poll(() => stored('shopping').items.map(({ text }) => text)).toEqual(['10 kg ice', '20 kg ice cream'])
})

test('a search and “mine” say what they hide, until one press shows all', async () => {
  const ben = buildComing('Ben')
  await openList({ people: [buildParty(ben)], meals: dinner(2, '2 apples', '1 banana', '1 kg carrots') })
  const line = page.getByText(/^Showing/)
  await expectCount(line, 0)
  await page.getByRole('searchbox', { name: 'Search the list' }).fill('app')
  await expect.element(line).toHaveTextContent('Showing 1 of 3: “app”')
  await page.getByRole('radio', { name: 'Mine' }).click()
  await expect.element(line).toHaveTextContent('Showing 0 of 3: mine only, “app”')
  await button('Show all').click()
  await expectCount(line, 0)
  for (const name of ['apples', 'banana', 'carrots']) await expect.element(item(name)).toBeVisible()
})
