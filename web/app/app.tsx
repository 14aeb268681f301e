import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { UNSUBSCRIBE_PAGE } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { hasSessionHint } from '#web/data/auth/session.ts'
import { isTooOld, onTooOld } from '#web/data/http/http.ts'
import { startSession } from '#web/data/root/session.ts'
import { loadBeta } from '#web/data/session/beta.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { MissingPart } from '#web/ui/loading/missing-part.tsx'
import { page } from '#web/ui/loading/page.tsx'
import { LoadingPage } from '#web/ui/loading.tsx'
import { PageEnd } from '#web/ui/page-end.tsx'
import { Footer } from './footer.tsx'
import { AccountRecoveryPage, accountRecoveryRoute, JoinPage, parseJoinPath } from './join-route.tsx'
import { parseSharedPath, SharedTrip } from './shared-route.tsx'

const SignInPage = page(() => import('#web/pages/sign-in/sign-in-page.tsx').then((module) => module.SignInPage))
const UnsubscribePage = page(() =>
  import('#web/pages/unsubscribe/unsubscribe-page.tsx').then((module) => module.UnsubscribePage),
)
const SignedIn = page(() => import('./signed-in.tsx').then((module) => module.SignedIn))

/** Its import includes the code that updates the app (data/app-version/). */
const UpdateNotice = page(() => import('./update-notice.tsx').then((module) => module.UpdateNotice))
/** The page's own code loads first. */
const UPDATE_AFTER_MS = 2500

/** Loads everything the first page needs in parallel: the session, its script and its data. */
export async function prepareFirstPage(): Promise<void> {
  const session = startSession()
  if (!hasSessionHint()) await Promise.all([session, findFirstPage(location.pathname).load()])
  else
    await Promise.all([
      session,
      SignedIn.load(),
      import('./signed-in.tsx').then(({ prepareRoute }) => prepareRoute(location.pathname)),
    ])
}

function findFirstPage(path: string) {
  if (accountRecoveryRoute.test(path)) return AccountRecoveryPage
  return parseJoinPath(path) === undefined ? SignInPage : JoinPage
}

/** The whole app: one layout for everybody, with the sign-in page or the pages for signed-in people in it. */
export function App() {
  const { status, user } = useSession()
  const path = usePathname()
  // An older service worker answers the address for mail programs too.
  const isUnsubscribing = path === UNSUBSCRIBE_PAGE || path.startsWith(`${UNSUBSCRIBE_PAGE}/`)
  const isOutdated = useSyncExternalStore(onTooOld, isTooOld)
  // Loaded early, while the server still has this version's files.
  useEffect(() => void setTimeout(UpdateNotice.load, UPDATE_AFTER_MS), [])
  return (
    <div className="flex min-h-dvh flex-col">
      <Suspense>{isOutdated && <UpdateNotice />}</Suspense>
      <div className="flex grow flex-col">
        <Suspense fallback={<LoadingPage text={m.common_loading()} />}>
          {isUnsubscribing ? (
            <UnsubscribePage />
          ) : (
            <>
              {status === 'loading' && <LoadingPage text={m.common_loading()} />}
              {status === 'signed_out' && <SignedOut />}
              {/* A new key per user: no component state passes from one user to another. */}
              {status === 'signed_in' && <SignedIn key={user.id} />}
            </>
          )}
        </Suspense>
      </div>
      <PageEnd>
        <Footer />
      </PageEnd>
      <MissingPart />
    </div>
  )
}

/** Shows the sign-in page, except for invitations, sign-in links, and share links that are open to everybody. */
function SignedOut() {
  const path = usePathname()
  if (accountRecoveryRoute.test(path)) return <AccountRecoveryPage onReach={SignedIn.prefetch} />
  const invitation = parseJoinPath(path)
  const signIn = <SignInPage onReach={SignedIn.prefetch} invitation={invitation} />
  if (invitation !== undefined) return <JoinPage token={invitation} signIn={signIn} onReach={SignedIn.prefetch} />
  const link = parseSharedPath(path)
  return link ? <SharedForAll tripId={link.tripId} signIn={signIn} /> : signIn
}

function SharedForAll({ tripId, signIn }: { tripId: string | undefined; signIn: ReactNode }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  useEffect(() => void loadBeta().then((beta) => setIsOpen(beta.share_without_sign_in)), [])
  if (isOpen === undefined) return <LoadingPage text={m.common_loading()} />
  return isOpen ? <SharedTrip tripId={tripId} signIn={signIn} /> : signIn
}
