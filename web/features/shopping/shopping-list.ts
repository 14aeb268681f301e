import { readOnce } from '#domain/food/read-once.ts'
import { type ListItem, listItems } from '#domain/food/shopping-list.ts'
import type { Meals } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import { type ShoppingRow, shoppingRows } from '#domain/shopping/rows.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { deriveLoaded } from '#web/trip-core/derived/derive.ts'
import { eating, foodWarnings, guests } from '#web/trip-core/derived/food.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { type WarningsOf, warningsByDemand } from './row-warnings.ts'

/* The shopping list of a trip. Its code is large, so screens that show little of it load it late. */

export interface ComputedList {
  people: readonly Party[]
  dates: TripDates
  /** What the meals need. */
  days: Meals
  items: ListItem[]
  rows: readonly ShoppingRow[]
  /** The warnings of an item: who may have to skip it. */
  warningsOf: WarningsOf
  /** How many people the amounts are for; 0 in a trip without people. */
  headcount: number
}

const items = deriveLoaded(
  [section('meals'), section('people'), ({ values }) => values.details?.eating, eating],
  ([days, , , trip]): ListItem[] => listItems({ ...trip, days, ...readOnce }),
)

/** The rows of the list; those that did not change are the same objects as before. Undefined until all is loaded. */
export const rowsOfList = deriveLoaded(
  [items, section('shopping')],
  ([list, shopping], before: readonly ShoppingRow[] | undefined): readonly ShoppingRow[] =>
    shoppingRows(list, shopping, before ?? [], readOnce),
)

const warningsOf = deriveLoaded([foodWarnings, items], ([warnings, list]) => warningsByDemand(warnings, list))

/** Undefined until all is loaded. */
export const shoppingList = deriveLoaded(
  [section('meals'), eating, items, rowsOfList, warningsOf, guests],
  ([days, { people, dates }, list, rows, warnings, { counted }]): ComputedList => ({
    people,
    dates,
    days,
    items: list,
    rows,
    warningsOf: warnings,
    headcount: counted.length,
  }),
)
