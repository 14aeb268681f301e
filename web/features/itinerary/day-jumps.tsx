import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as m from '#messages'
import { watchInView } from '#web/browser/watch-in-view.ts'
import { DaySignText, daySignLook, daySignRow, fadedEnd } from '#web/trip-core/days/day-sign.tsx'
import type { TripDays } from '#web/trip-core/days/use-trip-days.ts'

interface DayJumpsProps {
  days: readonly number[]
  tripDays: TripDays
  onJump: (day: number) => void
}

/** Links to the days: a row, and on a wide screen a column that stays in sight and shows the day in view. */
export function DayJumps({ days, tripDays: { today, noteOf }, onJump }: DayJumpsProps) {
  const row = useRef<HTMLElement>(null)
  const inView = useDayInView(row, days)
  const showToday = useEffectEvent(() => {
    // Not if the browser or the tab goes back to where it was, or a link leads to a day.
    if (!today || today === days[0] || scrollY > 0 || location.hash) return
    row.current?.parentElement?.querySelector(`[data-day="${today}"]`)?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => {
    if (!row.current || !today) return
    row.current.querySelector('[aria-current=date]')?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [today])
  useEffect(() => showToday(), [])
  return (
    <nav
      ref={row}
      aria-label={m.days_list_label()}
      className={`${daySignRow} ${fadedEnd} lg:sticky lg:top-17 lg:mx-0 lg:grid lg:max-h-[calc(100dvh-5rem)] lg:overflow-y-auto lg:p-0`}
    >
      {days.map((day) => {
        const isToday = day === today
        const isInView = day === inView
        return (
          <button
            key={day}
            type="button"
            data-lit={isInView || undefined}
            aria-current={isToday ? 'date' : isInView ? 'location' : undefined}
            onClick={() => onJump(day)}
            className={`text-left whitespace-nowrap data-lit:border-action data-lit:bg-action data-lit:text-on-action ${isInView ? '' : 'hover:bg-action-soft'} ${daySignLook(isToday)}`}
          >
            <DaySignText day={day} note={noteOf(day)} isLit={isToday || isInView} />
          </button>
        )
      })}
    </nav>
  )
}

/** The first day that reaches into the upper part of the window. */
function useDayInView(row: RefObject<HTMLElement | null>, days: readonly number[]): number | undefined {
  const [seen, setSeen] = useState<number>()
  const count = days.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: added days must be observed too
  useEffect(() => {
    const visible = new Set<number>()
    return watchInView(
      row.current?.parentElement?.querySelectorAll('[data-day]') ?? [],
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          const day = Number((target as HTMLElement).dataset.day)
          if (isIntersecting) visible.add(day)
          else visible.delete(day)
        }
        if (visible.size > 0) setSeen(Math.min(...visible))
      },
      // Below the header, above the lower half.
      { rootMargin: '-80px 0px -60% 0px' },
    )
  }, [row, count])
  return days.find((day) => day === seen)
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
