import { type RefObject, useCallback, useEffect, useRef } from 'react'
import * as m from '#messages'
import { DaySignText, daySignLook, daySignRow } from '../day-sign.tsx'
import type { TripDays } from '../use-trip-days.ts'

interface DayJumpsProps {
  days: readonly number[]
  tripDays: TripDays
  onJump: (day: number) => void
}

/** The days as links to each day: a row, and on a wide screen a column that stays in sight. */
export function DayJumps({ days, tripDays: { today, noteOf }, onJump }: DayJumpsProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!row.current || !today) return
    row.current.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [today])
  return (
    <nav
      ref={row}
      aria-label={m.days_list_label()}
      className={`${daySignRow} lg:sticky lg:top-17 lg:mx-0 lg:grid lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-0`}
    >
      {days.map((day) => {
        const isToday = day === today
        return (
          <button
            key={day}
            type="button"
            aria-current={isToday ? 'date' : undefined}
            onClick={() => onJump(day)}
            className={`text-left whitespace-nowrap hover:bg-action-soft ${daySignLook(isToday)}`}
          >
            <DaySignText day={day} note={noteOf(day)} isLit={isToday} />
          </button>
        )
      })}
    </nav>
  )
}

/**
 * Scrolls a day into view and focuses it, as soon as it is rendered. The day's element has its number as `data-day` and
 * a tabindex.
 * @returns a function that takes the day
 */
export function useDayJump(root: RefObject<HTMLElement | null>): (day: number) => void {
  const pendingDay = useRef<number>(undefined)
  const jump = useCallback(() => {
    const day = root.current?.querySelector<HTMLElement>(`[data-day="${pendingDay.current}"]`)
    if (!day) return
    pendingDay.current = undefined
    day.focus({ preventScroll: true })
    day.scrollIntoView({ block: 'start' })
  }, [root])
  useEffect(() => {
    if (pendingDay.current !== undefined) jump()
  })
  return useCallback(
    (day) => {
      pendingDay.current = day
      jump()
    },
    [jump],
  )
}
