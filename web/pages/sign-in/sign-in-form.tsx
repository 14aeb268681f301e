import { useState } from 'react'
import * as m from '#messages'
import { session } from '#web/data/root/session.ts'
import { usePasskeySuggestions } from '#web/data/session/passkeys.ts'
import { PasskeySignIn } from '#web/features/account/passkey-sign-in.tsx'
import { SignInFields } from '#web/features/account/sign-in-fields.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { useSubmission } from './use-submission.ts'

/** `onReach` is called at the first focus, to load what comes next. */
export function SignInForm({ onReach }: { onReach: () => void }) {
  const { form, onSubmit, working, errorOf, failure } = useSubmission(
    (field) => session.login({ email: field('email'), password: field('password') }),
    m.session_sign_in_failed(),
  )
  /** The browser has one question open at a time: there are no suggestions while the button's is open. */
  const [isAsking, setIsAsking] = useState(false)
  const suggestions = usePasskeySuggestions(isAsking)
  return (
    <Card className="p-5">
      <h1 className="mb-4 text-2xl">{m.session_sign_in()}</h1>
      <form ref={form} aria-label={m.session_sign_in()} onSubmit={onSubmit} className="grid gap-4">
        <SignInFields errorOf={errorOf} onReach={onReach} suggestsPasskeys />
        {failure && <ErrorBox message={failure} />}
        <Button type="submit" busy={working}>
          {working ? m.session_signing_in() : m.session_sign_in()}
        </Button>
      </form>
      <div className="mt-4 grid grid-cols-1 gap-2">
        {suggestions.error !== undefined && <ErrorBox message={suggestions.error} />}
        <PasskeySignIn
          onReach={onReach}
          isBusy={suggestions.isPending}
          onAsking={(asks) => {
            if (asks) suggestions.forget()
            setIsAsking(asks)
          }}
        />
      </div>
    </Card>
  )
}
