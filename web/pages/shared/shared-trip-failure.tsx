import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { LineDrawing } from '#web/ui/line-drawing.tsx'
import { rich } from '#web/ui/rich.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { SharedHeader } from './shared-header.tsx'

export const MISSING_ID = m.sharing_failure_missing_id()
const FAILED = m.sharing_failure_not_loaded()

interface SharedTripFailureProps {
  failure?: AppError
  /** Whether the link has a token: the server does not distinguish a private trip from one that does not exist. */
  hasToken: boolean
  onRetry?: () => void
  message?: string
  /** What people of the trip can do about it. */
  help?: ReactNode
  /** The user menu; absent if nobody is signed in. */
  menu: ReactNode
}

export function SharedTripFailure({
  failure,
  hasToken,
  onRetry,
  message = messageOf(failure, hasToken),
  help,
  menu,
}: SharedTripFailureProps) {
  const [, navigate] = useLocation()
  // Without a connection it is unknown whether the trip exists.
  const title = failure?.code === 'unreachable' ? m.common_no_connection() : m.sharing_failure_title()
  useDocumentTitle(title)
  return (
    <>
      <Backdrop type="car_trip" />
      <SharedHeader menu={menu} />
      <main className="grid grow content-center justify-items-center px-4 py-10">
        <section className="neatline grid max-w-xl justify-items-center gap-4 rounded-lg border border-edge/60 bg-surface px-6 py-8 text-center">
          <LineDrawing>{signpost}</LineDrawing>
          <h1 className="text-2xl">{title}</h1>
          <p role="alert">{message}</p>
          {help}
          <div className="flex flex-wrap justify-center gap-3">
            {message === FAILED && <Button onClick={onRetry}>{m.common_retry()}</Button>}
            <Button variant={message === FAILED || help ? 'quiet' : 'primary'} onClick={() => navigate('/')}>
              {m.session_go_to_wayfare()}
            </Button>
          </div>
          {!menu && (
            <p className="text-muted">
              {rich(
                m.sharing_failure_sign_up({
                  link: (text) => (
                    <Link href="/" className="text-action underline underline-offset-4">
                      {text}
                    </Link>
                  ),
                }),
              )}
            </p>
          )}
        </section>
      </main>
    </>
  )
}

function messageOf(failure: AppError | undefined, hasToken: boolean): string {
  if (!failure) return m.sharing_failure_expired()
  if (failure.code !== 'trip_not_found') return FAILED
  return hasToken ? m.sharing_failure_not_found() : m.sharing_failure_denied()
}
