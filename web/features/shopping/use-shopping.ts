import { useMemo, useRef } from 'react'
import { listGuests } from '#domain/food/eaters.ts'
import { itemKey } from '#domain/food/item-key.ts'
import { memoByText } from '#domain/food/memo-by-text.ts'
import { readLine } from '#domain/food/read-line.ts'
import { type ListItem, listItems } from '#domain/food/shopping-list.ts'
import { listWarnings } from '#domain/food/warnings.ts'
import type { Meals } from '#domain/plan/meals.ts'
import type { Party } from '#domain/plan/people.ts'
import type { Shopping } from '#domain/plan/shopping.ts'
import { type ShoppingRow, shoppingRows } from '#domain/shopping/rows.ts'
import type { Trip } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { type WarningsOf, warningsBySource } from './row-warnings.ts'

// A line is read once, however often the list is computed.
const read = memoByText(readLine)
const keyOf = memoByText(itemKey)

export interface ShoppingView {
  section: ShownSection<'shopping'>
  people: readonly Party[]
  dates: TripDates
  /** What the meals need. */
  days: Meals
  items: ListItem[]
  rows: ShoppingRow[]
  /** The warnings of an item: who may have to skip it. */
  warningsOf: WarningsOf
  /** How many people the amounts are for; 0 in a trip without people. */
  headcount: number
}

/** The shopping list of a trip; undefined until all that it is computed from is loaded. */
export function useShopping(trip: Trip): ShoppingView | undefined {
  const section = useSection(trip.id, 'shopping')
  const days = useSection(trip.id, 'meals')?.value
  const people = useSection(trip.id, 'people')?.value
  const details = useSection(trip.id, 'details')?.value
  const { departure_date = '', return_date = '', eating } = details ?? {}
  const computed = useMemo(() => {
    if (!days || !people || !eating) return undefined
    const dates: TripDates = { departure_date, return_date }
    const plan = { people, dates, settings: eating }
    const items = listItems({ ...plan, days, read, keyOf })
    return {
      people,
      days,
      dates,
      items,
      warningsOf: warningsBySource(listWarnings({ ...plan, days }), items),
      headcount: listGuests(plan).counted.length,
    }
  }, [days, people, eating, departure_date, return_date])
  const rows = useRows(computed?.items, section?.value)
  return section && computed && rows ? { section, ...computed, rows } : undefined
}

/** The rows; those that did not change are the same objects as before. */
function useRows(items: ListItem[] | undefined, shopping: Shopping | undefined): ShoppingRow[] | undefined {
  const previous = useRef<ShoppingRow[]>([])
  return useMemo(() => {
    if (!items || !shopping) return undefined
    previous.current = shoppingRows(items, shopping, previous.current)
    return previous.current
  }, [items, shopping])
}
