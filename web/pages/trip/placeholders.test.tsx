import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { newChecklistItem } from '#domain/plan/checklist.ts'
import { newActivity, newItineraryDay } from '#domain/plan/itinerary.ts'
import { newMealDay } from '#domain/plan/meals.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import { usedSample } from '#domain/testing/used-sample.ts'
import { ChecklistTab } from '#web/features/checklist/trip-tab.tsx'
import { ItineraryTab } from '#web/features/itinerary/trip-tab.tsx'
import { MealsTab } from '#web/features/meals/trip-tab.tsx'
import { TicketsTab } from '#web/pages/trip/tickets/trip-tab.tsx'
import { openTrip } from '#web/testing/open-trip.tsx'
import { button, expectCount, expectTexts, type } from '#web/testing/screen.ts'

/* What new entries start with says what to type. Nobody takes it for the plan. */

const ID = '00000000-0000-4000-8000-000000000001'
const main = page.getByRole('main')
const values = {
  details: usedSample,
  meals: { 1: newMealDay('car_trip', 1) },
  itinerary: { 1: { ...newItineraryDay('car_trip', 1), light: [], hard: [newActivity(ID)] } },
  tickets: [newTicket(ID)],
  checklist: [{ id: ID, category: 'Camp', items: [newChecklistItem(ID)] }],
}
const placeholders = /New (Breakfast|Lunch|Dinner|Activity|Adventure|Ticket|item|food|snack)|^Add |Activity description/
const readers = { trip: { role: 'member', members_edit: false } } as const

/** The colour of a text. */
const colourOf = (text: string) => getComputedStyle(page.getByText(text, { exact: true }).first().element()).color
function muted(): string {
  const probe = document.createElement('p')
  probe.className = 'text-muted'
  document.body.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

test('TMPL-1, TMPL-4, TMPL-10, TMPL-11 the texts of a new meal are muted, and typing replaces them', async () => {
  const opened = await openTrip({ values })
  opened.show(<MealsTab trip={opened.trip} failures={{}} />)
  for (const text of ['New Breakfast', 'Add description', 'Add ingredients', 'Add snacks']) {
    await expect.element(page.getByText(text, { exact: true }).first()).toBeVisible()
    expect(colourOf(text), text).toBe(muted())
  }
  await button('Edit meal plan').click()
  const breakfast = page.getByRole('region', { name: 'Breakfast' })
  const name = breakfast.getByLabelText('Name')
  await name.click()
  await type('Oats')
  await expect.element(name).toHaveValue('Oats')
  const line = breakfast.getByLabelText('Ingredient 1')
  await line.click()
  await type('1 kg oats')
  await expect.element(line).toHaveValue('1 kg oats')
  // What somebody typed is not selected.
  await name.click()
  await type('!')
  expect((name.element() as HTMLInputElement).value).toHaveLength(5)
})

test('TMPL-14, TMPL-17, TMPL-18 the texts of a new activity and of a new day are muted', async () => {
  const opened = await openTrip({ values })
  opened.show(<ItineraryTab trip={opened.trip} failures={{}} />)
  for (const text of ['Day 1: New Adventure Day', 'New Activity', 'Activity description']) {
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
    expect(colourOf(text), text).toBe(muted())
  }
  await page.getByText('Activity description', { exact: true }).click()
  const description = page.getByLabelText('Description')
  await description.click()
  await type('To the lookout')
  await expect.element(description).toHaveValue('To the lookout')
})

test('TMPL-14 the activities of a new day are a sample until somebody uses or edits one', async () => {
  const opened = await openTrip({ values: { ...values, itinerary: {} } })
  opened.show(<ItineraryTab trip={opened.trip} failures={{}} />)
  await button('Add Day').first().click()
  const use = page.getByText('Use', { exact: true })
  await expectTexts(use, ['Use', 'Use', 'Use', 'Use'])
  await button('Use Long Hike').click()
  await expectCount(use, 3)
  await button('Use the rest').click()
  await expectCount(use, 0)
})

test('readers get no placeholders', async () => {
  const opened = await openTrip({ values, ...readers })
  opened.show(<MealsTab trip={opened.trip} failures={{}} />)
  await expectTexts(main.getByText('Nothing planned yet'), Array(3).fill('Nothing planned yet'))
  await expect.element(main.getByText('No snacks planned')).toBeVisible()
  await expectCount(main.getByText(placeholders), 0)
  opened.show(<ItineraryTab trip={opened.trip} failures={{}} />)
  await expect.element(main.getByRole('heading', { name: 'Day 1', exact: true })).toBeVisible()
  // An activity of placeholders only is none.
  await expectTexts(main.getByText('No activities planned'), Array(2).fill('No activities planned'))
  await expectCount(main.getByText(placeholders), 0)
  opened.show(<ChecklistTab trip={opened.trip} failures={{}} />)
  await expect.element(main.getByRole('listitem').first()).toHaveTextContent('Item 1')
  await expectCount(main.getByText(placeholders), 0)
  opened.show(<TicketsTab trip={opened.trip} failures={{}} />)
  await expect.element(main.getByRole('heading', { name: 'Flight', level: 3 })).toBeVisible()
  await expectCount(main.getByText(placeholders), 0)
})
