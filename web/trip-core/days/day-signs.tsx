import { X } from 'lucide-react'
import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import * as m from '#messages'
import { useTabList } from '#web/ui/tab-list.ts'
import { DaySignText, daySignLook, daySignRow, fadedEnd } from './day-sign.tsx'
import type { TripDays } from './use-trip-days.ts'

interface DaySignsProps {
  days: readonly number[]
  selected: number
  tripDays: TripDays
  onSelect: (day: number) => void
  /** Without it days cannot be removed. */
  onRemove?: ((day: number) => void) | undefined
  children: ReactNode
}

/** The days as tabs: on a phone a row that can be scrolled sideways, else as many rows as they need. */
export function DaySigns({ days, selected, tripDays: { today, noteOf }, onSelect, onRemove, children }: DaySignsProps) {
  const attributes = useTabList({
    label: m.days_list_label(),
    open: String(selected),
    onOpen: (day) => onSelect(Number(day)),
    opensByArrows: true,
  })
  const row = useRef<HTMLDivElement>(null)
  const count = days.length
  // While days can be removed, all are visible and equally large: the remove buttons are laid over them.
  const signs = onRemove
    ? 'grid grow auto-rows-fr grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] gap-2'
    : 'flex gap-2 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(6.25rem,1fr))]'
  // biome-ignore lint/correctness/useExhaustiveDependencies: an added day makes the row longer
  useEffect(() => {
    row.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [selected, count])

  return (
    <div className="min-w-0">
      <div ref={row} className={`${daySignRow} ${onRemove ? '' : fadedEnd}`}>
        <div className={`relative ${onRemove ? 'grow' : 'sm:grow'}`}>
          <div {...attributes.list} className={signs}>
            {days.map((day) => {
              const isToday = day === today
              return (
                <button
                  key={day}
                  {...attributes.tab(String(day))}
                  className={`aria-selected:border-action aria-selected:bg-action aria-selected:text-on-action ${daySignLook(isToday)} ${onRemove ? 'pr-11 text-left' : 'max-sm:whitespace-nowrap'}`}
                >
                  <DaySignText day={day} note={noteOf(day)} isLit={isToday || day === selected} />
                </button>
              )
            })}
          </div>
          {onRemove && (
            // Over the signs, not in them: a tablist may contain only tabs.
            <ul aria-label={m.days_remove_list_label()} className={`pointer-events-none absolute inset-0 ${signs}`}>
              {days.map((day) => (
                <li key={day} className="flex items-center justify-end">
                  <button
                    type="button"
                    aria-label={m.days_remove_label({ number: day })}
                    title={m.days_remove_label({ number: day })}
                    onClick={() => onRemove(day)}
                    className={`touch pointer-events-auto grid place-items-center rounded-md ${day === selected ? 'text-on-action' : 'text-danger'}`}
                  >
                    <X aria-hidden="true" className="size-4.5" />
                  </button>
                </li>
              ))}
            </ul>
          )}
        </div>
      </div>
      {/* Stays when another day opens, so that focus finds its way back (near-focus.ts). */}
      <div {...attributes.panel} className="-outline-offset-3">
        <Fragment key={selected}>{children}</Fragment>
      </div>
    </div>
  )
}
