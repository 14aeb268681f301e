import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newPurchase, newShoppingItem, ownKeyOf } from '#domain/plan/shopping.ts'
import { datesOf } from '#domain/testing/dates.ts'
import { buildDinner } from '#domain/testing/meals.ts'
import { allergensOf, buildComing, buildParties, buildParty, dietsOf } from '#domain/testing/people.ts'
import { newId } from '#web/data/new-id.ts'
import { session } from '#web/data/root/session.ts'
import { expectNoAxeFindings } from '#web/testing/axe.ts'
import { onPaper } from '#web/testing/media.ts'
import { type OpenedTrip, openTrip, ROBIN, type TripOptions } from '#web/testing/open-trip.tsx'
import { access, planner } from '#web/testing/people.ts'
import { button, dialog, expectCount, expectText, press, type } from '#web/testing/screen.ts'
import { showApp } from '#web/testing/show-app.tsx'

/* The page of the shopping list. */

const item = (name: string) => page.getByRole('checkbox', { name })
/** An item with all that is said about it. */
const row = (name: string) => page.getByRole('listitem').filter({ has: item(name) })
const region = (name: string) => page.getByRole('region', { name })
const open = (name: string) => button(`Details of ${name}`).click()
/** The key of milk that meals need. */
const MILK = '1:milk'
const addField = page.getByRole('textbox', { name: 'Add an item' })
const heading = page.getByRole('heading', { name: 'Shopping list' })

const things = (...texts: string[]) => ({
  items: texts.map((text) => newShoppingItem(newId(), text)),
  states: [],
  purchases: [],
})

async function openList(options: TripOptions): Promise<OpenedTrip> {
  const opened = await openTrip({ members: access(planner(ROBIN, 'owner')), ...options })
  showApp(`/trip/${opened.trip.id}/group?tab=shopping`)
  await expect.element(heading).toBeVisible()
  return opened
}

test('from the meals to an empty list, whose grouping the device remembers', async () => {
  const { trip } = await openTrip({
    trip: { name: 'Firewood' },
    values: { meals: {} },
    members: access(planner(ROBIN, 'owner')),
  })
  showApp(`/trip/${trip.id}?tab=meals`)
  await page.getByRole('link', { name: 'Shopping list' }).click()
  await expect.poll(() => document.title).toBe('Firewood · Shopping · Wayfare')
  await expect.element(page.getByText('There’s nothing to buy yet.')).toBeVisible()
  await expectNoAxeFindings()
  await addField.fill('Firewood')
  await press('Enter')
  await open('Firewood')
  await dialog().getByLabelText('Shop', { exact: true }).fill('Foodland')
  await button('Done').click()
  await userEvent.selectOptions(page.getByLabelText('Group by'), 'Shop')
  await expectText(region('Foodland'), 'Firewood')
  showApp(`/trip/${trip.id}/group?tab=shopping`)
  await expectText(region('Foodland'), 'Firewood')
})

test('somebody who may not edit ticks, notes what is at home and takes over, and has no other controls', async () => {
  await page.viewport(390, 844)
  const opened = await openList({
    trip: { role: 'member', members_edit: false },
    // Written for one.
    values: {
      people: [buildParty(buildComing('Robin Tester', { id: ROBIN.id }))],
      meals: buildDinner(1, '1 L milk'),
      shopping: things('Ice'),
    },
  })
  await expectCount(addField, 0)
  await open('milk')
  await expect.element(dialog()).toBeVisible()
  expect(
    dialog().element().querySelectorAll('select, textarea, input:not([role=switch], [type=checkbox])'),
  ).toHaveLength(1)
  await expect.element(dialog().getByLabelText('I bought another amount')).toBeVisible()
  await dialog().getByRole('switch', { name: 'At home' }).click()
  await dialog().getByLabelText('How much is at home').fill('0.5 L')
  await button('I’ll buy it').click()
  await button('Done').click()
  await expectText(row('milk'), '500 mL at home')
  await open('Ice')
  await expectCount(button('Remove from the list'), 0)
  await button('I’ll buy it').click()
  await button('Done').click()
  await item('milk').click()
  await expect.element(item('milk')).toBeChecked()
  await expect
    .poll(() => opened.stored('shopping').purchases)
    .toMatchObject([{ person_id: ROBIN.id, amount: '500', unit: 'mL' }])
  await expect
    .poll(() => opened.stored('shopping').states)
    .toMatchObject([{ key: MILK, is_at_home: true, amount_at_home: '0.5 L', buyer: ROBIN.id }])
  await expect
    .poll(() => opened.stored('shopping').items.map(({ text, buyer }) => `${text}: ${buyer}`))
    .toEqual([`Ice: ${ROBIN.id}`])

  // As somebody else sees it.
  session.enter({ user: { ...ROBIN, id: newId(), username: 'kim', full_name: 'Kim' } })
  showApp(`/trip/${opened.trip.id}/group?tab=shopping`)
  await expectText(row('milk'), 'Bought by Robin Tester (500 mL)')
  await expectText(row('Ice'), 'Robin Tester buys it')
})

test('what others bought is not taken back by unticking: the item says who did', async () => {
  const kim = buildComing('Kim')
  const list = things('Ice')
  const ofIce = newPurchase(newId(), { key: ownKeyOf(list.items[0]?.id ?? ''), name: 'Ice' }, kim.id)
  const ofMilk = { ...newPurchase(newId(), { key: MILK, name: 'milk' }, kim.id), amount: '500', unit: 'mL' }
  await openList({
    values: {
      people: buildParties(buildComing('Robin Tester', { id: ROBIN.id }), kim),
      meals: buildDinner(2, '500 mL milk'),
      shopping: { ...list, purchases: [ofIce, ofMilk] },
    },
  })
  await expect.element(item('Ice')).toBeChecked()
  await expectText(row('Ice'), 'Bought by Kim')
  await expectText(row('milk'), 'Bought by Kim (500 mL)')
  await item('milk').click()
  await expect.element(dialog().getByRole('listitem').filter({ hasText: 'Kim: 500 mL' })).toBeVisible()
  await button('Done').click()
  await expect.element(item('milk')).toBeChecked()
})

test('the list can be printed', async () => {
  await openList({ values: { meals: buildDinner(2, '2 L milk', '1 kg carrots') } })
  await item('milk').click()
  await expect.element(item('milk')).toBeChecked()
  const hidden = [
    page.getByRole('banner'),
    page.getByRole('tab', { name: 'People' }),
    page.getByLabelText('Search the list'),
    page.getByLabelText('Add an item'),
  ]
  for (const part of hidden) expect(part.elements().some((one) => one.checkVisibility())).toBe(true)
  await onPaper(async () => {
    for (const part of hidden) await expect.poll(() => part.elements().some((one) => one.checkVisibility())).toBe(false)
    await expectText(row('carrots'), '1 kg')
    const colours = () => {
      const element = row('carrots').element()
      const box = element.querySelector('[aria-hidden=true]') as Element
      return {
        text: getComputedStyle(element).color,
        box: getComputedStyle(box).borderTopColor,
        of: getComputedStyle(document.body).backgroundColor,
      }
    }
    // They change with the next frame.
    await expect.poll(colours).toEqual({ text: 'rgb(0, 0, 0)', box: 'rgb(0, 0, 0)', of: 'rgb(255, 255, 255)' })
  }, 'dark')
})

test('on a phone, the list begins high, items are added on request, and warnings are one line', async () => {
  await page.viewport(390, 844)
  const people = buildParty(
    ...['Ana', 'Ben'].map((name) => buildComing(name, { diets: dietsOf('halal') })),
    buildComing('Cleo', { allergens: allergensOf('nuts') }),
  )
  const { editAsOther } = await openList({
    trip: { name: 'In the shop' },
    values: { people: [people], meals: buildDinner(3, '1 kg bacon', '200 g walnuts', '12 apples') },
  })
  const produce = region('Fruit & vegetables')
  await expect.element(produce).toBeVisible()
  expect(produce.element().getBoundingClientRect().top).toBeLessThan(265)
  await expectText(row('bacon'), 'Not for: halal (2)')
  await expect.element(row('bacon')).not.toHaveTextContent('Allergies')
  await expectText(row('walnuts'), 'Allergies: tree nuts (1)')
  await expect.element(row('apples')).not.toHaveTextContent('Not for')
  await open('bacon')
  await expectText(dialog(), 'halal: Ana and Ben')
  await button('Done').click()

  await expect.poll(() => addField.elements().some((one) => one.checkVisibility())).toBe(false)
  await button('Add item').click()
  await expect.element(addField).toHaveFocus()
  await type('Ice')
  await press('Enter')
  await expect.element(item('Ice')).toBeVisible()
  await item('Ice').click()
  await expect.element(item('Ice')).toBeChecked()

  editAsOther('details', (details) => ({ ...details, ...datesOf('2020-07-03', '2020-07-06') }))
  await expect.element(page.getByRole('heading', { name: 'What was bought' })).toBeVisible()
  await expectCount(page.getByRole('tabpanel').getByRole('checkbox'), 1)
  await expect.element(item('Ice')).toBeChecked()
  await expectNoAxeFindings()
  await button('Show all 4 items').click()
  await expect.element(item('bacon')).toBeVisible()
})
