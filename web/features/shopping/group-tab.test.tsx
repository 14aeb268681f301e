import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { newLine, newMealDay } from '#domain/plan/meals.ts'
import { newId } from '#web/data/new-id.ts'
import { type OpenedTrip, openTrip } from '#web/testing/open-trip.tsx'
import { button, dialog, expectCount, paste, press } from '#web/testing/screen.ts'
import { ShoppingTab } from './group-tab.tsx'

const item = (name: string) => page.getByRole('checkbox', { name })
const addField = page.getByRole('textbox', { name: 'Add an item' })

/** A dinner of day 1 whose amounts are written for this many people. */
const dinner = (servings: number, ...texts: string[]) => {
  const day = newMealDay('car_trip', 1)
  const ingredients = texts.map((text) => newLine(newId(), text))
  return { '1': { ...day, meals: { ...day.meals, dinner: { ...day.meals.dinner, servings, ingredients } } } }
}

async function openList(meals: ReturnType<typeof dinner>): Promise<OpenedTrip> {
  const opened = await openTrip({ values: { meals } })
  opened.show(<ShoppingTab trip={opened.trip} failures={{}} />)
  await expect.element(page.getByRole('heading', { name: 'Shopping list' })).toBeVisible()
  return opened
}

test('by keyboard alone: the focus stays in the list while bought items sink', async () => {
  await openList(dinner(2, '2 apples', '1 banana', '1 kg carrots'))
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
  const { stored } = await openList(dinner(2, '12 tomatoes'))
  paste(addField, '- Firewood\n- Lamp oil\n\n- Matches')
  for (const name of ['Firewood', 'Lamp oil', 'Matches']) await expect.element(item(name)).toBeVisible()
  await expect.element(addField).toHaveValue('')
  await expect.element(page.getByText('Added 3 items')).toBeVisible()
  await button('Undo').click()
  await expectCount(item('Matches'), 0)
  await expect.element(item('tomatoes')).toBeVisible()
  await expect.poll(() => stored('shopping').items).toEqual([])
})
