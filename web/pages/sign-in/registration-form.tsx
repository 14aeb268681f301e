import { MAX_EMAIL, MAX_FULL_NAME, MAX_PASSWORD, MAX_REFERRAL, MAX_USERNAME, PASSWORD_MIN } from '#domain/api/auth.ts'
import * as m from '#messages'
import { session } from '#web/data/root/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { TextField } from '#web/ui/text-field.tsx'
import { useSubmission } from './use-submission.ts'

/** At least one character that is not a space. */
const NOT_BLANK = '.*\\S.*'

interface RegistrationFormProps {
  /** Called at the first focus, to load what comes next. */
  onReach: () => void
  /** The token of an invitation, if one is needed. */
  invitation: string | undefined
}

export function RegistrationForm({ onReach, invitation }: RegistrationFormProps) {
  const { form, onSubmit, working, errorOf, failure } = useSubmission(
    (field) => register(field, invitation),
    m.session_register_failed(),
  )
  return (
    <Disclosure title={m.session_register_title()} onOpen={begin}>
      <form ref={form} aria-label={m.session_register_title()} onSubmit={onSubmit} className="grid gap-4">
        <TextField
          label={m.session_register_full_name()}
          name="full_name"
          error={errorOf('full_name')}
          onFocus={onReach}
          required
          pattern={NOT_BLANK}
          maxLength={MAX_FULL_NAME}
          autoComplete="name"
        />
        <TextField
          label={m.session_register_username()}
          name="username"
          error={errorOf('username')}
          required
          pattern={NOT_BLANK}
          maxLength={MAX_USERNAME}
          autoComplete="nickname"
          autoCapitalize="none"
        />
        <TextField
          label={m.session_register_email()}
          name="email"
          error={errorOf('email')}
          type="email"
          required
          maxLength={MAX_EMAIL}
          autoComplete="email"
          inputMode="email"
        />
        <PasswordField
          label={m.session_register_password()}
          name="password"
          error={errorOf('password')}
          required
          minLength={PASSWORD_MIN}
          maxLength={MAX_PASSWORD}
          autoComplete="new-password"
          hint={m.session_password_min({ min: PASSWORD_MIN })}
        />
        <TextField
          label={m.session_register_referral()}
          name="referred_by"
          error={errorOf('referred_by')}
          maxLength={MAX_REFERRAL}
        />
        {failure && <ErrorBox message={failure} />}
        <Button type="submit" busy={working}>
          {working ? m.session_register_submitting() : m.session_register_submit()}
        </Button>
      </form>
    </Disclosure>
  )
}

/** Scrolls the form into view, fills in the e-mail address typed for sign-in, and focuses its first field. */
function begin(content: HTMLElement): void {
  const [typed, email] = document.querySelectorAll<HTMLInputElement>('main [name=email]')
  if (typed && email) email.value ||= typed.value
  content.parentElement?.scrollIntoView({ block: 'start' })
  content.querySelector('input')?.focus({ preventScroll: true })
}

function register(field: (name: string) => string, invitation: string | undefined): Promise<void> {
  return session.register({
    ...(invitation && { invitation }),
    email: field('email'),
    password: field('password'),
    data: {
      username: field('username'),
      full_name: field('full_name'),
      is_beta_user: true,
      referred_by: field('referred_by').trim() || null,
    },
  })
}
