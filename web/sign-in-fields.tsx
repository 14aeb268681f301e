import { MAX_EMAIL, MAX_PASSWORD } from '#domain/api/auth.ts'
import { PasswordField } from './ui/password-field.tsx'
import { TextField } from './ui/text-field.tsx'

interface SignInFieldsProps {
  /** What is said at a field: see `useWrongField`. */
  errorOf: (name: 'email' | 'password') => string | undefined
  /** The address that is known already. */
  email?: string
  /** Called when somebody begins to fill them in. */
  onReach?: () => void
}

/** What somebody signs in with who has an account: `email` and `password` in the form around them. */
export function SignInFields({ errorOf, email, onReach }: SignInFieldsProps) {
  return (
    <>
      <TextField
        label="Email"
        name="email"
        error={errorOf('email')}
        onFocus={onReach}
        type="email"
        defaultValue={email}
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
        maxLength={MAX_PASSWORD}
        autoComplete="current-password"
      />
    </>
  )
}
