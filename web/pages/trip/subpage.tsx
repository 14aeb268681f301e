import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { useReturnAddress } from '#web/features/people/return-address.ts'
import type { TabProps } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { TripBackdrop } from './trip-backdrop.tsx'
import { TripBar } from './trip-bar.tsx'

export interface SubpageProps extends TabProps {
  menu: ReactNode
}

interface FrameProps extends SubpageProps {
  title: string
  hasBackdrop?: boolean
  /** Of its main part. */
  className?: string
  children: ReactNode
}

/** A page below a trip that has no tabs: its bar leads back to the trip. */
export function Subpage({ trip, failures, menu, title, hasBackdrop = false, className = '', children }: FrameProps) {
  const [, navigate] = useLocation()
  useTripTheme(trip.type)
  useDocumentTitle(trip.name, title)
  const wayBack = useReturnAddress(trip.id)
  return (
    <PlanSourceContext value={planFor(trip)}>
      {hasBackdrop && (
        <AfterPaint>
          <TripBackdrop type={trip.type} />
        </AfterPaint>
      )}
      <TripBar trip={trip} isLoaded={failures !== undefined} back={m.places_back()} onBack={() => navigate(wayBack)}>
        {menu}
      </TripBar>
      <main className={`mx-auto w-full max-w-6xl grow px-4 pt-4 ${className}`}>{children}</main>
    </PlanSourceContext>
  )
}
