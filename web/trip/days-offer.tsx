import { CalendarDays } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { listDays } from '#domain/plan/day-number.ts'
import type { DaysSection } from '#domain/plan/unwritten-days.ts'
import type { TripType } from '#domain/trip.ts'
import { dayCount, findMissingDays, isAfterReturn, nameDays, type TripDates } from '#domain/trip-days.ts'
import { patiently } from '#web/patiently.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Undo } from '#web/ui/undo-bar.tsx'

const SpareDays = lazy(async () => ({ default: (await patiently(() => import('./spare-days.tsx'))).SpareDays }))

interface DaysOfferProps<Day> {
  of: DaysSection
  type: TripType
  dates: TripDates
  days: Record<string, Day>
  newDay: (type: TripType, number: number) => Day
  edit: (change: (days: Record<string, Day>) => Record<string, Day>, when: 'at-once') => () => void
  offerUndo: (undo: Undo) => void
  onAdded?: (first: number) => void
}

const subjects = { meals: 'meals have', itinerary: 'the itinerary has' }

/**
 * Where a trip's dates have other days than its plan: offers to add those that are missing, or to remove those after the return
 * in which nobody has written. Nothing is done before somebody presses.
 */
export function DaysOffer<Day>({ of, type, dates, days, newDay, edit, offerUndo, onAdded }: DaysOfferProps<Day>) {
  const missing = findMissingDays(dates, days)
  const [first] = missing
  const numbers = listDays(days)
  const late = numbers.filter((number) => isAfterReturn(dates, number))

  function add(first: number) {
    const added = Object.fromEntries(missing.map((number) => [number, newDay(type, number)]))
    // What somebody else has added meanwhile stays as they have it.
    const undo = edit((current) => ({ ...added, ...current }), 'at-once')
    offerUndo({ text: `Added ${nameDays(missing)}`, undo })
    onAdded?.(first)
  }

  function remove(spare: number[]) {
    const others = (current: Record<string, Day>) =>
      Object.fromEntries(Object.entries(current).filter(([number]) => !spare.includes(Number(number))))
    const undo = edit(others, 'at-once')
    offerUndo({ text: `Removed ${nameDays(spare)}`, undo })
  }

  if (first !== undefined)
    return (
      <Notice
        icon={CalendarDays}
        action={
          <Button variant="quiet" onClick={() => add(first)}>
            Add {nameDays(missing)}
          </Button>
        }
      >
        {describeSpan(dayCount(dates) ?? 0)}; {subjects[of]} {numbers.length - late.length || 'none'}.
      </Notice>
    )
  if (late.length === 0) return null
  return (
    <Suspense>
      <SpareDays of={of} type={type} dates={dates} days={days} onRemove={remove} />
    </Suspense>
  )
}

function describeSpan(count: number): string {
  return `Your dates span ${count} ${count === 1 ? 'day' : 'days'}`
}
