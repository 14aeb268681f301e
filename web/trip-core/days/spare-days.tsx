import { CalendarDays } from 'lucide-react'
import { type DaysSection, findSpareDays } from '#domain/plan/unwritten-days.ts'
import type { TripType } from '#domain/trip.ts'
import type { TripDates } from '#domain/trip-days.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface SpareDaysProps {
  of: DaysSection
  type: TripType
  dates: TripDates
  days: Record<string, unknown>
  onRemove: (days: number[]) => void
}

export function SpareDays({ of, type, dates, days, onRemove }: SpareDaysProps) {
  const spare = findSpareDays(of, type, dates, days)
  const [first] = spare
  if (first === undefined) return null
  const last = spare.at(-1) ?? first
  const count = spare.length
  return (
    <Notice
      icon={CalendarDays}
      action={
        <Button variant="quiet" onClick={() => onRemove(spare)}>
          {m.days_late_remove({ count, first, last })}
        </Button>
      }
    >
      {of === 'meals' ? m.days_late_meals({ count, first, last }) : m.days_late_itinerary({ count, first, last })}
    </Notice>
  )
}
