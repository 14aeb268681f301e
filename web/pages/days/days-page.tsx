import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { useReturnAddress } from '#web/features/people/return-address.ts'
import { TripBackdrop } from '#web/pages/trip/trip-backdrop.tsx'
import { TripBar } from '#web/pages/trip/trip-bar.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { Timeline } from './timeline.tsx'

/** The page of the trip's days. */
export function DaysPage({ trip, failures, menu }: TabProps & { menu: ReactNode }) {
  const [, navigate] = useLocation()
  useTripTheme(trip.type)
  useDocumentTitle(trip.name, m.timeline_title())
  const wayBack = useReturnAddress(trip.id)
  return (
    <PlanSourceContext value={planFor(trip)}>
      <AfterPaint>
        <TripBackdrop type={trip.type} />
      </AfterPaint>
      <TripBar trip={trip} isLoaded={failures !== undefined} back={m.places_back()} onBack={() => navigate(wayBack)}>
        {menu}
      </TripBar>
      <main className="mx-auto w-full max-w-6xl grow px-4 pt-4 pb-10">
        <Timeline trip={trip} failures={failures} />
      </main>
    </PlanSourceContext>
  )
}
