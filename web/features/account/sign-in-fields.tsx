import { MAX_EMAIL, MAX_PASSWORD } from '#domain/api/auth.ts'
import * as m from '#messages'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'

interface SignInFieldsProps {
  /** The error at a field, from `useWrongField`. */
  errorOf: (name: 'email' | 'password') => string | undefined
  email?: string
  /** Called when somebody focuses the e-mail field, to load what comes next. */
  onReach?: () => void
  /** Whether the browser suggests passkeys at the e-mail field: see `usePasskeySuggestions`. */
  suggestsPasskeys?: boolean
}

/** The fields `email` and `password`, for the form around them. */
export function SignInFields({ errorOf, email, onReach, suggestsPasskeys = false }: SignInFieldsProps) {
  return (
    <>
      <TextField
        label={m.common_email_label()}
        name="email"
        error={errorOf('email')}
        onFocus={onReach}
        type="email"
        defaultValue={email}
        required
        maxLength={MAX_EMAIL}
        autoComplete={suggestsPasskeys ? 'username webauthn' : 'username'}
        inputMode="email"
      />
      <PasswordField
        label={m.common_password_label()}
        name="password"
        error={errorOf('password')}
        required
        maxLength={MAX_PASSWORD}
        autoComplete="current-password"
      />
    </>
  )
}
