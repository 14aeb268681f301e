import type { ReactNode } from 'react'
import type { TripType } from '#domain/trip.ts'
import type { TripDays } from '#web/trip-core/days/use-trip-days.ts'
import { TipsPanel } from '#web/trip-core/tips-panel.tsx'
import { DayJumps } from './day-jumps.tsx'

interface ItineraryFrameProps {
  type: TripType
  days: readonly number[]
  tripDays: TripDays
  onJump: (day: number) => void
  children: ReactNode
}

/** The list of days, the days and the tips: on a wide screen side by side, and the list of days stays in sight. */
export function ItineraryFrame({ type, days, tripDays, onJump, children }: ItineraryFrameProps) {
  const hasJumps = days.length > 1
  return (
    <div
      className={`grid grid-cols-1 gap-5 lg:items-start ${hasJumps ? 'lg:grid-cols-[11rem_minmax(0,1fr)] 2xl:grid-cols-[11rem_minmax(0,1fr)_18rem]' : '2xl:grid-cols-[minmax(0,1fr)_18rem]'}`}
    >
      {hasJumps && <DayJumps days={days} tripDays={tripDays} onJump={onJump} />}
      <div className="grid grid-cols-1 gap-5">{children}</div>
      <div className={hasJumps ? 'lg:max-2xl:col-start-2' : ''}>
        <TipsPanel type={type} of="itinerary" />
      </div>
    </div>
  )
}
