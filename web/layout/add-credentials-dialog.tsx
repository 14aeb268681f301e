import { useId, useState } from 'react'
import type { NewCredentials } from '#domain/api/account-recovery.ts'
import { MAX_EMAIL, MAX_PASSWORD, NEW_PASSWORD_MIN } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import { addCredentials } from '#web/data/session/into-account.ts'
import { useWish } from '#web/data/use-wish.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

interface AddCredentialsDialogProps {
  /** Called with the typed address when an account with it exists and the person wants to sign in there. */
  onHasAccount: (email: string) => void
  onClose: () => void
}

/** Adds an e-mail address and a password to a guest, which makes them an account. */
export function AddCredentialsDialog({ onHasAccount, onClose }: AddCredentialsDialogProps) {
  const form = useId()
  const [email, setEmail] = useState('')
  const { send, isPending, error } = useWish((credentials: NewCredentials) => addCredentials(credentials), onClose)
  const { form: fields, errorOf, isAtField } = useWrongField(error)
  return (
    <Modal
      open
      onClose={onClose}
      title="Add email and password"
      description="Use them to sign in on any device. You keep your name and all your trips."
      footer={
        <div className="flex justify-end gap-3">
          <Button variant="quiet" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={isPending}>
            {isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      }
    >
      <form
        id={form}
        ref={fields}
        aria-label="Add email and password"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const password = String(new FormData(event.currentTarget).get('password') ?? '')
          if (!isPending) send({ email, password })
        }}
      >
        <TextField
          label="Email"
          name="email"
          error={errorOf('email')}
          type="email"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          required
          maxLength={MAX_EMAIL}
          autoComplete="username"
          inputMode="email"
        />
        <PasswordField
          label="Password"
          name="password"
          error={errorOf('password')}
          required
          minLength={NEW_PASSWORD_MIN}
          maxLength={MAX_PASSWORD}
          autoComplete="new-password"
          hint={`At least ${NEW_PASSWORD_MIN} characters`}
        />
        {error && !isAtField && (
          <ErrorBox message={error.message || 'We couldn’t save this. Please try again.'}>
            {error instanceof AppError && error.code === 'email_exists' && (
              <>
                <p className="mb-2">If it’s yours, sign in to that account. Your trips move with you.</p>
                <Button variant="quiet" onClick={() => onHasAccount(email)}>
                  Sign in to that account
                </Button>
              </>
            )}
          </ErrorBox>
        )}
        <p className="text-sm text-muted">
          Like everyone with an account, you’ll be signed out after 30 minutes of inactivity.
        </p>
      </form>
    </Modal>
  )
}
