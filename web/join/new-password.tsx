import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { NEW_PASSWORD_MIN, PASSWORD_MAX } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { CODE_PATH } from '#domain/ways-back.ts'
import { useReset } from '#web/data/session/coming-back.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/** Where somebody chooses another password by a link; without one it says where links come from. */
export function NewPassword({ secret, onReach }: { secret: string; onReach: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { user } = useSession()
  const { send, isPending, error } = useReset()
  const { form, errorOf, isAtField } = useWrongField(error)
  useDocumentTitle(secret ? 'Choose a new password' : 'Forgot your password?')
  const home = () => navigate('/', { replace: true })

  if (!secret) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl">Forgot your password?</h1>
        <p>
          Ask whoever runs Wayfare here for a link by which you choose a new one, and tell them your e-mail address. Nobody can tell
          you the old one.
        </p>
        <p>
          Are you signed in on another device? Then come in by{' '}
          <a href={CODE_PATH} className="text-action underline underline-offset-4">
            a code from there
          </a>
          . A guest has no password, and comes back by their personal link.
        </p>
        <Button variant="quiet" onClick={home}>
          {user ? 'Go to your trips' : 'Back to signing in'}
        </Button>
      </div>
    )
  }
  if (user) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl">You are signed in here</h1>
        <p className="wrap-anywhere">On this device you are {user.full_name}. Sign out first, then open the link again.</p>
        <Button onClick={home}>Go to your trips</Button>
      </div>
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (!isPending) send({ secret, password })
  }

  return (
    <form ref={form} aria-label="Choose a new password" className="grid gap-4" onSubmit={submit}>
      <h1 className="text-2xl">Choose a new password</h1>
      <PasswordField
        label="New password"
        name="password"
        error={errorOf('password')}
        onFocus={onReach}
        required
        minLength={NEW_PASSWORD_MIN}
        maxLength={PASSWORD_MAX}
        autoComplete="new-password"
        hint={`At least ${NEW_PASSWORD_MIN} characters`}
      />
      <p className="text-sm text-muted">You are signed in here then, and signed out on all other devices.</p>
      {error && !isAtField && (
        <ErrorBox message={error.message || 'This did not work. Please try again.'}>
          {isOver(error) && <p>Ask whoever gave it to you for another one.</p>}
        </ErrorBox>
      )}
      <Button type="submit" busy={isPending}>
        {isPending ? 'Saving...' : 'Save and sign in'}
      </Button>
    </form>
  )
}

const isOver = (error: Error) => error instanceof AppError && (error.code === 'link_not_found' || error.code === 'code_expired')
