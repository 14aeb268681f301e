import { ArrowLeft, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import type { SectionName } from '#domain/plan/index.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { OpenTrip } from '#web/data/sync/plan-client.ts'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { useLastHere } from '#web/data/trips/use-last-here.ts'
import { useLiveTrip } from '#web/data/trips/use-live-trip.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { TruncatedName } from '#web/ui/cut-name.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TabBar } from '#web/ui/tab-bar.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { TripBackdrop } from '../trip-backdrop.tsx'
import { TripState } from '../trip-state.tsx'
import { PeopleTab } from './people-tab.tsx'
import { findReturnAddress, useRestoreScroll } from './return-address.ts'

const tabs = [{ id: 'people', label: m.common_people(), icon: Users }] as const

/** The sections that are on the screen here. */
const shown: readonly SectionName[] = ['people']

interface GroupPlaceProps {
  trip: Trip
  /** Why sections could not be loaded; undefined while the trip is opening. */
  failures: OpenTrip['failures'] | undefined
  menu: ReactNode
}

export function PeoplePage({ trip, failures, menu }: GroupPlaceProps) {
  const [, navigate] = useLocation()
  // Live events update the people at once.
  const { updatedBy } = useLiveTrip(trip.id, failures !== undefined)
  useLastHere(trip.id, shown)
  useRestoreScroll(trip.id)
  useTripTheme(trip.type)
  useDocumentTitle(trip.name, m.common_people())
  return (
    <PlanSourceContext value={planFor(trip)}>
      <AfterPaint>
        <TripBackdrop type={trip.type} />
      </AfterPaint>
      <header className="sticky top-0 z-20 border-b border-line bg-surface">
        <div className="mx-auto flex max-w-6xl items-center px-2 py-1.5 sm:gap-2">
          <IconButton
            icon={ArrowLeft}
            label={m.group_back()}
            title={m.group_back()}
            onClick={() => navigate(findReturnAddress(trip.id))}
          />
          <TruncatedName name={trip.name} />
          <TripState tripId={trip.id} updatedBy={updatedBy} />
          {menu}
        </div>
      </header>
      <main className="mx-auto w-full max-w-6xl grow px-4 md:pt-4">
        <TabBar label={m.group_tabs_label()} tabs={tabs} value="people" onChange={() => {}}>
          <PeopleTab trip={trip} failures={failures} />
        </TabBar>
      </main>
    </PlanSourceContext>
  )
}
