import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { TripMap } from '#web/features/map/trip-map.tsx'
import { useReturnAddress } from '#web/features/people/return-address.ts'
import { PlacesPanel } from '#web/features/places/places-panel.tsx'
import { TripBackdrop } from '#web/pages/trip/trip-backdrop.tsx'
import { TripBar } from '#web/pages/trip/trip-bar.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { prefetch } from '#web/ui/loading/import-with-retry.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'

// Together with the trip.
prefetch(() => import('#web/features/map/loaded-map.tsx'))
prefetch(async () => (await import('#web/features/map/base-map.ts')).openBaseMap())

/** The page of the trip's places. */
export function MapPage({ trip, failures, menu }: TabProps & { menu: ReactNode }) {
  const [, navigate] = useLocation()
  useTripTheme(trip.type)
  const wayBack = useReturnAddress(trip.id)
  useDocumentTitle(trip.name, m.places_title())
  return (
    <PlanSourceContext value={planFor(trip)}>
      <AfterPaint>
        <TripBackdrop type={trip.type} />
      </AfterPaint>
      <TripBar trip={trip} isLoaded={failures !== undefined} back={m.places_back()} onBack={() => navigate(wayBack)}>
        {menu}
      </TripBar>
      <main className="mx-auto w-full max-w-6xl grow px-4 pt-4 pb-10">
        <PlacesPanel trip={trip} failures={failures} map={TripMap} />
      </main>
    </PlanSourceContext>
  )
}
