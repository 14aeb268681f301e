import { CalendarDays } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { listDays } from '#domain/plan/day-number.ts'
import type { DaysSection } from '#domain/plan/unwritten-days.ts'
import type { TripType } from '#domain/trip.ts'
import { dayCount, findMissingDays, isAfterReturn, nextMissingDays, type TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'

const SpareDays = lazy(async () => ({ default: (await importWithRetry(() => import('./spare-days.tsx'))).SpareDays }))

/** The days of a section, for somebody who may edit them. */
interface ChangingDays<Day> {
  of: DaysSection
  type: TripType
  dates: TripDates
  days: Record<string, Day>
  edit: (change: (days: Record<string, Day>) => Record<string, Day>, when: 'at-once') => () => void
  offerUndo: (undo: Undo) => void
}

interface MissingDaysProps<Day> extends ChangingDays<Day> {
  newDay: (type: TripType, number: number) => Day
  onAdded?: (number: number) => void
}

/** Offers to add the trip's days that the plan lacks: the next ones, or all. */
export function MissingDays<Day>({ of, type, dates, days, newDay, edit, offerUndo, onAdded }: MissingDaysProps<Day>) {
  const missing = findMissingDays(dates, days)
  const next = nextMissingDays(missing)
  const [first] = next
  if (first === undefined) return null
  const last = next.at(-1) ?? first
  const count = next.length
  const span = dayCount(dates) ?? 0
  const known = listDays(days).filter((number) => !isAfterReturn(dates, number)).length

  function add(numbers: readonly number[], text: string) {
    const added = Object.fromEntries(numbers.map((number) => [number, newDay(type, number)]))
    // Days that somebody else has added meanwhile stay as they are.
    const undo = edit((current) => ({ ...added, ...current }), 'at-once')
    offerUndo({ text, undo })
    onAdded?.(numbers[0] as number)
  }

  return (
    <Notice
      icon={CalendarDays}
      action={
        <div className="flex flex-wrap gap-2">
          <Button variant="quiet" onClick={() => add(next, m.days_missing_added({ count, first, last }))}>
            {m.days_missing_add({ count, first, last })}
          </Button>
          {missing.length > count && (
            <Button variant="quiet" onClick={() => add(missing, m.days_missing_added_all({ count: missing.length }))}>
              {m.days_missing_add_all({ count: missing.length })}
            </Button>
          )}
        </div>
      }
    >
      {of === 'meals' ? m.days_missing_meals({ count: span, known }) : m.days_missing_itinerary({ count: span, known })}
    </Notice>
  )
}

/** Offers to remove untouched days after the return. Render it below the days: it appears a moment after the tab. */
export function DaysAfterReturn<Day>({ of, type, dates, days, edit, offerUndo }: ChangingDays<Day>) {
  if (!listDays(days).some((number) => isAfterReturn(dates, number))) return null

  function remove(spare: number[]) {
    const [first = 0] = spare
    const last = spare.at(-1) ?? first
    const others = (current: Record<string, Day>) =>
      Object.fromEntries(Object.entries(current).filter(([number]) => !spare.includes(Number(number))))
    const undo = edit(others, 'at-once')
    offerUndo({ text: m.days_late_removed({ count: spare.length, first, last }), undo })
  }

  return (
    <Suspense>
      <SpareDays of={of} type={type} dates={dates} days={days} onRemove={remove} />
    </Suspense>
  )
}
