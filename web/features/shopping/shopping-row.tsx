import { ChevronRight, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { Grouping } from '#domain/shopping/group-rows.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import * as m from '#messages'
import { NotFor } from '#web/trip-core/not-for.tsx'
import { CheckBox, Tick } from '#web/ui/check-box.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import type { WarningsOf } from './row-warnings.ts'
import { amountText, type Naming, rowLines } from './row-words.ts'

/** What can be done with the rows. The same object as long as nothing of it changes. */
export interface RowActions {
  /** Undefined for people who may not tick. */
  tick: ((row: ShoppingRow, isBought: boolean) => void) | undefined
  open: (key: string) => void
}

interface ShoppingRowProps {
  row: ShoppingRow
  /** By what the list is grouped: that is not repeated in the row. */
  by: Grouping
  naming: Naming
  warningsOf: WarningsOf
  /** After the trip: what was bought is not struck out, and nobody has to be warned. */
  isOver: boolean
  actions: RowActions
}

/** One item. Memoized: a tick in a long list renders one row. */
export const ShoppingRowItem = memo(function ShoppingRowItem({
  row,
  by,
  naming,
  warningsOf,
  isOver,
  actions,
}: ShoppingRowProps) {
  const { tick, open } = actions
  const amount = amountText(row)
  const lines = rowLines(row, { ...naming, by })
  const text = (
    <span className="flex flex-wrap items-baseline justify-between gap-x-3">
      <span className="min-w-0 wrap-anywhere">{row.name}</span>{' '}
      {amount && <span className="min-w-0 tabular-nums">{amount}</span>}
    </span>
  )
  return (
    <li
      data-key={row.key}
      className="max-w-none break-inside-avoid border-b border-line/60 last:border-b-0"
      onContextMenu={(event) => {
        event.preventDefault()
        open(row.key)
      }}
    >
      <div className="flex items-center *:first:grow *:first:*:last:grow">
        {tick && !row.isLeftover ? (
          <CheckBox checked={row.isDone} isStruck={!isOver} onChange={(isBought) => tick(row, isBought)}>
            {text}
          </CheckBox>
        ) : row.isLeftover ? (
          <div className="touch flex items-center py-1.5 text-muted">{text}</div>
        ) : (
          <Tick checked={row.isDone} isStruck={!isOver}>
            {text}
          </Tick>
        )}
        <IconButton
          icon={ChevronRight}
          label={m.shopping_details_label({ name: row.name })}
          className="-mr-2 print:hidden"
          onClick={() => open(row.key)}
        />
      </div>
      {/* Not on paper, which lies around. */}
      {!isOver && <NotFor warnings={warningsOf(row)} className="-mt-1 pb-2 pl-10 print:hidden" />}
      {lines.length > 0 && (
        <ul className={`-mt-1 grid gap-0.5 pr-9 pb-2 text-sm ${row.isLeftover ? '' : 'pl-10'}`}>
          {lines.map(({ text: line, isWarning }, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: two may be the same, such as a shop and a note
              key={index}
              className={`max-w-none wrap-anywhere ${isWarning ? 'flex items-start gap-1.5 text-warn' : 'text-muted'}`}
            >
              {isWarning && <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />}
              <span className="min-w-0">{line}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  )
})
