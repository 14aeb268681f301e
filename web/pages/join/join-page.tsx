import { Tent } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { InvitedTo } from '#domain/api/people.ts'
import { errors } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { CODE_PATH } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { isInstalled } from '#web/data/offline/lasting-storage.ts'
import { useInvitation } from '#web/data/session/join.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { PasskeySignIn } from '#web/features/account/passkey-sign-in.tsx'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Button } from '#web/ui/button.tsx'
import { LoadingPage } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useTripTheme } from '#web/ui/use-trip-theme.ts'
import { Wordmark } from '#web/ui/wordmark.tsx'
import { findInAppBrowser } from './in-app-browser.ts'
import { InvitedTrip } from './invited-trip.tsx'
import { JoinFailure } from './join-failure.tsx'
import { JoinForm } from './join-form.tsx'
import { OpenElsewhere } from './open-elsewhere.tsx'

interface JoinPageProps {
  /** The invitation's token; '' if the link has none. */
  token: string
  /** The user menu; absent for people who are not signed in. */
  menu?: ReactNode
  /** The sign-in form for people with an account. Afterwards this page appears again. */
  signIn?: ReactNode
  /** Called when the person starts to join. */
  onReach?: () => void
}

/** The invitation: its trip, and a form to join as a guest or as the signed-in user. */
export function JoinPage({ token, menu, signIn, onReach }: JoinPageProps) {
  const { data, error, isFetching, retry } = useInvitation(token)
  const [isSigningIn, setIsSigningIn] = useState(false)
  useTripTheme(data?.trip.type)

  if (isSigningIn && signIn) {
    return (
      <>
        <header className="mx-auto w-full max-w-5xl px-4 pt-4">
          <Notice
            icon={Tent}
            action={
              <Button variant="quiet" onClick={() => setIsSigningIn(false)}>
                {m.session_back_to_invitation()}
              </Button>
            }
          >
            <p className="break-words">
              {data ? m.session_join_sign_in({ trip: data.trip.name }) : m.session_join_sign_in_unknown()}
            </p>
          </Notice>
        </header>
        {signIn}
      </>
    )
  }
  if (!data && !error) return <JoinLoading />
  return (
    <>
      <Backdrop type={data?.trip.type ?? 'car_trip'} />
      <header className="mx-auto flex min-h-17 w-full max-w-6xl items-center justify-between gap-4 px-4 py-3">
        <Wordmark />
        {menu}
      </header>
      <main className="mx-auto w-full max-w-md grow px-4 py-2 sm:py-6">
        {/* Not a Card: its button could not be sticky. */}
        <div className="card overflow-clip text-text">
          {data && !isDecided(error) ? (
            <Invited invitation={data} token={token} onReach={onReach} onSignIn={() => setIsSigningIn(true)} />
          ) : (
            error && <JoinFailure failure={error} isBusy={isFetching} onRetry={retry} />
          )}
        </div>
      </main>
    </>
  )
}

interface InvitedProps {
  invitation: InvitedTo
  token: string
  onReach: (() => void) | undefined
  onSignIn: () => void
}

function Invited({ invitation, token, onReach, onSignIn }: InvitedProps) {
  const [, navigate] = useLocation()
  const [elsewhere, setElsewhere] = useState(findBetterBrowser)
  useDocumentTitle(m.session_join_title_named({ trip: invitation.trip.name }))
  // Keeps the token out of the browser's history.
  const open = (tripId: string) => navigate(`/trip/${tripId}`, { replace: true })
  // The people page asks first who is coming along.
  const say = (tripId: string) => navigate(`/trip/${tripId}/group?joined`, { replace: true })
  const { trip_id } = invitation
  const { user } = useSession()
  return (
    <>
      <InvitedTrip {...invitation} />
      <div className="border-t border-line p-5">
        {trip_id !== null ? (
          <div className="grid gap-4">
            <p className="sign">{m.session_already_joined()}</p>
            <Button onClick={() => open(trip_id)}>{m.session_open_trip()}</Button>
          </div>
        ) : elsewhere ? (
          <OpenElsewhere browser={elsewhere} onGoOn={() => setElsewhere(undefined)} />
        ) : (
          <div className="grid gap-2">
            <JoinForm token={token} names={invitation.names} onJoined={say} onReach={onReach} onSignIn={onSignIn} />
            {!user && <PasskeySignIn label={m.passkeys_have_one()} onReach={onReach} />}
            {!user && (
              <a
                href={CODE_PATH}
                className="touch inline-flex items-center justify-self-center rounded-md px-3 text-sm text-action underline underline-offset-4"
              >
                {m.session_have_code()}
              </a>
            )}
          </div>
        )}
      </div>
    </>
  )
}

function JoinLoading() {
  useDocumentTitle(m.session_join_title())
  return <LoadingPage text={m.session_invitation_loading()} />
}

/** An app on the home screen has the user agent of an in-app browser, but is none. */
function findBetterBrowser() {
  return isInstalled() ? undefined : findInAppBrowser(navigator)
}

/** Whether the server rejected the invitation. What was cached about it is then out of date. */
function isDecided(error: Error | undefined): boolean {
  return error instanceof AppError && errors[error.code] < 500
}
