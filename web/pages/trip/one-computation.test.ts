import { expect, it } from 'vitest'
import type { LocalDate } from '#domain/local-date.ts'
import { plan } from '#domain/plan/index.ts'
import { type MealDay, newLine, newMealDay } from '#domain/plan/meals.ts'
import { newShoppingItem } from '#domain/plan/shopping.ts'
import { buildComing, buildParty } from '#domain/testing/people.ts'
import type { Trip } from '#domain/trip.ts'
import { costsOfTrip } from '#web/features/costs/costs-view.ts'
import { dutyList } from '#web/features/duties/duty-list.ts'
import { gearList } from '#web/features/gear/gear-list.ts'
import { openKind, promiseSource, todaySource } from '#web/features/shopping/shopping-lines.ts'
import { rowsOfList, shoppingList } from '#web/features/shopping/shopping-list.ts'
import { promisedPlanOf } from '#web/pages/group/promises/promised-plan.ts'
import { foodWarnings } from '#web/trip-core/derived/food.ts'
import type { PlanValues, PlanView } from '#web/trip-core/derived/plan-view.ts'
import { openPlanOf } from './open/open-plan.ts'
import { computeTodayPlan } from './today/compute-plan.ts'

const ana = '00000000-0000-4000-8000-000000000001'
const user = { id: ana, full_name: 'Ana', username: 'ana', email: null } as unknown as PlanView['user']
const trip = { id: 'lake', type: 'car_trip', role: 'owner', taken: null } as unknown as Trip

/** How often the lines of a meal have been read: the shopping list is computed from them. */
let reads = 0

/** A day whose dinner has these lines. */
function countedDay(lines: readonly string[]): MealDay {
  const day = newMealDay('car_trip', 1)
  const { dinner } = day.meals
  const ingredients = lines.map((text, index) => newLine(`${ana.slice(0, -1)}${index + 2}`, text))
  const counted = Object.defineProperty({ ...dinner }, 'ingredients', {
    enumerable: true,
    get: () => {
      reads += 1
      return ingredients
    },
  })
  return { ...day, meals: { ...day.meals, dinner: counted } }
}

const empty = Object.fromEntries(Object.entries(plan).map(([name, { empty: value }]) => [name, value])) as PlanValues
const start: PlanValues = {
  ...empty,
  people: [buildParty(buildComing('Ana', { id: ana }))],
  meals: { 1: countedDay(['2 kg potatoes', '6 eggs']) },
  shopping: { items: [{ ...newShoppingItem('ice', 'Ice'), buyer: ana }], states: [], purchases: [] },
}

const clock = { date: '2026-06-12' as LocalDate, minute: 0 }

/**
 * Computes what screens show of the list: the tab, Today's card, what is open, a person's promises, warnings at meals.
 * @returns how often that read the meal, the first time and in all others
 */
function showEverywhere(values: PlanValues): { first: number; others: number; names: string[] } {
  const view = { trip, user, values, planners: undefined }
  reads = 0
  const rows = rowsOfList(view)
  foodWarnings(view)
  const first = reads
  todaySource.list(computeTodayPlan(view, { phase: { is: 'before', days: 3 }, clock }))
  openKind.count?.of(
    openPlanOf(view, { phase: { is: 'before', days: 3 }, today: '2026-08-10' as LocalDate, claimants: 0 }),
  )
  promiseSource.list(promisedPlanOf(view), ana)
  for (const compute of [shoppingList, gearList, dutyList, costsOfTrip, rowsOfList]) compute(view)
  return { first, others: reads - first, names: (rows ?? []).map(({ name }) => name) }
}

it('an edit computes the shopping list once, however many screens show it, and only if it concerns the list', () => {
  const before = showEverywhere(start)
  expect(before).toEqual({ first: expect.any(Number), others: 0, names: ['eggs', 'potatoes', 'Ice'] })
  expect(before.first).toBeGreaterThan(0)

  for (const change of [
    {},
    { notes: [{ id: 'a', text: 'Bring wood' }] },
    { details: { ...plan.details.empty, eating: start.details?.eating, destination_name: 'Lake' } },
    { shopping: { ...start.shopping, items: [] } },
  ])
    expect(showEverywhere({ ...start, ...change } as PlanValues)).toMatchObject({ first: 0, others: 0 })

  const meals = { 1: countedDay(['2 kg potatoes', '6 eggs', '1 L milk']) }
  const after = showEverywhere({ ...start, meals })
  expect(after).toEqual({ first: before.first, others: 0, names: ['eggs', 'milk', 'potatoes', 'Ice'] })
})
