import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { EmergencyPeople } from '#web/features/people/emergency-people.tsx'
import { useReturnAddress } from '#web/features/people/return-address.ts'
import { EmergencyPlaces } from '#web/features/places/emergency-places.tsx'
import { TripBar } from '#web/pages/trip/trip-bar.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'

/** Whom to call, where the group is, and what helpers must know. It needs no network. */
export function EmergencyPage({ trip, failures, menu }: TabProps & { menu: ReactNode }) {
  const [, navigate] = useLocation()
  useTripTheme(trip.type)
  useDocumentTitle(trip.name, m.emergency_title())
  const wayBack = useReturnAddress(trip.id)
  return (
    <PlanSourceContext value={planFor(trip)}>
      <TripBar trip={trip} isLoaded={failures !== undefined} back={m.places_back()} onBack={() => navigate(wayBack)}>
        {menu}
      </TripBar>
      <main className="mx-auto grid w-full max-w-6xl grow grid-cols-1 content-start gap-5 px-4 pt-4 pb-10 lg:grid-cols-2 lg:items-start">
        <h2 className="text-xl lg:col-span-2">{m.emergency_title()}</h2>
        <EmergencyPlaces trip={trip} failures={failures} />
        <EmergencyPeople trip={trip} failures={failures} />
      </main>
    </PlanSourceContext>
  )
}
