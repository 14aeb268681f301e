import { Plus, X } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { type ReactNode, useEffect, useRef } from 'react'
import type { TripDays } from './use-trip-days.ts'

interface DaySignsProps {
  days: readonly number[]
  selected: number
  tripDays: TripDays
  onSelect: (day: number) => void
  /** Adds a day; without it days cannot be added. */
  onAdd: (() => void) | undefined
  /** Removes a day; without it days cannot be removed. */
  onRemove?: ((day: number) => void) | undefined
  /** What the selected day shows. */
  children: ReactNode
}

/** The days as signs along a trail: one row that can be swiped, today lit. */
export function DaySigns({ days, selected, tripDays: { today, noteOf }, onSelect, onAdd, onRemove, children }: DaySignsProps) {
  const row = useRef<HTMLDivElement>(null)
  const count = days.length
  // What removes a day lies over its sign: all signs are as wide then.
  const width = days.some(noteOf) ? 'w-48' : 'w-32'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a day that was added makes the row longer
  useEffect(() => {
    row.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [selected, count])

  return (
    <Tabs.Root className="min-w-0" value={String(selected)} onValueChange={(day) => onSelect(Number(day))}>
      <div
        ref={row}
        className="-mx-4 flex items-center gap-2 overflow-x-auto px-4 pt-2 pb-3 [scrollbar-color:var(--edge)_transparent]"
      >
        <div className="relative">
          <Tabs.List aria-label="Days" className="flex gap-2">
            {days.map((day) => {
              const note = noteOf(day)
              const isToday = day === today
              return (
                <Tabs.Trigger
                  key={day}
                  value={String(day)}
                  className={`touch rounded-md border bg-surface px-4 py-2 whitespace-nowrap transition-colors data-[state=active]:border-action data-[state=active]:bg-action data-[state=active]:text-on-action ${isToday ? 'border-accent text-accent' : 'border-edge text-action'} ${onRemove ? `${width} pr-11` : ''}`}
                >
                  <span className="sign">Day {day}</span>
                  {note && <span className={`block text-xs ${isToday || day === selected ? '' : 'text-muted'}`}>{` ${note}`}</span>}
                </Tabs.Trigger>
              )
            })}
          </Tabs.List>
          {onRemove && (
            // Over the signs and not in them: a list of tabs holds tabs only.
            <ul aria-label="Remove days" className="pointer-events-none absolute inset-0 flex gap-2">
              {days.map((day) => (
                <li key={day} className={`flex ${width} shrink-0 items-center justify-end`}>
                  <button
                    type="button"
                    aria-label={`Remove day ${day}`}
                    title={`Remove day ${day}`}
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
        {onAdd && (
          <button
            type="button"
            onClick={onAdd}
            className="sign touch inline-flex shrink-0 items-center gap-1.5 rounded-md border border-dashed border-edge bg-surface px-4 py-2 whitespace-nowrap text-action hover:bg-action-soft"
          >
            <Plus aria-hidden="true" className="size-5" />
            Add Day
          </button>
        )}
      </div>
      <Tabs.Content key={selected} value={String(selected)}>
        {children}
      </Tabs.Content>
    </Tabs.Root>
  )
}
