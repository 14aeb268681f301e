import { CalendarDays } from 'lucide-react'
import { type DaysSection, findSpareDays } from '#domain/plan/unwritten-days.ts'
import type { TripType } from '#domain/trip.ts'
import { nameDays, type TripDates } from '#domain/trip-days.ts'
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
  if (spare.length === 0) return null
  const name = nameDays(spare)
  const sentence =
    spare.length === 1 ? ' is after your return and still empty.' : ' are after your return and still empty.'
  return (
    <Notice
      icon={CalendarDays}
      action={
        <Button variant="quiet" onClick={() => onRemove(spare)}>
          Remove {name}
        </Button>
      }
    >
      {name.replace('d', 'D') + sentence}
    </Notice>
  )
}
