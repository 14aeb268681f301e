import type { Trip } from '#domain/trip.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { type ComputedList, shoppingList } from './shopping-list.ts'

export interface ShoppingView extends ComputedList {
  section: ShownSection<'shopping'>
}

/** The shopping list of a trip, and how it is edited; undefined until all that it is computed from is loaded. */
export function useShopping(trip: Trip): ShoppingView | undefined {
  const section = useSection(trip.id, 'shopping')
  const list = useDerived(trip, shoppingList)
  return section && list ? { section, ...list } : undefined
}
