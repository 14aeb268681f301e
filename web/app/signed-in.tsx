import { Suspense, useEffect, useRef, useSyncExternalStore } from 'react'
import { Route, Router, Switch, useLocation } from 'wouter'
import { tripPages } from '#domain/trip-pages.ts'
import { onPressedNotification } from '#web/browser/push.ts'
import { cacheApp } from '#web/data/app-version/cache-app.ts'
import { session } from '#web/data/root/session.ts'
import { openTripsWithPending, prefetchTrip, prefetchTrips } from '#web/data/trips/trips.ts'
import { UserMenu } from '#web/features/account/user-menu.tsx'
import { aroundNav } from '#web/ui/block-navigation.ts'
import { keepFocus } from '#web/ui/keep-focus.ts'
import { lastPress } from '#web/ui/last-press.ts'
import { page } from '#web/ui/loading/page.tsx'
import { AccountRecoveryPage, accountRecoveryRoute, JoinPage, joinRoute, parseJoinPath } from './join-route.tsx'
import { prepareSharedRoute, SharedTrip, sharedRoutes } from './shared-route.tsx'

const TripsPage = page(() => import('#web/pages/trips/trips-page.tsx').then((module) => module.TripsPage))
const NotFoundPage = page(() => import('./not-found-page.tsx').then((module) => module.NotFoundPage))
const AccountPage = page(() => import('./account-route.tsx').then((module) => module.Account))
const TripPage = page(() => import('#web/pages/trip/trip-page.tsx').then((module) => module.TripPage))
const SessionNews = page(() => import('./session-news.tsx').then((module) => module.SessionNews))

/** Pending operations of other trips are sent once the page is on the screen. */
const SEND_PENDING_AFTER_MS = 2000
/** Nobody waits for the renewal of pushes. */
const RENEW_PUSH_AFTER_MS = 6000

/** Loads the notice for cut pastes when a text field first gets the focus: something may be pasted there. */
function loadPasteNotice({ target }: FocusEvent): void {
  if (!(target as Element).matches('input, textarea')) return
  removeEventListener('focusin', loadPasteNotice)
  void import('#web/ui/cut-pastes.ts').then(({ reportCutPastes }) => reportCutPastes()).catch(() => {})
}

/** Moves the focus to each page that opens after the first, and to the first if somebody has just signed in. */
function usePageFocus(): void {
  const [path] = useLocation()
  const shown = useRef<string>(undefined)
  useEffect(() => {
    const press = lastPress()
    const isAfterSignIn = shown.current === undefined && press !== null
    const from = shown.current ?? path
    shown.current = path
    if (from !== path || isAfterSignIn)
      void import('#web/ui/page-focus.ts').then(
        (focus) => focus.focusPage(from, path, press),
        () => {},
      )
  }, [path])
}

/** Whether this browser still gets pushes for this user is checked once at each start. */
function useRenewedPush(): void {
  useEffect(() => {
    const renew = async () => {
      const { renewPush } = await import('#web/data/push/push.ts')
      const userId = session.getCurrentUser()?.id
      if (userId !== undefined && navigator.onLine !== false) await renewPush(userId)
    }
    // The next start tries again.
    const timer = setTimeout(() => void renew().catch(() => {}), RENEW_PUSH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** Opens what a pressed notification is about, without a reload. */
function PressedNotifications() {
  const [, navigate] = useLocation()
  useEffect(() => onPressedNotification(navigate), [navigate])
  return null
}

const tripPath = new RegExp(`^/trip/([^/]+)(?:/(?:${tripPages.join('|')}))?/?$`)

/** Loads the script and the data of an address before it is rendered. */
export async function prepareRoute(path: string): Promise<void> {
  const tripId = tripPath.exec(path)?.[1]
  if (tripId) await Promise.all([TripPage.load(), prefetchTrip(tripId)])
  else if (path === '/') await Promise.all([TripsPage.load(), prefetchTrips()])
  else if (path === '/account') await AccountPage.load()
  else if (parseJoinPath(path) !== undefined) await JoinPage.load()
  else if (accountRecoveryRoute.test(path)) await AccountRecoveryPage.load()
  else await prepareSharedRoute()
}

/** The routes for signed-in people. Features meet only here. */
export function SignedIn() {
  const menu = <UserMenu />
  const news = useSyncExternalStore(session.onAuthStateChange, session.getNews)
  useEffect(cacheApp, [])
  usePageFocus()
  useRenewedPush()
  useEffect(keepFocus, [])
  useEffect(() => addEventListener('focusin', loadPasteNotice), [])
  useEffect(() => {
    const timer = setTimeout(() => void openTripsWithPending(), SEND_PENDING_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Router aroundNav={aroundNav}>
      <PressedNotifications />
      <Switch>
        <Route path="/">
          <TripsPage menu={menu} onReachTrip={TripPage.prefetch} />
        </Route>
        <Route path="/trip/:tripId">{({ tripId }) => <TripPage key={tripId} tripId={tripId} menu={menu} />}</Route>
        {tripPages.map((of) => (
          <Route key={of} path={`/trip/:tripId/${of}`}>
            {({ tripId }) => <TripPage key={tripId} tripId={tripId ?? ''} menu={menu} of={of} />}
          </Route>
        ))}
        <Route path="/account">
          <AccountPage menu={menu} />
        </Route>
        <Route path={accountRecoveryRoute}>
          <AccountRecoveryPage menu={menu} />
        </Route>
        <Route path={joinRoute}>{({ token }) => <JoinPage token={token ?? ''} menu={menu} />}</Route>
        {sharedRoutes.map((path) => (
          <Route key={path} path={path}>
            {/* Somebody who was just signed out is about to see the sign-in page. */}
            {({ tripId }) => <SharedTrip tripId={tripId} menu={menu} signIn={null} />}
          </Route>
        ))}
        <Route>
          <NotFoundPage menu={menu} />
        </Route>
      </Switch>
      <Suspense>{news && <SessionNews person={news.user.id} news={news.news} />}</Suspense>
    </Router>
  )
}
