import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCode } from '#web/data/session/account-recovery.ts'
import { useSession } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Field, fieldLook } from '#web/ui/field.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { useWrongField } from '#web/ui/use-wrong-field.ts'

/** Takes the code that another device shows. */
export function CodeForm({ onReach }: { onReach: (() => void) | undefined }) {
  const [, navigate] = useLocation()
  const { user } = useSession()
  const [code, setCode] = useState('')
  const { send, isPending, error, failure } = useCode()
  const { form, errorOf, isAtField } = useWrongField(failure)
  useDocumentTitle('Code from another device')
  if (user) {
    return (
      <div className="grid gap-4">
        <h1 className="text-2xl">You are signed in here</h1>
        <p className="break-words">
          On this device you are {user.full_name}. To sign in as someone else with a code, sign out first.
        </p>
        <Button onClick={() => navigate('/', { replace: true })}>Go to your trips</Button>
      </div>
    )
  }
  return (
    <form
      ref={form}
      aria-label="Code from another device"
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isPending) send(code)
      }}
    >
      <h1 className="text-2xl">Code from another device</h1>
      <p>
        On a device where you’re already signed in, open the menu under your name, choose{' '}
        <strong>Use on another device</strong>, and enter the code it shows.
      </p>
      <Field label="Code" hint="8 letters and digits" error={errorOf('code')}>
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
        {isPending ? 'Coming in...' : 'Come in'}
      </Button>
      <a
        href="/"
        className="touch inline-flex items-center justify-self-center rounded-md px-3 text-sm text-action underline underline-offset-4"
      >
        I have no code
      </a>
    </form>
  )
}
