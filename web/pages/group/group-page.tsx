import { Map as MapIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { useLastHere } from '#web/data/trips/use-last-here.ts'
import { useRestoreScroll, useReturnAddress } from '#web/features/people/return-address.ts'
import { PageTabs } from '#web/pages/trip/page-tabs.tsx'
import { TripBackdrop } from '#web/pages/trip/trip-backdrop.tsx'
import { TripBar } from '#web/pages/trip/trip-bar.tsx'
import { LeaveGuard } from '#web/trip-core/editing/leave-guard.tsx'
import { TypedText } from '#web/trip-core/editing/typed-text.tsx'
import { type TabProps, useOpenTab } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { groupTabs } from './group-tabs.ts'

/** The page of the people of a trip, with its own tabs. */
export function GroupPage({ trip, failures, menu }: TabProps & { menu: ReactNode }) {
  const [, navigate] = useLocation()
  useLastHere(trip.id, useOpenTab(groupTabs).sections)
  useRestoreScroll(trip.id)
  useTripTheme(trip.type)
  const wayBack = useReturnAddress(trip.id)
  return (
    <PlanSourceContext value={planFor(trip)}>
      <AfterPaint>
        <TripBackdrop type={trip.type} />
      </AfterPaint>
      <TripBar trip={trip} isLoaded={failures !== undefined} back={m.group_back()} onBack={() => navigate(wayBack)}>
        {menu}
      </TripBar>
      <main className="mx-auto w-full max-w-6xl grow px-4 md:pt-4">
        <LeaveGuard>
          <PageTabs
            label={m.group_tabs_label()}
            tabs={groupTabs}
            before={{ href: wayBack, label: m.group_tab_trip(), icon: MapIcon }}
            trip={trip}
            failures={failures}
          />
        </LeaveGuard>
        <TypedText tripId={trip.id} />
      </main>
    </PlanSourceContext>
  )
}
