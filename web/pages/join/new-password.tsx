import type { FormEvent } from 'react'
import { useLocation } from 'wouter'
import { MAX_PASSWORD, NEW_PASSWORD_MIN } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { PASSWORD_PATH } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { useReset } from '#web/data/session/account-recovery.ts'
import { useSendsMail } from '#web/data/session/mail.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useWrongField } from '#web/ui/use-wrong-field.ts'
import { ForgottenPassword } from './forgotten-password.tsx'

/** Sets a new password with a link. Without a link it explains how to get one. */
export function NewPassword({ secret, onReach }: { secret: string; onReach: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { user } = useSession()
  const { send, isPending, error } = useReset()
  const { form, errorOf, isAtField } = useWrongField(error)
  useDocumentTitle(secret ? m.session_password_title() : m.session_forgot_title())
  const home = () => navigate('/', { replace: true })

  if (!secret)
    return <ForgottenPassword homeLabel={user ? m.session_go_to_trips() : m.session_back_to_sign_in()} onHome={home} />
  if (user) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl">{m.session_signed_in_here()}</h1>
        <p className="wrap-anywhere">{m.session_password_signed_in({ name: user.full_name })}</p>
        <Button onClick={home}>{m.session_go_to_trips()}</Button>
      </div>
    )
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password'))
    if (!isPending) send({ secret, password })
  }

  return (
    <form ref={form} aria-label={m.session_password_title()} className="grid gap-4" onSubmit={submit}>
      <h1 className="text-2xl">{m.session_password_title()}</h1>
      <PasswordField
        label={m.session_password_label()}
        name="password"
        error={errorOf('password')}
        onFocus={onReach}
        required
        minLength={NEW_PASSWORD_MIN}
        maxLength={MAX_PASSWORD}
        autoComplete="new-password"
        hint={m.session_password_min({ min: NEW_PASSWORD_MIN })}
      />
      <p className="text-sm text-muted">{m.session_password_what()}</p>
      {error && !isAtField && (
        <ErrorBox message={error.message || m.common_unknown_failure()}>{isOver(error) && <Another />}</ErrorBox>
      )}
      <Button type="submit" busy={isPending}>
        {isPending ? m.common_saving() : m.session_password_submit()}
      </Button>
    </form>
  )
}

/** The page's content without a link. */
function Another() {
  if (!useSendsMail()) return <p>{m.session_password_ask_another()}</p>
  return (
    <p>
      <a href={PASSWORD_PATH} className="underline underline-offset-4">
        {m.session_password_another()}
      </a>
    </p>
  )
}

const isOver = (error: Error) =>
  error instanceof AppError && (error.code === 'link_not_found' || error.code === 'code_expired')
