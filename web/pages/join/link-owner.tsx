import { useLocation } from 'wouter'
import { AppError } from '#domain/errors.ts'
import { nameOfUser } from '#domain/person.ts'
import * as m from '#messages'
import { useLinkOwner, usePersonalLinkSignIn } from '#web/data/session/account-recovery.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { signpost } from '#web/ui/drawings/signpost.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** Shows whose personal link this is and signs in after confirmation, so opening a link alone signs nobody in. */
export function LinkOwner({ secret, onReach }: { secret: string; onReach: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { user } = useSession()
  const { data, error, isFetching, retry } = useLinkOwner(secret)
  const { send, isPending, error: failure } = usePersonalLinkSignIn(secret)
  useDocumentTitle(m.session_link_title())
  const home = () => navigate('/', { replace: true })

  if (!data && !error) return <Loading text={m.session_link_loading()} />
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
                  {isFetching ? m.common_retrying() : m.common_retry()}
                </Button>
              )}
              <Button variant={canRetry ? 'quiet' : 'primary'} onClick={home}>
                {m.session_go_to_wayfare()}
              </Button>
            </div>
          </>
        }
      />
    )
  }
  const { name, is_you } = data
  if (user) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl break-words">
          {is_you ? m.session_link_you({ name }) : m.session_link_someone_else()}
        </h1>
        <p className="break-words">
          {is_you ? m.session_link_you_why() : m.session_link_someone_else_why({ owner: name, name: nameOfUser(user) })}
        </p>
        <Button onClick={home}>{m.session_go_to_trips()}</Button>
      </div>
    )
  }
  return (
    <div className="grid gap-4">
      <h1 className="text-2xl break-words">{m.session_link_question({ name })}</h1>
      <p>{m.session_link_what({ name })}</p>
      {failure !== undefined && <ErrorBox message={failure} />}
      <Button busy={isPending} onPointerEnter={onReach} onFocus={onReach} onClick={() => send(undefined)}>
        <span className="min-w-0 break-words">
          {isPending ? m.session_code_busy() : m.session_link_continue({ name })}
        </span>
      </Button>
      <Button variant="quiet" onClick={home}>
        {m.session_link_not_me()}
      </Button>
    </div>
  )
}

function describe(failure: Error | undefined): { title: string; message: string; canRetry: boolean } {
  const code = failure instanceof AppError ? failure.code : 'internal_error'
  // A malformed link is cut off or has something appended.
  if (code === 'link_not_found' || code === 'invalid_request')
    return { title: m.session_link_invalid(), message: m.api_errors_link_not_found(), canRetry: false }
  if (code === 'unreachable') {
    const message = m.session_link_offline()
    return { title: m.common_no_connection(), message, canRetry: true }
  }
  return { title: m.session_link_failed(), message: failure?.message || m.api_errors_internal_error(), canRetry: true }
}
