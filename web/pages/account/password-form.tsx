import { CircleCheck, KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MAX_PASSWORD, NEW_PASSWORD_MIN } from '#domain/api/auth.ts'
import * as m from '#messages'
import { usePasswordChange } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'
import { Done } from './done.tsx'

/** Changes a password. `email` is for the browser's password manager. */
export function PasswordForm({ email }: { email: string }) {
  const [done, setDone] = useState(0)
  const [showsDone, setShowsDone] = useState(false)
  const { send, isPending, error } = usePasswordChange(() => {
    // A new key empties the fields.
    setDone(done + 1)
    setShowsDone(true)
  })
  const { form, errorOf, isAtField } = useWrongField(error)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    setShowsDone(false)
    if (!isPending) send({ current: String(fields.get('current')), password: String(fields.get('password')) })
  }

  return (
    <Panel title={m.account_password_title()} icon={KeyRound}>
      <form
        ref={form}
        aria-label={m.account_password_title()}
        className="grid gap-4"
        onSubmit={submit}
        onChange={() => setShowsDone(false)}
      >
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <div key={done} className="grid gap-4 sm:grid-cols-2">
          <PasswordField
            label={m.account_password_current_label()}
            name="current"
            error={errorOf('current')}
            required
            maxLength={MAX_PASSWORD}
            autoComplete="current-password"
          />
          <PasswordField
            label={m.session_password_label()}
            name="password"
            error={errorOf('password')}
            required
            minLength={NEW_PASSWORD_MIN}
            maxLength={MAX_PASSWORD}
            autoComplete="new-password"
            hint={m.session_password_min({ min: NEW_PASSWORD_MIN })}
          />
        </div>
        <p className="text-sm text-muted">{m.account_password_what()}</p>
        {error && !isAtField && <ErrorBox message={error.message || m.account_password_failed()} />}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="quiet" busy={isPending}>
            {isPending ? m.account_password_submitting() : m.account_password_submit()}
          </Button>
          <Done icon={CircleCheck}>{showsDone && m.account_password_changed()}</Done>
        </div>
      </form>
    </Panel>
  )
}
