import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import { usePathname } from 'wouter/use-browser-location'
import { isTooOld, onTooOld } from './data/http/http.ts'
import { loadBeta } from './data/session/beta.ts'
import { startSession } from './data/session/current-session.ts'
import { hasSessionHint } from './data/session/session.ts'
import { useSession } from './data/session/use-session.ts'
import { AccountRecoveryPage, JoinPage, parseJoinPath, wayBackRoute } from './join-route.tsx'
import { Footer } from './layout/footer.tsx'
import { page } from './page.tsx'
import { parseSharedPath, SharedTrip } from './shared-route.tsx'
import { LoadingPage } from './ui/loading.tsx'
import { PageEnd } from './ui/page-end.tsx'

const SignInPage = page(() => import('./sign-in/sign-in-page.tsx').then((module) => module.SignInPage))
const SignedIn = page(() => import('./signed-in.tsx').then((module) => module.SignedIn))

/** With it comes what sees to the update (data/app-version/). */
const UpdateNotice = page(() => import('./layout/update-notice.tsx').then((module) => module.UpdateNotice))
/** What the page itself needs comes first. */
const UPDATE_AFTER_MS = 2500

/** Gets everything that the first page needs, at once: who is signed in, its script, its data. */
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

/** What somebody who is not signed in sees first. */
function findFirstPage(path: string) {
  if (wayBackRoute.test(path)) return AccountRecoveryPage
  return parseJoinPath(path) === undefined ? SignInPage : JoinPage
}

/** The whole app: one layout for everybody, and within it the sign-in page or what signed-in people see. */
export function App() {
  const { status, user } = useSession()
  const isOutdated = useSyncExternalStore(onTooOld, isTooOld)
  // Fetched while the server still has this version's files.
  useEffect(() => void setTimeout(UpdateNotice.load, UPDATE_AFTER_MS), [])
  return (
    <div className="flex min-h-dvh flex-col">
      <Suspense>{isOutdated && <UpdateNotice />}</Suspense>
      <div className="flex grow flex-col">
        <Suspense fallback={<LoadingPage text="Loading..." />}>
          {status === 'loading' && <LoadingPage text="Loading..." />}
          {status === 'signed_out' && <SignedOut />}
          {/* Nothing that is shown of one person is left for another. */}
          {status === 'signed_in' && <SignedIn key={user.id} />}
        </Suspense>
      </div>
      <PageEnd>
        <Footer />
      </PageEnd>
    </div>
  )
}

/** People sign in first, but for those with an invitation; where the operator opens share links to everybody, those open without. */
function SignedOut() {
  const path = usePathname()
  const reach = () => void SignedIn.load()
  const signIn = <SignInPage onReach={reach} />
  if (wayBackRoute.test(path)) return <AccountRecoveryPage onReach={reach} />
  const invitation = parseJoinPath(path)
  if (invitation !== undefined) return <JoinPage token={invitation} signIn={signIn} onReach={reach} />
  const link = parseSharedPath(path)
  return link ? <SharedForAll tripId={link.tripId} signIn={signIn} /> : signIn
}

function SharedForAll({ tripId, signIn }: { tripId: string | undefined; signIn: ReactNode }) {
  const [isOpen, setIsOpen] = useState<boolean>()
  useEffect(() => void loadBeta().then((beta) => setIsOpen(beta.share_without_sign_in)), [])
  if (isOpen === undefined) return <LoadingPage text="Loading..." />
  return isOpen ? <SharedTrip tripId={tripId} signIn={signIn} /> : signIn
}
