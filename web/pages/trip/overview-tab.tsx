import { type CSSProperties, lazy, type ReactNode, Suspense, useState } from 'react'
import { canAskAi, canOpenTrip } from '#domain/access.ts'
import type { LocalDate } from '#domain/local-date.ts'
import type { Details } from '#domain/plan/details.ts'
import { listPersons } from '#domain/plan/people.ts'
import { phaseOf } from '#domain/today/phase.ts'
import type { Trip } from '#domain/trip.ts'
import { weatherDays } from '#domain/weather/weather-days.ts'
import { findWebAddress } from '#domain/web-address.ts'
import * as m from '#messages'
import { useOfflineChoice } from '#web/data/offline/use-offline-choice.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { type ShownSection, useSection } from '#web/data/trips/use-section.ts'
import { AnnouncementNotice } from '#web/features/announcements/announcement-notice.tsx'
import { DestinationMap } from '#web/features/details/destination-map.tsx'
import { TripInformation } from '#web/features/details/trip-information.tsx'
import { NotesPanel } from '#web/features/notes/notes-panel.tsx'
import { AddFirstPlace, PlacesSummary } from '#web/features/places/places-summary.tsx'
import { useTripClock } from '#web/trip-core/days/use-trip-clock.ts'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { useLocatedPlaces } from '#web/trip-core/places/use-located-places.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { weatherPlaces } from '#web/trip-core/weather/weather-places.ts'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { WhenNear } from '#web/ui/when-near.tsx'
import { GroupCard } from './group-card/group-card.tsx'
import { NextLegCard } from './next-leg-card.tsx'
import { TripNow } from './today/trip-now.tsx'
import { TripHero } from './trip-hero.tsx'
import { hasLegSoon, useFindLeg } from './use-next-leg.ts'
import { useNextStep } from './use-next-step.ts'

const AiPanels = lazy(async () => {
  const { AiPanels: panels, loadAiStatus } = await importWithRetry(() => import('#web/features/ai/ai-panels.tsx'))
  await loadAiStatus()
  return { default: panels }
})
const Forecast = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/weather/forecast.tsx'))).Forecast,
}))
const WeatherPanel = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/weather/weather-panel.tsx'))).WeatherPanel,
}))
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
  const findLeg = useFindLeg(trip)
  // As when the page opened: at midnight, a code that is shown at the gate stays on the screen.
  const [isLegFirst] = useState(() => phase.is === 'during' && findLeg !== undefined && hasLegSoon(findLeg, new Date()))
  const leg = findLeg && <NextLegCard {...{ trip, findLeg }} />
  const isBeside = !isAlone && areNotesShort
  // Readers of a trip without notes of its own would have an empty column: once it has dates, its sample is folded.
  const isMapBeside =
    !canOpenTrip(trip) &&
    notes !== undefined &&
    (notes.value.length === 0 || (details.value.departure_date !== '' && ownNotes.length === 0))
  return (
    <div className="grid gap-5 *:min-w-0 lg:grid-cols-[2fr_3fr]">
      <div className="relative grid grid-cols-1 gap-5 lg:col-span-2">
        <AnnouncementNotice trip={trip} />
        {/* On the days of the trip, what is on now comes first, unless somebody is about to fly. */}
        {isLegFirst && leg}
        {phase.is === 'during' && <TripNow trip={trip} />}
        <TripHero trip={trip} details={details.value} phase={phase} today={today} step={step} />
        {!isLegFirst && leg}
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
      <Rest
        trip={trip}
        failures={failures}
        details={details.value}
        today={today}
        canEdit={details.edit !== undefined}
        isMapBeside={isMapBeside}
      />
    </div>
  )
}

interface RestProps extends TabProps {
  details: Details
  today: LocalDate
  canEdit: boolean
  /** Whether the map is shown elsewhere, as to readers. */
  isMapBeside: boolean
}

/** What somebody needs less often. */
function Rest({ trip, failures, details, today, canEdit, isMapBeside }: RestProps) {
  const { user } = useSession()
  const weather = useWeatherSize(trip, details, today, canEdit)
  const hasMap = findWebAddress(details.map_embed_url) !== undefined
  const map = (
    <DestinationMap details={details} canEdit={canEdit} action={<AddFirstPlace trip={trip} />}>
      <PlacesSummary trip={trip} hasMap={hasMap} />
    </DestinationMap>
  )
  const forecast = (
    <LazyPanel room={<WeatherRoom weather={weather} />}>
      <WeatherPanel {...{ trip, details, canEdit }} />
    </LazyPanel>
  )
  if (!canOpenTrip(trip)) {
    if (isMapBeside && weather.days === 0) return null
    return (
      <div className="grid grid-cols-1 gap-5 lg:col-span-2">
        {weather.days > 0 && forecast}
        {!isMapBeside && map}
      </div>
    )
  }
  const hasAi = canAskAi(user)
  const isCar = trip.type === 'car_trip'
  // Days in a row need the whole width. They are the first that people look for.
  const isWide = weather.days > 0
  const count = (hasAi ? (isCar ? 1 : 2) : 0) + (hasMap ? 1 : 2) - (isWide && hasAi ? 1 : 0)
  const isShown = hasAi || weather.days > 0 || weather.hasSentence
  const panels = hasAi ? (
    <LazyPanel room={<AiRoom isCar={isCar} isHinted={!details.destination_name} weather={weather} />}>
      <AiPanels trip={trip} details={details} forecast={<Forecast {...{ trip, details, canEdit }} />} isWide={isWide} />
    </LazyPanel>
  ) : (
    isShown && forecast
  )
  return (
    <div
      className={`grid grid-cols-1 gap-5 *:min-w-0 lg:col-span-2 ${count === 3 ? 'lg:grid-cols-3' : 'lg:grid-cols-2'} ${isWide ? 'lg:items-start' : ''}`}
    >
      {isWide && panels}
      <LazyPanel room={<OfflineRoom tripId={trip.id} />}>
        <OfflineSwitch tripId={trip.id} failure={failures?.documents} />
      </LazyPanel>
      {!isWide && panels}
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

/** How much there is to say about the weather, before its code has loaded. */
interface WeatherSize {
  /** How many days are shown; 0 if there is no place with weather, or the trip is over. */
  days: number
  /** Whether only sun and moon are known of them. */
  isAhead: boolean
  /** Whether a sentence says that the destination has no place on the map. */
  hasSentence: boolean
}

const nothing: WeatherSize = { days: 0, isAhead: false, hasSentence: false }
/** So many days are shown at first. */
const MAX_WEATHER_DAYS = 7
/** So many of them are side by side on a wide screen. */
const DAYS_BESIDE = 6

function useWeatherSize(trip: Trip, details: Details, today: LocalDate, canEdit: boolean): WeatherSize {
  const places = useDerived(trip, weatherPlaces)
  const shown = weatherDays(details, today)
  if (!places || shown.is === 'after') return nothing
  return {
    days: places.length === 0 ? 0 : Math.min(shown.days.length, MAX_WEATHER_DAYS),
    isAhead: shown.is === 'days' && shown.forecastFrom !== undefined,
    hasSentence: !places.some(({ isDestination }) => isDestination) && (canEdit || canOpenTrip(trip)),
  }
}

/** The placeholder of the forecast: days are rows on a phone, and side by side where there is room. */
function WeatherRoom({ weather: { days, isAhead }, className = '' }: { weather: WeatherSize; className?: string }) {
  if (days === 0) return <div className="min-h-32.5" />
  const heights = isAhead
    ? 'min-h-[calc(14rem+var(--days)*6rem)] lg:min-h-[calc(13rem+var(--rows)*6.5rem)]'
    : 'min-h-[calc(16rem+var(--days)*11rem)] lg:min-h-[calc(11rem+var(--rows)*17rem)]'
  return (
    <div
      className={`${heights} ${className}`}
      style={{ '--days': days, '--rows': Math.ceil(days / DAYS_BESIDE) } as CSSProperties}
    />
  )
}

interface AiRoomProps {
  isCar: boolean
  isHinted: boolean
  weather: WeatherSize
}

/** The placeholder of the AI panels, so that nothing moves when they load. They are higher without a destination. */
function AiRoom({ isCar, isHinted, weather }: AiRoomProps) {
  const { days, hasSentence } = weather
  const flight = <div className="min-h-36" />
  const height = hasSentence
    ? `${isHinted ? 'min-h-61.5' : 'min-h-48'} sm:min-h-42 ${isCar ? 'lg:min-h-44' : ''}`
    : `${isHinted ? 'min-h-46' : 'min-h-32.5'} sm:min-h-32.5`
  return (
    <>
      {!isCar && days === 0 && flight}
      {days > 0 ? <WeatherRoom weather={weather} className="lg:col-span-full" /> : <div className={height} />}
      {!isCar && days > 0 && flight}
    </>
  )
}
