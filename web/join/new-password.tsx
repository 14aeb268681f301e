import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { MAX_PASSWORD, NEW_PASSWORD_MIN } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { PASSWORD_PATH } from '#domain/sign-in-links.ts'
import { useReset } from '#web/data/session/account-recovery.ts'
import { useSendsMail } from '#web/data/session/mail.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useWrongField } from '#web/ui/use-wrong-field.ts'
import { ForgottenPassword } from './forgotten-password.tsx'

/** Where somebody chooses another password by a link; without one it says where links come from. */
export function NewPassword({ secret, onReach }: { secret: string; onReach: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { user } = useSession()
  const { send, isPending, error } = useReset()
  const { form, errorOf, isAtField } = useWrongField(error)
  useDocumentTitle(secret ? 'Choose a new password' : 'Forgot your password?')
  const home = () => navigate('/', { replace: true })

  if (!secret) return <ForgottenPassword homeLabel={user ? 'Go to your trips' : 'Back to sign-in'} onHome={home} />
  if (user) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl">You are signed in here</h1>
        <p className="wrap-anywhere">
          On this device you are {user.full_name}. Sign out first, then open the link again.
        </p>
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
        maxLength={MAX_PASSWORD}
        autoComplete="new-password"
        hint={`At least ${NEW_PASSWORD_MIN} characters`}
      />
      <p className="text-sm text-muted">You’ll be signed in here and signed out on all other devices.</p>
      {error && !isAtField && (
        <ErrorBox message={error.message || 'This did not work. Please try again.'}>
          {isOver(error) && <Another />}
        </ErrorBox>
      )}
      <Button type="submit" busy={isPending}>
        {isPending ? 'Saving...' : 'Save and sign in'}
      </Button>
    </form>
  )
}

/** The page that this one is without a link. */
function Another() {
  if (!useSendsMail()) return <p>Ask the person who gave it to you for a new one.</p>
  return (
    <p>
      <a href={PASSWORD_PATH} className="underline underline-offset-4">
        Send a new link
      </a>
    </p>
  )
}

const isOver = (error: Error) =>
  error instanceof AppError && (error.code === 'link_not_found' || error.code === 'code_expired')
