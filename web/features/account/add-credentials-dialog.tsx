import { useId, useState } from 'react'
import type { NewCredentials } from '#domain/api/account-recovery.ts'
import { MAX_EMAIL, MAX_PASSWORD, NEW_PASSWORD_MIN, SESSION_MINUTES } from '#domain/api/auth.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { addCredentials } from '#web/data/account/merge-guest.ts'
import { useAsyncAction } from '#web/data/react/use-async-action.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
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
  const { send, isPending, error } = useAsyncAction(
    (credentials: NewCredentials) => addCredentials(credentials),
    onClose,
  )
  const { form: fields, errorOf, isAtField } = useWrongField(error)
  return (
    <Modal
      open
      onClose={onClose}
      title={m.account_credentials_title()}
      description={m.account_credentials_what()}
      footer={
        <FormFooter
          form={form}
          submit={isPending ? m.common_saving() : m.common_save()}
          busy={isPending}
          onCancel={onClose}
        />
      }
    >
      <form
        id={form}
        ref={fields}
        aria-label={m.account_credentials_title()}
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const password = String(new FormData(event.currentTarget).get('password') ?? '')
          if (!isPending) send({ email, password })
        }}
      >
        <TextField
          label={m.common_email_label()}
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
          label={m.common_password_label()}
          name="password"
          error={errorOf('password')}
          required
          minLength={NEW_PASSWORD_MIN}
          maxLength={MAX_PASSWORD}
          autoComplete="new-password"
          hint={m.session_password_min({ min: NEW_PASSWORD_MIN })}
        />
        {error && !isAtField && (
          <ErrorBox message={error.message || m.account_credentials_failed()}>
            {error instanceof AppError && error.code === 'email_exists' && (
              <>
                <p className="mb-2">{m.account_credentials_exists()}</p>
                <Button variant="quiet" onClick={() => onHasAccount(email)}>
                  {m.account_credentials_exists_sign_in()}
                </Button>
              </>
            )}
          </ErrorBox>
        )}
        <p className="text-sm text-muted">{m.account_credentials_inactivity({ minutes: SESSION_MINUTES })}</p>
      </form>
    </Modal>
  )
}
