import { CircleCheck, KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { MAX_PASSWORD, NEW_PASSWORD_MIN } from '#domain/api/auth.ts'
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
    <Panel title="Password" icon={KeyRound}>
      <form
        ref={form}
        aria-label="Password"
        className="grid gap-4"
        onSubmit={submit}
        onChange={() => setShowsDone(false)}
      >
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <div key={done} className="grid gap-4 sm:grid-cols-2">
          <PasswordField
            label="Current password"
            name="current"
            error={errorOf('current')}
            required
            maxLength={MAX_PASSWORD}
            autoComplete="current-password"
          />
          <PasswordField
            label="New password"
            name="password"
            error={errorOf('password')}
            required
            minLength={NEW_PASSWORD_MIN}
            maxLength={MAX_PASSWORD}
            autoComplete="new-password"
            hint={`At least ${NEW_PASSWORD_MIN} characters`}
          />
        </div>
        <p className="text-sm text-muted">You stay signed in here and are signed out on all other devices.</p>
        {error && !isAtField && (
          <ErrorBox message={error.message || 'We couldn’t change your password. Please try again.'} />
        )}
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" busy={isPending}>
            {isPending ? 'Changing...' : 'Change password'}
          </Button>
          <Done icon={CircleCheck}>{showsDone && 'Your password has been changed'}</Done>
        </div>
      </form>
    </Panel>
  )
}
