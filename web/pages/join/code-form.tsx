import { useState } from 'react'
import { useLocation } from 'wouter'
import * as m from '#messages'
import { useDeviceCodeSignIn } from '#web/data/session/account-recovery.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { PasskeySignIn } from '#web/features/account/passkey-sign-in.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { rich } from '#web/ui/rich.ts'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/** The form for a code from another device. */
export function CodeForm({ onReach }: { onReach: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { user } = useSession()
  const [code, setCode] = useState('')
  const { send, isPending, error, failure } = useDeviceCodeSignIn()
  const { form, errorOf, isAtField } = useWrongField(failure)
  useDocumentTitle(m.session_code_title())
  if (user) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl">{m.session_signed_in_here()}</h1>
        <p className="break-words">{m.session_code_signed_in({ name: user.full_name })}</p>
        <Button onClick={() => navigate('/', { replace: true })}>{m.session_go_to_trips()}</Button>
      </div>
    )
  }
  return (
    <form
      ref={form}
      aria-label={m.session_code_title()}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) send(code)
      }}
    >
      <h1 className="text-2xl">{m.session_code_title()}</h1>
      <p>{rich(m.session_code_steps({ strong: (text) => <strong>{text}</strong> }))}</p>
      <Field label={m.session_code_label()} hint={m.session_code_hint()} error={errorOf('code')}>
        {(wiring) => (
          <input
            {...wiring}
            name="code"
            value={code}
            onChange={(event) => setCode(event.target.value)}
            onFocus={onReach}
            required
            maxLength={40}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            className={`${fieldLook} text-center font-mono text-2xl tracking-widest uppercase`}
          />
        )}
      </Field>
      {error !== undefined && !isAtField && <ErrorBox message={error} />}
      <Button type="submit" busy={isPending}>
        {isPending ? m.session_code_busy() : m.session_code_submit()}
      </Button>
      <PasskeySignIn label={m.passkeys_have_one()} onReach={onReach} />
      <a
        href="/"
        className="touch inline-flex items-center justify-self-center rounded-md px-3 text-sm text-action underline underline-offset-4"
      >
        {m.session_code_none()}
      </a>
    </form>
  )
}
