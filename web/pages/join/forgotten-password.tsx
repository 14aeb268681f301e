import { type FormEvent, useState } from 'react'
import { MAX_EMAIL } from '#domain/api/auth.ts'
import { CODE_PATH } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { useRecovery, useSendsMail } from '#web/data/session/mail.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { rich } from '#web/ui/rich.ts'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/** Reserves its space while loading, so nothing below it moves. */
const ROOM = 'grid min-h-96 content-start gap-4'

/** Requests a link to choose a new password. */
export function ForgottenPassword({ homeLabel, onHome }: { homeLabel: string; onHome: () => void }) {
  const sendsMail = useSendsMail()
  if (sendsMail === undefined) {
    return (
      <div className={ROOM}>
        <h1 className="text-2xl">{m.session_forgot_title()}</h1>
        <p role="status" className="text-muted">
          {m.session_forgot_checking()}
        </p>
      </div>
    )
  }
  return (
    <div className={ROOM}>
      <h1 className="text-2xl">{m.session_forgot_title()}</h1>
      {sendsMail ? <ByMail /> : <p>{m.session_forgot_ask_administrator()}</p>}
      <p>
        {rich(
          m.session_forgot_other_ways({
            link: (text) => (
              <a href={CODE_PATH} className="text-action underline underline-offset-4">
                {text}
              </a>
            ),
          }),
        )}
      </p>
      <Button variant="quiet" onClick={onHome}>
        {homeLabel}
      </Button>
    </div>
  )
}

function ByMail() {
  const [asked, setAsked] = useState('')
  const { send, isPending, error } = useRecovery(setAsked)
  const { form, errorOf, isAtField } = useWrongField(error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email')).trim()
    setAsked('')
    if (!isPending) send(email)
  }

  return (
    <form ref={form} aria-label={m.session_forgot_form()} className="grid gap-4" onSubmit={submit}>
      <TextField
        label={m.common_email_label()}
        name="email"
        error={errorOf('email')}
        type="email"
        required
        maxLength={MAX_EMAIL}
        autoComplete="username"
        inputMode="email"
        hint={m.session_forgot_email_hint()}
      />
      {error && !isAtField && <ErrorBox message={error.message || m.common_unknown_failure()} />}
      <Button type="submit" busy={isPending}>
        {isPending ? m.common_sending() : m.session_forgot_submit()}
      </Button>
      <p role="status" className="wrap-anywhere">
        {asked && m.session_forgot_sent({ email: asked })}
      </p>
    </form>
  )
}
