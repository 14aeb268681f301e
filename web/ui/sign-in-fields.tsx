import { PasswordField } from './password-field.tsx'
import { TextField } from './text-field.tsx'

interface SignInFieldsProps {
  /** What is said at a field: see `useWrongField`. */
  errorOf: (name: 'email' | 'password') => string | undefined
  /** So many characters each of them takes. */
  most: { email: number; password: number }
  /** The address that is known already. */
  email?: string
  /** Called when somebody begins to fill them in. */
  onReach?: () => void
}

/** What somebody signs in with who has an account: `email` and `password` in the form around them. */
export function SignInFields({ errorOf, most, email, onReach }: SignInFieldsProps) {
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
        maxLength={most.email}
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField
        label="Password"
        name="password"
        error={errorOf('password')}
        required
        maxLength={most.password}
        autoComplete="current-password"
      />
    </>
  )
}
