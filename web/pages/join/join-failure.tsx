import { useLocation } from 'wouter'
import { errors } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

interface JoinFailureProps {
  failure: Error
  isBusy: boolean
  onRetry: () => void
}

/** Why an invitation does not open, and what to do. Transient errors are retried automatically. */
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
                {isBusy ? m.common_retrying() : m.common_retry()}
              </Button>
            )}
            <Button variant={canRetry ? 'quiet' : 'primary'} onClick={() => navigate('/', { replace: true })}>
              {m.session_go_to_wayfare()}
            </Button>
          </div>
        </>
      }
    />
  )
}

function describe(failure: Error): { title: string; message: string; canRetry: boolean } {
  const code = failure instanceof AppError ? failure.code : 'internal_error'
  if (errors[code] === 410) return { title: m.session_invitation_ended(), message: failure.message, canRetry: false }
  // A malformed link is cut off or has something appended.
  if (code === 'invitation_not_found' || code === 'invalid_request') {
    return { title: m.session_invitation_not_found(), message: m.api_errors_invitation_not_found(), canRetry: false }
  }
  if (code === 'unreachable') {
    return {
      title: m.common_no_connection(),
      message: m.session_invitation_offline(),
      canRetry: true,
    }
  }
  return {
    title: m.session_invitation_failed(),
    message: failure.message || m.api_errors_internal_error(),
    canRetry: true,
  }
}
