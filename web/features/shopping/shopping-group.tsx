import { memo, useId, useLayoutEffect, useRef } from 'react'
import type { Grouping } from '#domain/shopping/group-rows.ts'
import { countRows } from '#domain/shopping/group-rows.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import * as m from '#messages'
import type { WarningsOf } from './row-warnings.ts'
import type { Naming } from './row-words.ts'
import type { RowActions } from './shopping-row.tsx'
import { ShoppingRowItem } from './shopping-row.tsx'

interface ShoppingGroupProps {
  title: string
  rows: readonly ShoppingRow[]
  by: Grouping
  /** The same object as long as nothing of it changes. */
  naming: Naming
  warningsOf: WarningsOf
  isOver: boolean
  actions: RowActions
}

/** The items of an aisle, a shop, a day or a person. */
export const ShoppingGroup = memo(function ShoppingGroup({ title, rows, ...rest }: ShoppingGroupProps) {
  const heading = useId()
  const { done, total } = countRows(rows)
  const list = useFocusOfMovedRow(rows)
  return (
    <section
      aria-labelledby={heading}
      className="mb-4 unsplit-card break-inside-avoid-column card print:mb-3 print:break-inside-auto print:rounded-none print:border-0"
    >
      <h3
        id={heading}
        className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-[min(1rem,5vw)] py-2.5 text-lg print:break-after-avoid print:px-0 print:py-1"
      >
        <span className="min-w-0 grow basis-28 wrap-anywhere">{title}</span>
        {total > 1 && (
          <span
            className={`shrink-0 font-sans text-sm font-normal tabular-nums print:hidden ${done === total ? 'text-good' : 'text-muted'}`}
          >
            {m.shopping_count_progress({ done, total })}
          </span>
        )}
      </h3>
      <ul ref={list} aria-labelledby={heading} className="px-[min(1rem,5vw)] py-1 print:px-0">
        {rows.map((row) => (
          <ShoppingRowItem key={row.key} row={row} {...rest} />
        ))}
      </ul>
    </section>
  )
})

/**
 * Keeps the focus where it was when the focused row moves to the end of its list: on the row that took its place, or on
 * the row itself if nothing is left to buy. React would take the focus along.
 */
function useFocusOfMovedRow(rows: readonly ShoppingRow[]) {
  const list = useRef<HTMLUListElement>(null)
  const before = useRef(rows)
  useLayoutEffect(() => {
    const index = before.current.findIndex(({ key }) => key === focusedKey(list.current))
    const [row, next] = [before.current[index], rows[index]]
    before.current = rows
    if (!row || !next || next.key === row.key || next.isDone) return
    if (!rows.some(({ key, isDone }) => key === row.key && isDone)) return
    list.current
      ?.querySelector<HTMLElement>(`[data-key="${CSS.escape(next.key)}"] input`)
      ?.focus({ preventScroll: true })
  }, [rows])
  return list
}

/** The key of the row that has the focus. */
function focusedKey(list: Element | null): string | undefined {
  const focused = document.activeElement
  return list?.contains(focused) ? focused?.closest<HTMLElement>('[data-key]')?.dataset['key'] : undefined
}
