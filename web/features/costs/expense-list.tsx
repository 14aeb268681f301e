import { ArrowLeftRight, CalendarSync, ChevronRight, Paperclip, TriangleAlert } from 'lucide-react'
import { memo, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from 'react'
import { localDateOf } from '#domain/local-date.ts'
import * as m from '#messages'
import { FilterLine, searchFilter } from '#web/trip-core/filter-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Segments } from '#web/ui/segments.tsx'
import { type CostRow, type DayOfRows, groupRows, rowMaker } from './cost-rows.ts'
import { dateTitle } from './costs-words.ts'
import type { CostsView } from './use-costs.ts'

/** A shorter list is seen at a glance. */
const MIN_TO_SEARCH = 4

interface ExpenseListProps {
  view: CostsView
  /** The expenses whose shares are kept although attendance has changed. The same object as long as possible. */
  kept: ReadonlySet<string>
  currency: string
  /** The expenses to show; undefined for all. The same object as long as possible. */
  only: ReadonlySet<string> | undefined
  /** Shows all again. */
  onAll: () => void
  /** Opens an entry. The same function as long as possible. */
  onOpen: (id: string) => void
}

/** All expenses and payments by date: of everybody or of one's own party, with a search. */
export function ExpenseList({
  view: { costs, group, isOneHousehold },
  kept,
  currency,
  only,
  onAll,
  onOpen,
}: ExpenseListProps) {
  const [isMine, setIsMine] = useState(false)
  const [search, setSearch] = useState('')
  // Typing stays fast in a long list.
  const deferred = useDeferredValue(search)
  const makeRows = useMemo(
    () => rowMaker(group, currency, { kept, isOneHousehold }),
    [group, currency, kept, isOneHousehold],
  )
  const rows = useMemo(() => makeRows(costs), [makeRows, costs])
  const isLong = rows.length > MIN_TO_SEARCH
  const days = useMemo(
    () => groupRows(rows, isLong && !only ? { isMine, search: deferred } : { isMine: false, search: '', only }),
    [rows, isLong, isMine, deferred, only],
  )
  const hasOthers = rows.some((row) => !row.isMine)
  return (
    <section aria-label={m.costs_list_title()} className="grid min-w-0 content-start gap-3">
      {only ? (
        <OnlySome count={only.size} onAll={onAll} />
      ) : (
        isLong && <Toolbar {...{ search, isMine, hasOthers }} onSearch={setSearch} onMine={setIsMine} />
      )}
      {isLong && !only && (
        <FilterLine
          shown={countRows(days)}
          total={rows.length}
          filters={[...(isMine ? [m.common_filter_mine()] : []), ...searchFilter(deferred)]}
          onShowAll={() => {
            setIsMine(false)
            setSearch('')
          }}
        />
      )}
      <Days days={days} onOpen={onOpen} />
      {days.length === 0 && (
        <p className="py-6 text-center text-muted">
          {deferred.trim() ? m.costs_no_match({ search: deferred.trim() }) : m.costs_none_mine()}
        </p>
      )}
    </section>
  )
}

/** Says that few expenses are shown, and comes into view with them. */
function OnlySome({ count, onAll }: { count: number; onAll: () => void }) {
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    part.current?.focus({ preventScroll: true })
    part.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div
      ref={part}
      tabIndex={-1}
      className="flex scroll-mt-20 scroll-mb-60 flex-wrap items-center justify-between gap-x-3 print:hidden"
    >
      <p className="font-semibold">{m.costs_attendance_shown({ count })}</p>
      <Button variant="quiet" className="text-sm" onClick={onAll}>
        {m.costs_show_every()}
      </Button>
    </div>
  )
}

interface ToolbarProps {
  search: string
  isMine: boolean
  /** Whether there are entries of others only. */
  hasOthers: boolean
  onSearch: (search: string) => void
  onMine: (isMine: boolean) => void
}

function Toolbar({ search, isMine, hasOthers, onSearch, onMine }: ToolbarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 print:hidden">
      <SearchField
        label={m.costs_search_label()}
        placeholder={m.common_search_short()}
        value={search}
        onChange={onSearch}
      />
      {hasOthers && (
        <Segments
          legend={m.costs_whose_legend()}
          options={[
            { value: 'all', label: m.costs_all() },
            { value: 'mine', label: m.costs_mine() },
          ]}
          value={isMine ? 'mine' : 'all'}
          onChange={(whose) => onMine(whose === 'mine')}
          className="grow sm:grow-0"
        />
      )}
    </div>
  )
}

/** Rows skipped off the screen have an estimated height, and move what is below once they are laid out. */
const MAX_LAID_OUT = 100

const countRows = (days: readonly DayOfRows[]) => days.reduce((sum, { rows }) => sum + rows.length, 0)

const Days = memo(function Days({ days, onOpen }: { days: readonly DayOfRows[]; onOpen: (id: string) => void }) {
  const today = localDateOf(new Date())
  const isLong = countRows(days) > MAX_LAID_OUT
  return days.map(({ date, rows }) => <Day key={date} title={dateTitle(date, today)} {...{ rows, isLong, onOpen }} />)
})

interface DayProps {
  title: string
  rows: readonly CostRow[]
  isLong: boolean
  onOpen: (id: string) => void
}

function Day({ title, rows, isLong, onOpen }: DayProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="overflow-hidden card">
      <h3 id={heading} className="border-b border-line px-4 py-2 text-sm text-muted">
        {title}
      </h3>
      <ul aria-labelledby={heading}>
        {rows.map((row) => (
          <Row key={row.id} row={row} isSkipped={isLong} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  row: CostRow
  isSkipped: boolean
  onOpen: (id: string) => void
}

/** Memoized: an edit in a long list renders few rows. */
const Row = memo(function Row({ row, isSkipped, onOpen }: RowProps) {
  const { id, kind, title, who, amount, counted, own, warnings, isOutdated, notes } = row
  return (
    <li
      className={`max-w-none border-b border-line/60 last:border-b-0 ${isSkipped ? 'skipped-off-screen [contain-intrinsic-block-size:auto_4.42rem]' : ''}`}
    >
      <button
        type="button"
        onClick={() => onOpen(id)}
        className="flex w-full items-center gap-2 px-4 py-2.5 text-left -outline-offset-3 hover:bg-action-soft"
      >
        <span className="grid min-w-0 grow gap-0.5">
          <span className="flex flex-wrap items-baseline gap-x-3">
            <span className="flex min-w-0 grow basis-20 items-baseline gap-2 wrap-anywhere">
              {kind === 'payment' && (
                <ArrowLeftRight aria-hidden="true" className="size-4 shrink-0 self-center text-accent" />
              )}
              <span className="min-w-0">{title}</span>
              {isOutdated && (
                <span className="shrink-0 self-center text-muted">
                  <CalendarSync aria-hidden="true" className="size-4" />
                  <span className="sr-only">{m.costs_attendance_changed()}</span>
                </span>
              )}
            </span>
            <span className="ml-auto shrink-0 text-right tabular-nums">{amount}</span>
          </span>
          <span className="flex flex-wrap justify-between gap-x-3 text-sm text-muted">
            <span className="min-w-0 wrap-anywhere">{who}</span>
            <span className="ml-auto flex flex-wrap justify-end gap-x-3 text-right tabular-nums">
              {counted && <span>{counted}</span>}
              {own && <span>{own}</span>}
            </span>
          </span>
          {warnings.length + notes.length > 0 && (
            <span className="grid gap-0.5 pt-0.5 text-sm">
              {warnings.map((warning) => (
                <span key={warning} className="flex items-start gap-1.5 text-warn">
                  <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                  {warning}
                </span>
              ))}
              {notes.map((note) => (
                <span key={note} className="flex items-start gap-1.5 text-muted">
                  <Paperclip aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
                  {note}
                </span>
              ))}
            </span>
          )}
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-action" />
      </button>
    </li>
  )
})
