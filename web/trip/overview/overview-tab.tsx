import { lazy, type ReactNode, Suspense } from 'react'
import { canAskAi, canOpenTrip } from '#domain/access.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { TripType } from '#domain/trip.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { useClock } from '#web/components/use-clock.ts'
import { useOfflineChoice } from '#web/data/offline/use-offline-choice.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { importWithRetry } from '#web/loading/import-with-retry.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { NotesPanel } from '../notes/notes-panel.tsx'
import { SectionState } from '../section-state.tsx'
import type { TabProps } from '../tab.ts'
import { DestinationMap } from './destination-map.tsx'
import { GroupCard } from './group-card/group-card.tsx'
import { TripNow } from './today/trip-now.tsx'
import { TripHero } from './trip-hero.tsx'
import { TripInformation } from './trip-information.tsx'

const AiPanels = lazy(async () => {
  const { AiPanels: panels, loadAiStatus } = await importWithRetry(() => import('./ai-panels.tsx'))
  await loadAiStatus()
  return { default: panels }
})
const OfflineSwitch = lazy(async () => ({
  default: (await importWithRetry(() => import('../offline/offline-switch.tsx'))).OfflineSwitch,
}))

export function OverviewTab({ trip, failures }: TabProps) {
  const details = useSection(trip.id, 'details')
  const notes = useSection(trip.id, 'notes')
  const { user } = useSession()
  const today = useClock().date
  if (!details) return <SectionState loading={m.details_loading()} failure={failures?.details} />
  const isOfPlanner = canOpenTrip(trip)
  const phase = phaseOf(details.value, today)
  // On the days of the trip, what is on now comes first.
  const isUnderWay = phase.is === 'during'
  const hasMap = findWebAddress(details.value.map_embed_url) !== undefined
  return (
    <div
      className={`grid gap-5 *:min-w-0 lg:grid-cols-[2fr_3fr] ${hasMap ? 'lg:grid-rows-[auto_auto_1fr]' : 'lg:grid-rows-[auto_auto_auto_1fr]'}`}
    >
      <div className="grid grid-cols-1 gap-5 lg:col-span-2">
        {isUnderWay && <TripNow trip={trip} />}
        <TripHero trip={trip} details={details.value} phase={phase} today={today} />
      </div>
      <div className="grid grid-cols-1 content-start gap-5">
        {!isUnderWay && <TripNow trip={trip} />}
        {/* After the trip, the look back says it. */}
        {phase.is !== 'after' && <GroupCard trip={trip} phase={phase} />}
        <TripInformation trip={trip} details={details} today={today} />
      </div>
      {/* Beside everything else, as it is usually the longest. */}
      <div className={hasMap ? 'lg:row-span-2' : 'lg:row-span-3'}>
        {notes ? (
          <NotesPanel trip={trip} notes={notes} />
        ) : (
          <SectionState loading={m.details_loading()} failure={failures?.notes} />
        )}
      </div>
      {isOfPlanner && (
        <div className="grid grid-cols-1 content-start gap-5">
          <LazyPanel room={<OfflineRoom tripId={trip.id} />}>
            <OfflineSwitch tripId={trip.id} failure={failures?.documents} />
          </LazyPanel>
          {canAskAi(user) && (
            <LazyPanel room={<AiRoom type={trip.type} isHinted={!details.value.destination_name} />}>
              <AiPanels trip={trip} details={details.value} />
            </LazyPanel>
          )}
        </div>
      )}
      <DestinationMap details={details.value} className={hasMap ? 'lg:col-span-2' : 'self-start'} />
    </div>
  )
}

/** Loads and renders its children when they are about to be seen, in their placeholder's place. */
function LazyPanel({ room, children }: { room: ReactNode; children: ReactNode }) {
  return (
    <WhenNear room={room}>
      <Suspense fallback={room}>{children}</Suspense>
    </WhenNear>
  )
}

/** The placeholder of the switch, and of its status while it is on. */
function OfflineRoom({ tripId }: { tripId: string }) {
  return <div className={useOfflineChoice(tripId) ? 'min-h-55.5' : 'min-h-25.5'} />
}

/** The placeholder of the AI panels, so that nothing moves when they load. They are higher without a destination. */
function AiRoom({ type, isHinted }: { type: TripType; isHinted: boolean }) {
  const [hinted, plain] =
    type === 'air_travel'
      ? ['min-h-102.5 sm:min-h-74.5 lg:min-h-88', 'min-h-74.5 lg:min-h-88']
      : ['min-h-46 sm:min-h-32.5 lg:min-h-37.5', 'min-h-32.5']
  return <div className={isHinted ? hinted : plain} />
}
