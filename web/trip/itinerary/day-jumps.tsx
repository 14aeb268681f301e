import { type RefObject, useCallback, useEffect, useRef } from 'react'
import { DaySignText, daySignLook, daySignRow } from '../day-sign.tsx'
import type { TripDays } from '../use-trip-days.ts'

interface DayJumpsProps {
  days: readonly number[]
  tripDays: TripDays
  onJump: (day: number) => void
}

/** The days as signs along a trail, as the meals have them: one row that can be swiped, today lit. Each leads to its day. */
export function DayJumps({ days, tripDays: { today, noteOf }, onJump }: DayJumpsProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!row.current || !today) return
    row.current.querySelector('[aria-current]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [today])
  if (days.length < 2) return null
  return (
    <nav ref={row} aria-label="Days" className={daySignRow}>
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
 * Brings a day into view and gives it the focus, as soon as it is there. The day carries its number as `data-day`, and can
 * have the focus. Answers the function that says which.
 */
export function useDayJump(root: RefObject<HTMLElement | null>): (day: number) => void {
  const wanted = useRef<number>(undefined)
  const jump = useCallback(() => {
    const day = root.current?.querySelector<HTMLElement>(`[data-day="${wanted.current}"]`)
    if (!day) return
    wanted.current = undefined
    day.focus({ preventScroll: true })
    day.scrollIntoView({ block: 'start' })
  }, [root])
  useEffect(() => {
    if (wanted.current !== undefined) jump()
  })
  return useCallback(
    (day) => {
      wanted.current = day
      jump()
    },
    [jump],
  )
}
