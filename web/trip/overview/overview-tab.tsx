import { lazy, type ReactNode, Suspense } from 'react'
import { canAskAi, canOpenTrip } from '#domain/access.ts'
import type { TripType } from '#domain/trip.ts'
import { useOfflineChoice } from '#web/data/device/offline-choice.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/import-with-retry.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { SectionState } from '../section-state.tsx'
import type { TabProps } from '../tabs.ts'
import { DestinationMap } from './destination-map.tsx'
import { TripInformation } from './trip-information.tsx'

const AiPanels = lazy(async () => {
  const { AiPanels: panels, knowAi } = await importWithRetry(() => import('./ai-panels.tsx'))
  await knowAi()
  return { default: panels }
})
const OfflineSwitch = lazy(async () => ({
  default: (await importWithRetry(() => import('../offline/offline-switch.tsx'))).OfflineSwitch,
}))

export function OverviewTab({ trip, failures }: TabProps) {
  const details = useSection(trip.id, 'details')
  const notes = useSection(trip.id, 'notes')
  const { user } = useSession()
  if (!details) return <SectionState loading="Loading trip data..." failure={failures?.details} />
  return (
    // The notes are mostly the longer column: they get more width, so that both end closer together.
    <div className="grid gap-5 lg:grid-cols-[2fr_3fr]">
      <div className="flex flex-col gap-5">
        <TripInformation trip={trip} details={details} />
        {canOpenTrip(trip) && canAskAi(user) && (
          <Late room={<AiRoom type={trip.type} isHinted={!details.value.destination_name} />}>
            <AiPanels trip={trip} details={details.value} />
          </Late>
        )}
        {canOpenTrip(trip) && (
          <Late room={<KeepRoom tripId={trip.id} />}>
            <OfflineSwitch tripId={trip.id} failure={failures?.documents} />
          </Late>
        )}
        <div className="grid grow">
          <DestinationMap details={details.value} />
        </div>
      </div>
      {notes ? (
        <NotesPanel trip={trip} notes={notes} />
      ) : (
        // What is said in their place is no longer than its words.
        <div>
          <SectionState loading="Loading trip data..." failure={failures?.notes} />
        </div>
      )}
    </div>
  )
}

/** What is drawn and loaded when it is about to be seen, into its room. */
function Late({ room, children }: { room: ReactNode; children: ReactNode }) {
  return (
    <WhenNear room={room}>
      <Suspense fallback={room}>{children}</Suspense>
    </WhenNear>
  )
}

/** Room for the switch, and for what it says while it is on. */
function KeepRoom({ tripId }: { tripId: string }) {
  return <div className={useOfflineChoice(tripId) ? 'min-h-57' : 'min-h-27'} />
}

/** Room for the panels of AI texts, so that nothing moves when they come. Without a destination they have more to say. */
function AiRoom({ type, isHinted }: { type: TripType; isHinted: boolean }) {
  const [hinted, plain] =
    type === 'air_travel'
      ? ['min-h-102.5 sm:min-h-74.5 lg:min-h-88', 'min-h-74.5 lg:min-h-88']
      : ['min-h-46 sm:min-h-32.5 lg:min-h-37.5', 'min-h-32.5']
  return <div className={isHinted ? hinted : plain} />
}
