import { useLocation } from 'wouter'
import { errorMessages } from '#domain/error-messages.ts'
import { AppError } from '#domain/errors.ts'
import { useLink, useLinkOwner } from '#web/data/session/account-recovery.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** Says whose a personal link is, and lets them in once they have said so. Nobody takes somebody else's place by opening a link. */
export function LinkOwner({ secret, onReach }: { secret: string; onReach: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { user } = useSession()
  const { data, error, isFetching, retry } = useLinkOwner(secret)
  const { send, isPending, error: failure } = useLink(secret)
  useDocumentTitle('Come back')
  const home = () => navigate('/', { replace: true })

  if (!data && !error) return <Loading text="Loading your link..." />
  if (!data) {
    const { title, message, canRetry } = describe(error)
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
                <Button busy={isFetching} onClick={retry}>
                  {isFetching ? 'Trying...' : 'Try again'}
                </Button>
              )}
              <Button variant={canRetry ? 'quiet' : 'primary'} onClick={home}>
                Go to Wayfare
              </Button>
            </div>
          </>
        }
      />
    )
  }
  const { username, is_you } = data
  if (user) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl break-words">
          {is_you ? `You are ${username} here already` : 'Someone else is signed in here'}
        </h1>
        <p className="break-words">
          {is_you
            ? 'Your trips are on this device.'
            : `The link is ${username}’s, and on this device you are ${user.full_name}. Sign out first, then open the link again.`}
        </p>
        <Button onClick={home}>Go to your trips</Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl break-words">Continue as {username} on this device?</h1>
      <p>You see the trips that {username} is in, and what you do in them is done in that name.</p>
      {failure !== undefined && <ErrorBox message={failure} />}
      <Button busy={isPending} onPointerEnter={onReach} onFocus={onReach} onClick={() => send(undefined)}>
        <span className="min-w-0 break-words">{isPending ? 'Coming in...' : `Continue as ${username}`}</span>
      </Button>
      <Button variant="quiet" onClick={home}>
        That’s not me
      </Button>
    </div>
  )
}

function describe(failure: Error | undefined): { title: string; message: string; canRetry: boolean } {
  const code = failure instanceof AppError ? failure.code : 'internal_error'
  // A link of the wrong form is one of which a part is missing, or to which something was added.
  if (code === 'link_not_found' || code === 'invalid_request')
    return { title: 'This link doesn’t work', message: errorMessages.link_not_found, canRetry: false }
  if (code === 'unreachable') {
    const message = 'You need an internet connection to sign in. Wayfare tries again as soon as you’re online.'
    return { title: 'No connection', message, canRetry: true }
  }
  return {
    title: 'We couldn’t open the link',
    message: failure?.message || errorMessages.internal_error,
    canRetry: true,
  }
}
