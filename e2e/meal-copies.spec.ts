import type { Page } from '@playwright/test'
import { newMealDay } from '#domain/plan/meals.ts'
import { buildDinner } from '#domain/testing/meals.ts'
import { expect, test } from './fixtures.ts'
import { button, dialog } from './page-parts.ts'

const dinner = (page: Page) => page.getByRole('region', { name: 'Dinner', exact: true })

test('a meal is copied to another day and to another trip', async ({ page, signIn, createTrip }) => {
  await signIn(page)
  const { 1: first } = buildDinner(20, '2 kg pasta')
  const named = { ...first, meals: { ...first.meals, dinner: { ...first.meals.dinner, name: 'Pasta night' } } }
  const meals = { 1: named, 2: newMealDay('car_trip', 2) }
  const [id, other] = [
    await createTrip(page, { name: 'Bon Echo', type: 'car_trip', plan: { meals } }),
    await createTrip(page, { name: 'Silent Lake', type: 'car_trip' }),
  ]
  await page.goto(`/trip/${id}?tab=meals`)
  await button(page, 'Copy Dinner').click()
  await dialog(page).getByLabel('Copy to').selectOption('Day 2')
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('tab', { name: 'Day 2', exact: true }).click()
  await expect(dinner(page)).toContainText('Pasta night')

  await button(page, 'Copy this day').click()
  await dialog(page).getByLabel('Trip').selectOption('Silent Lake')
  await expect(dialog(page).getByLabel('Copy to')).toHaveValue('5')
  await dialog(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await page.goto(`/trip/${other}?tab=meals`)
  await page.getByRole('tab', { name: 'Day 5', exact: true }).click()
  await expect(dinner(page)).toContainText('Pasta night')
})
