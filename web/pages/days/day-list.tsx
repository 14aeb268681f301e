import { useEffect, useRef } from 'react'
import type { TripDay } from '#domain/day/day-entry.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import { daySignLook, daySignRow, fadedEnd } from '#web/trip-core/days/day-sign.tsx'
import { keyOfDay, nameOfDay } from './shown-days.ts'

interface DayListProps {
  days: readonly TripDay[]
  day: TripDay
  today: LocalDate
  /** The number of the trip's last day. */
  last: number
  onOpen: (key: string) => void
}

/** The days to choose from: a row on a phone, a column where there is room. */
export function DayList({ days, day, today, last, onOpen }: DayListProps) {
  const row = useRef<HTMLOListElement>(null)
  const open = keyOfDay(day)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is open
  useEffect(() => {
    const list = row.current
    const sign = list?.querySelector<HTMLElement>('[aria-current]')?.parentElement
    if (!list || !sign) return
    // Only the list scrolls, never the page.
    list.scrollLeft = sign.offsetLeft - (list.clientWidth - sign.offsetWidth) / 2
    list.scrollTop = sign.offsetTop - (list.clientHeight - sign.offsetHeight) / 2
  }, [open])
  return (
    <nav aria-label={m.timeline_days()} className="min-w-0">
      <ol
        ref={row}
        className={`${daySignRow} ${fadedEnd} relative lg:sticky lg:top-20 lg:mx-0 lg:max-h-[calc(100dvh-6rem)] lg:flex-col lg:items-stretch lg:overflow-y-auto lg:px-1 lg:pt-1`}
      >
        {days.map((one) => {
          const key = keyOfDay(one)
          const isToday = one.date === today
          const name = nameOfDay(one, last)
          const date = one.date ? formatDay(one.date) : ''
          return (
            <li key={key} className="shrink-0">
              <button
                type="button"
                aria-current={key === open ? 'true' : undefined}
                onClick={() => onOpen(key)}
                className={`${daySignLook(isToday)} w-full text-left max-lg:whitespace-nowrap aria-[current=true]:border-action aria-[current=true]:bg-action aria-[current=true]:text-on-action`}
              >
                <span className="sign">{name}</span>
                <span className={`block text-xs ${isToday || key === open ? '' : 'text-muted'}`}>
                  {[isToday && m.timeline_today(), date !== name && date].filter(Boolean).join(' · ')}
                </span>
              </button>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
