import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { useReturnAddress } from '#web/features/people/return-address.ts'
import { TripBar } from '#web/pages/trip/trip-bar.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { PrintSheets } from './print-sheets.tsx'

/** Sheets of a trip to print, to save as a PDF, to read or to send. It needs no network. */
export function PrintPage({ trip, failures, menu }: TabProps & { menu: ReactNode }) {
  const [, navigate] = useLocation()
  useTripTheme(trip.type)
  useDocumentTitle(trip.name, m.print_title())
  const wayBack = useReturnAddress(trip.id)
  const isLoaded = failures !== undefined
  return (
    <PlanSourceContext value={planFor(trip)}>
      <TripBar trip={trip} isLoaded={isLoaded} back={m.places_back()} onBack={() => navigate(wayBack)}>
        {menu}
      </TripBar>
      <main className="mx-auto w-full max-w-6xl grow px-4 pt-4 print:m-0 print:block print:max-w-none print:p-0">
        <PrintSheets trip={trip} failures={failures} />
      </main>
    </PlanSourceContext>
  )
}
