import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import type { AppError } from '#domain/errors.ts'
import { Backdrop } from '#web/ui/backdrop.tsx'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { LineDrawing } from '#web/ui/line-drawing.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { SharedHeader } from './shared-header.tsx'

export const MISSING_ID = 'Invalid share link - missing trip ID'
const EXPIRED = 'The shared trip link is invalid or has expired.'
const NOT_FOUND = 'Trip not found or access denied. The trip may be private or the share link may have expired.'
const DENIED = 'Access denied. This trip is private and requires a valid share link.'
const FAILED = 'Failed to load trip. Please check your internet connection and try again.'

interface SharedTripFailureProps {
  failure?: AppError
  /** Whether the link has a token: the server does not distinguish a private trip from one that does not exist. */
  hasToken: boolean
  onRetry?: () => void
  message?: string
  /** The user menu; absent if nobody is signed in. */
  menu: ReactNode
}

export function SharedTripFailure({
  failure,
  hasToken,
  onRetry,
  message = messageOf(failure, hasToken),
  menu,
}: SharedTripFailureProps) {
  const [, navigate] = useLocation()
  // Without a connection it is unknown whether the trip exists.
  const title = failure?.code === 'unreachable' ? 'No Connection' : 'Trip Not Found'
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
          <div className="flex flex-wrap justify-center gap-3">
            {message === FAILED && <Button onClick={onRetry}>Try Again</Button>}
            <Button variant={message === FAILED ? 'quiet' : 'primary'} onClick={() => navigate('/')}>
              Go to Wayfare
            </Button>
          </div>
          {!menu && (
            <p className="text-muted">
              Want to plan a trip of your own?{' '}
              <Link href="/" className="text-action underline underline-offset-4">
                Sign up for a beta account
              </Link>
              .
            </p>
          )}
        </section>
      </main>
    </>
  )
}

function messageOf(failure: AppError | undefined, hasToken: boolean): string {
  if (!failure) return EXPIRED
  if (failure.code !== 'trip_not_found') return FAILED
  return hasToken ? NOT_FOUND : DENIED
}
