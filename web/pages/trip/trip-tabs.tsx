import { Users } from 'lucide-react'
import { canOpenTrip } from '#domain/access.ts'
import * as m from '#messages'
import { noteTripPlace } from '#web/data/storage/trip-place.ts'
import type { TabProps } from '#web/trip-core/tab.ts'
import { PageTabs } from './page-tabs.tsx'
import { tripTabs } from './tabs.ts'

/** The tabs of the trip's page. The last place is stored, for the way back from pages below the trip. */
export function TripTabs(props: TabProps & { onShown?: () => void }) {
  const { id: tripId, type } = props.trip
  return (
    <PageTabs
      label={m.plan_tabs_label()}
      tabs={tripTabs[type]}
      after={
        canOpenTrip(props.trip) ? { href: `/trip/${tripId}/group`, label: m.plan_tab_group(), icon: Users } : undefined
      }
      onLeave={(tab, top) => noteTripPlace({ tripId, tab, top })}
      {...props}
    />
  )
}
