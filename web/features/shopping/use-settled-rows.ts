import { useEffect, useState } from 'react'
import type { ShoppingRow } from '#domain/shopping/rows.ts'

const PAUSE_MS = 1200

/**
 * The keys of the rows that are done, after a pause: a row that was just ticked stays under the finger, so that the
 * next tap does not meet another row.
 */
export function useSettledRows(rows: readonly ShoppingRow[]): ReadonlySet<string> {
  const [settled, setSettled] = useState(() => doneKeys(rows))
  useEffect(() => {
    const timer = setTimeout(() => setSettled(doneKeys(rows)), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [rows])
  return settled
}

const doneKeys = (rows: readonly ShoppingRow[]) => new Set(rows.filter(({ isDone }) => isDone).map(({ key }) => key))
