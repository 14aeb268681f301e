import { useLocation } from 'wouter'
import { errorMessages } from '#domain/error-messages.ts'
import { errors } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

interface JoinFailureProps {
  failure: Error
  isBusy: boolean
  onRetry: () => void
}

/** Says why an invitation does not open, and what to do. What may pass is asked for again by itself. */
export function JoinFailure({ failure, isBusy, onRetry }: JoinFailureProps) {
  const [, navigate] = useLocation()
  const { title, message, canRetry } = describe(failure)
  useDocumentTitle(title)
  return (
    <EmptyState
      isPage
      drawing={signpost}
      sentence={title}
      action={
        <>
          <p role="alert">{message}</p>
          <div className="flex flex-wrap justify-center gap-3">
            {canRetry && (
              <Button busy={isBusy} onClick={onRetry}>
                {isBusy ? 'Trying...' : 'Try again'}
              </Button>
            )}
            <Button variant={canRetry ? 'quiet' : 'primary'} onClick={() => navigate('/', { replace: true })}>
              Go to Wayfare
            </Button>
          </div>
        </>
      }
    />
  )
}

function describe(failure: Error): { title: string; message: string; canRetry: boolean } {
  const code = failure instanceof AppError ? failure.code : 'internal_error'
  if (errors[code] === 410) return { title: 'This invitation has ended', message: failure.message, canRetry: false }
  // A link of the wrong form is one of which a part is missing, or to which something was added.
  if (code === 'invitation_not_found' || code === 'invalid_request') {
    return { title: 'Invitation not found', message: errorMessages.invitation_not_found, canRetry: false }
  }
  if (code === 'unreachable') {
    return {
      title: 'No connection',
      message: 'You need an internet connection to join a trip. Wayfare tries again as soon as you’re online.',
      canRetry: true,
    }
  }
  return {
    title: 'We couldn’t open the invitation',
    message: failure.message || errorMessages.internal_error,
    canRetry: true,
  }
}
