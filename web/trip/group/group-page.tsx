import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { useLastHere } from '#web/data/trips/use-last-here.ts'
import { useLiveTrip } from '#web/data/trips/use-live-trip.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { TruncatedName } from '#web/ui/cut-name.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { LeaveGuard } from '../leave-guard.tsx'
import { PageTabs } from '../page-tabs.tsx'
import { type TabProps, useOpenTab } from '../tab.ts'
import { TripBackdrop } from '../trip-backdrop.tsx'
import { TripState } from '../trip-state.tsx'
import { groupTabs } from './group-tabs.ts'
import { findReturnAddress, useRestoreScroll } from './return-address.ts'

/** The page of the people of a trip, with its own tabs. */
export function GroupPage({ trip, failures, menu }: TabProps & { menu: ReactNode }) {
  const [, navigate] = useLocation()
  // Live events update the people at once.
  const { updatedBy } = useLiveTrip(trip.id, failures !== undefined)
  useLastHere(trip.id, useOpenTab(groupTabs).sections)
  useRestoreScroll(trip.id)
  useTripTheme(trip.type)
  return (
    <PlanSourceContext value={planFor(trip)}>
      <AfterPaint>
        <TripBackdrop type={trip.type} />
      </AfterPaint>
      <header className="sticky top-0 z-20 border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex max-w-6xl items-center px-2 py-1.5 sm:gap-2">
          <IconButton
            icon={ArrowLeft}
            label={m.group_back()}
            title={m.group_back()}
            onClick={() => navigate(findReturnAddress(trip.id))}
          />
          <TruncatedName name={trip.name} />
          <TripState trip={trip} updatedBy={updatedBy} />
          {menu}
        </div>
      </header>
      <main className="mx-auto w-full max-w-6xl grow px-4 md:pt-4">
        <LeaveGuard>
          <PageTabs label={m.group_tabs_label()} tabs={groupTabs} trip={trip} failures={failures} />
        </LeaveGuard>
      </main>
    </PlanSourceContext>
  )
}
