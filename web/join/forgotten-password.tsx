import { type FormEvent, useState } from 'react'
import { MAX_EMAIL } from '#domain/api/auth.ts'
import { CODE_PATH } from '#domain/sign-in-links.ts'
import { useRecovery, useSendsMail } from '#web/data/session/mail.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/** The room of it is kept until it is known how: nothing below it moves. */
const ROOM = 'grid min-h-96 content-start gap-4'

/** Where somebody who has forgotten their password gets a link by which they choose another one. */
export function ForgottenPassword({ homeLabel, onHome }: { homeLabel: string; onHome: () => void }) {
  const sendsMail = useSendsMail()
  if (sendsMail === undefined) {
    return (
      <div className={ROOM}>
        <h1 className="text-2xl">Forgot your password?</h1>
        <p role="status" className="text-muted">
          Checking how you can get a new one...
        </p>
      </div>
    )
  }
  return (
    <div className={ROOM}>
      <h1 className="text-2xl">Forgot your password?</h1>
      {sendsMail ? (
        <ByMail />
      ) : (
        <p>
          Ask your administrator for a link to choose a new password, and tell them your email address. No one can look
          up your old one.
        </p>
      )}
      <p>
        Are you signed in on another device? Then sign in with{' '}
        <a href={CODE_PATH} className="text-action underline underline-offset-4">
          a code from there
        </a>
        . Guests have no password. They sign in with their personal link.
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
    <form ref={form} aria-label="Get a link by email" className="grid gap-4" onSubmit={submit}>
      <TextField
        label="Email"
        name="email"
        error={errorOf('email')}
        type="email"
        required
        maxLength={MAX_EMAIL}
        autoComplete="username"
        inputMode="email"
        hint="The address you sign in with. We’ll send you a link to choose a new password."
      />
      {error && !isAtField && <ErrorBox message={error.message || 'This did not work. Please try again.'} />}
      <Button type="submit" busy={isPending}>
        {isPending ? 'Sending...' : 'Send me a link'}
      </Button>
      <p role="status" className="wrap-anywhere">
        {asked &&
          `If ${asked} has an account here, you’ll get an email soon. Check your spam folder too. If nothing arrives within a few minutes, ask your administrator for a link.`}
      </p>
    </form>
  )
}
