import { X } from 'lucide-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { Redirect } from 'wouter'
import { AppError } from '#domain/errors.ts'
import { destinationFallback, type Trip } from '#domain/trip.ts'
import type { TripPageName } from '#domain/trip-pages.ts'
import * as m from '#messages'
import { useOfflineChoice } from '#web/data/offline/use-offline-choice.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { dismissNote, isNoteDismissed } from '#web/data/storage/dismissed-notes.ts'
import type { OpenTrip } from '#web/data/sync/plan-client.ts'
import { missedBy } from '#web/data/trips/missed-trip.ts'
import { PlanSourceContext, planFor } from '#web/data/trips/plan-source.ts'
import { findListedTrip, forgetFailure, replaceInList, useTrip } from '#web/data/trips/trips.ts'
import { useSection } from '#web/data/trips/use-section.ts'
import { LeaveGuard } from '#web/trip-core/editing/leave-guard.tsx'
import { TypedText } from '#web/trip-core/editing/typed-text.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { LoadingPage } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageEnd } from '#web/ui/page-end.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { Since } from './since/since.tsx'
import { loadTodayCard } from './today/trip-now.tsx'
import { TripBackdrop } from './trip-backdrop.tsx'
import { TripHeader } from './trip-header.tsx'
import { TripTabs } from './trip-tabs.tsx'

const GroupPage = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/pages/group/group-page.tsx'))).GroupPage,
}))
const MapPage = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/pages/map/map-page.tsx'))).MapPage,
}))
const EmergencyPage = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/pages/emergency/emergency-page.tsx'))).EmergencyPage,
}))
const DaysPage = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/pages/days/days-page.tsx'))).DaysPage,
}))
const PrintPage = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/pages/print/print-page.tsx'))).PrintPage,
}))
const BeforePage = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/pages/before/before-page.tsx'))).BeforePage,
}))
const NewsPage = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/pages/news/news-page.tsx'))).NewsPage,
}))
const TripNotFound = lazy(async () => ({
  default: (await importWithRetry(() => import('./trip-not-found.tsx'))).TripNotFound,
}))
const KeepOfflineCopyUpdated = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/features/offline/keep-updated.tsx'))).KeepOfflineCopyUpdated,
}))

interface TripPageProps {
  tripId: string
  menu: ReactNode
  /** Which of the trip's pages it is. */
  of?: TripPageName | 'plan'
}

const otherPages: Record<TripPageName, ComponentType<TabProps & { menu: ReactNode }>> = {
  group: GroupPage,
  map: MapPage,
  emergency: EmergencyPage,
  days: DaysPage,
  print: PrintPage,
  before: BeforePage,
  news: NewsPage,
}

/** Where the list of changes appears when the note has been dismissed. */
const OVER_PAGE = 'over-page mx-auto max-w-md'

export function TripPage({ tripId, menu, of = 'plan' }: TripPageProps) {
  // Overview, which has no tab in its address, shows it as soon as the plan is there.
  if (of === 'plan' && !location.search.includes('tab=')) void loadTodayCard()
  const { data, isPending, error } = useTrip(tripId)
  // What the trip list knows is shown at once; the plan follows.
  const trip = data ? data.trip : findListedTrip(tripId)
  const code = error instanceof AppError ? error.code : undefined
  // After the app has updated this page is opened again, and succeeds.
  const isOutdated = code === 'app_too_old'
  if (error && !isOutdated && (!data || code === 'trip_not_found'))
    return <RedirectToList tripId={tripId} error={error} name={trip?.name} />
  if (!trip) {
    if (isPending || isOutdated) return <TripLoading />
    return (
      <Suspense fallback={<TripLoading />}>
        <TripNotFound menu={menu} />
      </Suspense>
    )
  }
  if (of !== 'plan') {
    const Page = otherPages[of]
    return (
      <Suspense fallback={<TripLoading />}>
        <Page trip={trip} failures={data?.failures} menu={menu} />
      </Suspense>
    )
  }
  return <Workspace trip={trip} failures={data?.failures} menu={menu} />
}

/** Goes to the trip list, which says why. */
function RedirectToList({ tripId, error, name }: { tripId: string; error: Error; name: string | undefined }) {
  useEffect(() => () => forgetFailure(tripId), [tripId])
  return <Redirect to="/" replace state={missedBy(error, tripId, name)} />
}

function Workspace({
  trip,
  failures,
  menu,
}: {
  trip: Trip
  failures: OpenTrip['failures'] | undefined
  menu: ReactNode
}) {
  const details = useSection(trip.id, 'details')
  const { id: person } = useUser()
  const [isNoteHidden, setIsNoteHidden] = useState(() => isNoteDismissed(person, trip.id))
  /** Moves the focus to the open tab: the next element may be a text field, which would open a phone's keyboard. */
  const hideNote = () => {
    document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus({ preventScroll: true })
    setIsNoteHidden(true)
    dismissNote(person, trip.id)
  }
  /** Whether what is new is after the tabs, over the page; otherwise it is before them. Fixed for a visit. */
  const [isSinceOverPage] = useState(isNoteHidden)
  const since = (
    <AfterPaint>
      <Suspense>{failures && <Since trip={trip} isOverPage={isNoteHidden} />}</Suspense>
    </AfterPaint>
  )
  // The plan does not wait for the drawing behind it.
  const [isTabShown, setIsTabShown] = useState(false)
  const isAvailableOffline = useOfflineChoice(trip.id) && failures !== undefined
  useTripTheme(trip.type)
  const value = details?.value
  useEffect(() => {
    if (value) replaceInList(trip.id, value)
  }, [trip.id, value])

  return (
    <PlanSourceContext value={planFor(trip)}>
      <LeaveGuard>
        <AfterPaint>
          {isTabShown && <TripBackdrop type={trip.type} />}
          <Suspense>{isAvailableOffline && <KeepOfflineCopyUpdated tripId={trip.id} />}</Suspense>
        </AfterPaint>
        <TripHeader
          trip={trip}
          destination={value?.destination_name ?? ''}
          isLoaded={failures !== undefined}
          menu={menu}
        />
        <main className="mx-auto w-full max-w-6xl grow px-4 pt-4">
          {!isSinceOverPage && (
            <div className={isNoteHidden ? OVER_PAGE : 'grid min-h-12 *:[grid-area:1/1] md:mb-3'}>
              {!isNoteHidden && (
                <Notice
                  icon={null}
                  action={
                    <IconButton
                      icon={X}
                      label={m.plan_note_dismiss()}
                      className="-my-3 -mr-3 ml-auto"
                      onClick={hideNote}
                    />
                  }
                >
                  {/* One line on a phone: it may reach to the cross. */}
                  <span className="block max-sm:-mr-4 max-sm:text-xs max-sm:tracking-tight">{m.plan_note()}</span>
                </Notice>
              )}
              {since}
            </div>
          )}
          <TripTabs trip={trip} failures={failures} onShown={() => setIsTabShown(true)} />
          {isSinceOverPage && <div className={OVER_PAGE}>{since}</div>}
          <PageEnd>
            <p className="sign mx-auto mt-10 w-fit text-center text-muted">
              {value?.destination_name || destinationFallback(trip.type)}
            </p>
          </PageEnd>
          <TypedText tripId={trip.id} />
        </main>
      </LeaveGuard>
    </PlanSourceContext>
  )
}

function TripLoading() {
  useDocumentTitle()
  return <LoadingPage text={m.plan_loading()} />
}
