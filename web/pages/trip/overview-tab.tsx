import { lazy, type ReactNode, Suspense, useState } from 'react'
import { canAskAi, canOpenTrip } from '#domain/access.ts'
import type { Details } from '#domain/plan/details.ts'
import { listPersons } from '#domain/plan/people.ts'
import { phaseOf } from '#domain/today/phase.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { useOfflineChoice } from '#web/data/offline/use-offline-choice.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { DestinationMap } from '#web/features/details/destination-map.tsx'
import { TripInformation } from '#web/features/details/trip-information.tsx'
import { NotesPanel } from '#web/features/notes/notes-panel.tsx'
import { PlacesSummary } from '#web/features/places/places-summary.tsx'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useLocatedPlaces } from '#web/trip-core/places/use-located-places.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { GroupCard } from './group-card/group-card.tsx'
import { TripNow } from './today/trip-now.tsx'
import { TripHero } from './trip-hero.tsx'
import { useNextStep } from './use-next-step.ts'

const AiPanels = lazy(async () => {
  const { AiPanels: panels, loadAiStatus } = await importWithRetry(() => import('#web/features/ai/ai-panels.tsx'))
  await loadAiStatus()
  return { default: panels }
})
const OfflineSwitch = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/offline/offline-switch.tsx'))).OfflineSwitch,
}))

export function OverviewTab({ trip, failures }: TabProps) {
  const details = useSection(trip.id, 'details')
  if (!details) return <SectionState loading={m.details_loading()} failure={failures?.details} />
  return <Overview trip={trip} failures={failures} details={details} />
}

/** Fewer notes leave room for more in their column. */
const FEW_NOTES = 4

function Overview({ trip, failures, details }: TabProps & { details: ShownSection<'details'> }) {
  const notes = useSection(trip.id, 'notes')
  const ownNotes = useDerived(trip, section('notes')) ?? []
  const people = useSection(trip.id, 'people')?.value ?? []
  const today = useTripClock(trip.id).date
  useLocatedPlaces(trip)
  const phase = phaseOf(details.value, today)
  const isAlone = listPersons(people).length < 2
  // As they were when the page opened: while somebody writes, nothing moves.
  const [areNotesShort] = useState(
    () => notes !== undefined && (notes.value.length < FEW_NOTES || ownNotes.length === 0),
  )
  // After the trip, the look back says who came.
  const step = useNextStep(trip, details, phase)
  const group = phase.is !== 'after' && <GroupCard trip={trip} phase={phase} step={step} />
  const information = <TripInformation trip={trip} details={details} today={today} />
  const isBeside = !isAlone && areNotesShort
  // Readers of a trip without notes of its own would have an empty column: once it has dates, its sample is folded.
  const isMapBeside =
    !canOpenTrip(trip) &&
    notes !== undefined &&
    (notes.value.length === 0 || (details.value.departure_date !== '' && ownNotes.length === 0))
  return (
    <div className="grid gap-5 *:min-w-0 lg:grid-cols-[2fr_3fr]">
      <div className="grid grid-cols-1 gap-5 lg:col-span-2">
        {/* On the days of the trip, what is on now comes first. */}
        {phase.is === 'during' && <TripNow trip={trip} />}
        <TripHero trip={trip} details={details.value} phase={phase} today={today} step={step} />
      </div>
      <div className="grid grid-cols-1 content-start gap-5 empty:hidden">
        {phase.is !== 'during' && <TripNow trip={trip} />}
        {/* For somebody alone, where and when they travel comes before whom they could invite. */}
        {!isAlone && group}
        {!isBeside && information}
      </div>
      <div className="grid grid-cols-1 content-start gap-5">
        {isAlone && group}
        {isBeside && information}
        {notes ? (
          <NotesPanel trip={trip} notes={notes} />
        ) : (
          <SectionState loading={m.details_loading()} failure={failures?.notes} />
        )}
        {isMapBeside && (
          <DestinationMap details={details.value} canEdit={false}>
            <PlacesSummary trip={trip} hasMap={findWebAddress(details.value.map_embed_url) !== undefined} />
          </DestinationMap>
        )}
      </div>
      {!isMapBeside && (
        <Rest trip={trip} failures={failures} details={details.value} canEdit={details.edit !== undefined} />
      )}
    </div>
  )
}

/** What somebody needs less often. */
function Rest({ trip, failures, details, canEdit }: TabProps & { details: Details; canEdit: boolean }) {
  const { user } = useSession()
  const hasMap = findWebAddress(details.map_embed_url) !== undefined
  const map = (
    <DestinationMap details={details} canEdit={canEdit}>
      <PlacesSummary trip={trip} hasMap={hasMap} />
    </DestinationMap>
  )
  if (!canOpenTrip(trip)) return <div className="lg:col-span-2">{map}</div>
  const hasAi = canAskAi(user)
  const isCar = trip.type === 'car_trip'
  const count = (hasAi ? (isCar ? 1 : 2) : 0) + (hasMap ? 1 : 2)
  return (
    <div
      className={`grid grid-cols-1 gap-5 *:min-w-0 lg:col-span-2 ${count === 3 ? 'lg:grid-cols-3' : 'lg:grid-cols-2'}`}
    >
      <LazyPanel room={<OfflineRoom tripId={trip.id} />}>
        <OfflineSwitch tripId={trip.id} failure={failures?.documents} />
      </LazyPanel>
      {hasAi && (
        <LazyPanel room={<AiRoom isCar={isCar} isHinted={!details.destination_name} />}>
          <AiPanels trip={trip} details={details} />
        </LazyPanel>
      )}
      <div className={hasMap ? 'lg:col-span-full' : ''}>{map}</div>
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
function AiRoom({ isCar, isHinted }: { isCar: boolean; isHinted: boolean }) {
  return (
    <>
      {!isCar && <div className="min-h-36" />}
      <div className={isHinted ? 'min-h-46 sm:min-h-32.5' : 'min-h-32.5'} />
    </>
  )
}
