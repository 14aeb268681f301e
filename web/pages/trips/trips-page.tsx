import { lazy, type ReactNode, Suspense, useEffect, useId, useState } from 'react'
import { useLocation } from 'wouter'
import { canCreateTrip } from '#domain/access.ts'
import type { NewTrip } from '#domain/api/trips.ts'
import type { TripCard as TripOfList } from '#domain/trip.ts'
import * as m from '#messages'
import { useClock } from '#web/data/react/use-clock.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { clearReturnTarget, findReturnTarget } from '#web/data/session/return-target.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { findMissed, forgetMissed } from '#web/data/trips/missed-trip.ts'
import { useSetAside } from '#web/data/trips/set-aside.ts'
import { useJustDeleted } from '#web/data/trips/trip-life.ts'
import { createTrip, useTrips } from '#web/data/trips/trips.ts'
import { useTripsHere } from '#web/data/trips/use-trips-here.ts'
import { AfterPaint } from '#web/ui/after-paint.tsx'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { importWithRetry, prefetch } from '#web/ui/loading/import-with-retry.ts'
import { LoadingPlace } from '#web/ui/loading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { ContinueTrip } from './continue-trip.tsx'
import { CreateTripCard } from './create-trip-card.tsx'
import { findTrips } from './find-trips.ts'
import { FirstTrip } from './first-trip.tsx'
import { groupTrips } from './group-trips.ts'
import { Invitations, LateInvitations } from './invitations.tsx'
import { MissedTrip } from './missed-trip.tsx'
import { OfflineNotice } from './offline-notice.tsx'
import { TripCard } from './trip-card.tsx'
import { TripSearch } from './trip-search.tsx'
import { useNews } from './use-news.ts'

/** The search appears from this many trips on; fewer are seen at a glance. */
const SEARCH_FROM_TRIPS = 8

const GRID = 'grid gap-5 columns-of-cards'

const loadDialog = () => import('./create-trip-dialog.tsx')
const MoreTrips = lazy(async () => ({ default: (await importWithRetry(() => import('./more-trips.tsx'))).MoreTrips }))
const SetAside = lazy(async () => ({ default: (await importWithRetry(() => import('./lost-trips.tsx'))).SetAside }))
const JustDeleted = lazy(async () => ({
  default: (await importWithRetry(() => import('./just-deleted.tsx'))).JustDeleted,
}))
const CreateTripDialog = lazy(async () => ({ default: (await importWithRetry(loadDialog)).CreateTripDialog }))

/** The trip list. `onReachTrip` is called when somebody is about to open a trip. */
export function TripsPage({ menu, onReachTrip }: { menu: ReactNode; onReachTrip: () => void }) {
  const { trips, hasFailed } = useTrips()
  const user = useUser()
  const lost = useSetAside()
  // It stays when the last card is gone, to say if it was too late to discard its changes.
  const [hadLost, setHadLost] = useState(false)
  if (lost.length > 0 && !hadLost) setHadLost(true)
  const { deleted } = useJustDeleted()
  const here = useTripsHere(trips)
  const isOnline = useIsOnline()
  const [missed, setMissed] = useState(findMissed)
  useEffect(forgetMissed, [])
  const [left, setLeft] = useState(findReturnTarget)
  const [creating, setCreating] = useState(false)
  const [words, setWords] = useState('')
  const news = useNews(trips)
  const [timesAsked, setTimesAsked] = useState(0)
  const hasSearch = trips !== undefined && trips.length >= SEARCH_FROM_TRIPS
  const isSearching = hasSearch && words.trim() !== ''
  // The search leaves out deleted trips.
  const shown = isSearching ? findTrips(trips, words).filter(({ deleted_at }) => deleted_at === null) : trips
  const today = useClock().date
  const groups = shown && groupTrips(shown, today)
  const past = useId()
  const [, navigate] = useLocation()
  useDocumentTitle(m.trips_list_title())

  /** Creates the trip and opens it. Throws to the dialog, which shows the error. */
  async function create(trip: NewTrip) {
    const created = await createTrip(trip)
    setCreating(false)
    navigate(`/trip/${created.id}`)
  }

  function dismissLeft() {
    clearReturnTarget()
    setLeft(undefined)
  }

  function showLate() {
    news.showLate()
    setTimesAsked(timesAsked + 1)
  }

  function preloadCreation() {
    prefetch(loadDialog)
    onReachTrip()
  }

  const creation = <CreateTripCard onPress={() => setCreating(true)} onReach={preloadCreation} />
  const cardsOf = (cards: readonly TripOfList[] | undefined) =>
    cards?.map((trip) => (
      <li key={trip.id}>
        <TripCard
          trip={trip}
          unread={news.unreadIn(trip)}
          isHere={here?.has(trip.id)}
          isOnline={isOnline}
          onReach={onReachTrip}
        />
      </li>
    ))

  return (
    <>
      <Backdrop type="car_trip" isQuiet />
      <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-4 py-3">
        <Wordmark />
        {menu}
      </header>
      <main className="mx-auto w-full max-w-6xl grow px-4 pt-4 pb-8">
        {/* Reserves the height of the button that may appear later. */}
        <div className="-mt-2 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
          <h1 className="text-3xl max-sm:text-2xl">{m.trips_list_title()}</h1>
          <LateInvitations count={news.late.length} onShow={showLate} />
        </div>
        <p className="mb-6">{m.trips_list_where_next({ name: user.full_name })}</p>
        {left && (
          <ContinueTrip left={left} name={trips?.find(({ id }) => id === left.tripId)?.name} onDone={dismissLeft} />
        )}
        {news.invitations.length > 0 && (
          <Invitations invitations={news.invitations} timesAsked={timesAsked} onDismissed={news.dismiss} />
        )}
        {/* A live region announces only later additions, and the page may render together with its notices. */}
        <div role="status">
          <Suspense>
            {deleted && (
              <AfterPaint key={deleted.id}>
                <JustDeleted {...deleted} />
              </AfterPaint>
            )}
          </Suspense>
          {!isOnline && missed?.why !== 'not here' && <OfflineNotice />}
        </div>
        {missed && <MissedTrip missed={missed} onDismiss={() => setMissed(undefined)} />}
        <Suspense>{hadLost && <SetAside />}</Suspense>
        {hasSearch && <TripSearch value={words} found={shown?.length ?? 0} onChange={setWords} />}
        {(trips || hasFailed) && (
          <ul className={GRID}>
            {canCreateTrip(user) && (
              <li className="col-span-full max-w-none">
                {trips?.length === 0 ? <FirstTrip>{creation}</FirstTrip> : creation}
              </li>
            )}
            {cardsOf(groups?.upcoming)}
          </ul>
        )}
        {groups && groups.past.length > 0 && (
          <section aria-labelledby={past} className="mt-10">
            <h2 id={past} className="mb-4 text-2xl">
              {m.trips_list_past()}
            </h2>
            <ul className={GRID}>{cardsOf(groups.past)}</ul>
          </section>
        )}
        <Suspense>
          {groups && groups.archived.length + groups.deleted.length > 0 && (
            <MoreTrips
              {...groups}
              isSearching={isSearching}
              cardsOf={(cards) => <ul className={GRID}>{cardsOf(cards)}</ul>}
            />
          )}
        </Suspense>
        {!trips && <LoadingPlace text={m.trips_list_loading()} />}
      </main>
      <Suspense>{creating && <CreateTripDialog onCreate={create} onClose={() => setCreating(false)} />}</Suspense>
    </>
  )
}
