import { memo, useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { TripDay } from '#domain/day/day-entry.ts'
import { dayNameOf } from '#domain/day/day-words.ts'
import type { LocalDate } from '#domain/local-date.ts'
import { formatDay } from '#domain/trip-days.ts'
import * as m from '#messages'
import { daySignLook, daySignRow, fadedEnd } from '#web/trip-core/days/day-sign.tsx'
import { keyOfDay } from './shown-days.ts'

interface DayListProps {
  days: readonly TripDay[]
  day: TripDay
  today: LocalDate
  onOpen: (key: string) => void
}

/** The days to choose from: a row on a phone, a column where there is room. */
export function DayList({ days, day, today, onOpen }: DayListProps) {
  const row = useRef<HTMLOListElement>(null)
  const open = keyOfDay(day)
  const latest = useRef(onOpen)
  useLayoutEffect(() => {
    latest.current = onOpen
  })
  /** The same function each time, so that signs render only when they change. */
  const openDay = useCallback((key: string) => latest.current(key), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day is open
  useEffect(() => {
    // After the day is painted, so that nobody waits for the layout of all signs.
    const timer = setTimeout(() => {
      const list = row.current
      const sign = list?.querySelector<HTMLElement>('[aria-current]')?.parentElement
      if (!list || !sign) return
      // Only the list scrolls, never the page.
      list.scrollLeft = sign.offsetLeft - (list.clientWidth - sign.offsetWidth) / 2
      list.scrollTop = sign.offsetTop - (list.clientHeight - sign.offsetHeight) / 2
    }, 50)
    return () => clearTimeout(timer)
  }, [open])
  return (
    <nav aria-label={m.timeline_days()} className="min-w-0">
      <ol
        ref={row}
        className={`${daySignRow} ${fadedEnd} relative contain-layout lg:sticky lg:top-20 lg:mx-0 lg:max-h-[calc(100dvh-6rem)] lg:flex-col lg:items-stretch lg:overflow-y-auto lg:px-1 lg:pt-1`}
      >
        {days.map((one) => {
          const key = keyOfDay(one)
          const name = dayNameOf(one)
          const date = one.date ? formatDay(one.date) : ''
          return (
            <Sign
              key={key}
              day={key}
              name={name}
              date={date === name ? '' : date}
              isToday={one.date === today}
              isOpen={key === open}
              onOpen={openDay}
            />
          )
        })}
      </ol>
    </nav>
  )
}

interface SignProps {
  /** Its day, as the address names it. */
  day: string
  name: string
  date: string
  isToday: boolean
  isOpen: boolean
  onOpen: (day: string) => void
}

/** Going to another day renders two of them, of maybe hundreds. */
const Sign = memo(function Sign({ day, name, date, isToday, isOpen, onOpen }: SignProps) {
  return (
    <li className="shrink-0">
      <button
        type="button"
        aria-current={isOpen ? 'true' : undefined}
        onClick={() => onOpen(day)}
        className={`${daySignLook(isToday)} w-full text-left max-lg:whitespace-nowrap aria-[current=true]:border-action aria-[current=true]:bg-action aria-[current=true]:text-on-action`}
      >
        <span className="sign">{name}</span>
        <span className={`block text-xs ${isToday || isOpen ? '' : 'text-muted'}`}>
          {[isToday && m.timeline_today(), date].filter(Boolean).join(' · ')}
        </span>
      </button>
    </li>
  )
})
