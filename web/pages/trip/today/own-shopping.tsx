import { useEffect } from 'react'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import type { Trip } from '#domain/trip.ts'
import { useShopping } from '#web/features/shopping/use-shopping.ts'

/** Renders nothing. Computes the shopping list where only its rows are needed: its code is large, so it loads late. */
export function OwnShopping({ trip, onRows }: { trip: Trip; onRows: (rows: readonly ShoppingRow[]) => void }) {
  const rows = useShopping(trip)?.rows
  useEffect(() => {
    if (rows) onRows(rows)
  }, [rows, onRows])
  return null
}
