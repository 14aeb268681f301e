import { Fingerprint } from 'lucide-react'
import * as m from '#messages'
import { canUsePasskeys, loadWebauthn, usePasskeySignIn } from '#web/data/session/passkeys.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { prefetch } from '#web/ui/loading/import-with-retry.ts'

interface PasskeySignInProps {
  label?: string
  /** Called at the first focus, to load what comes next. */
  onReach?: (() => void) | undefined
  /** Called with true when it asks the browser, and with false after a failure. */
  onAsking?: (isAsking: boolean) => void
  /** Whether a passkey that the browser suggested is signing in. */
  isBusy?: boolean
}

/** The button that signs in with a passkey, as an account or a guest. Nothing where the browser can have none. */
export function PasskeySignIn({ label = m.passkeys_sign_in(), onReach, onAsking, isBusy = false }: PasskeySignInProps) {
  const { send, error, ...signingIn } = usePasskeySignIn(onAsking)
  const isPending = signingIn.isPending || isBusy
  if (!canUsePasskeys()) return null
  function reach() {
    prefetch(loadWebauthn)
    onReach?.()
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <Button
        variant="quiet"
        busy={isPending}
        onPointerEnter={reach}
        onFocus={reach}
        onClick={() => !isPending && send(undefined)}
      >
        <Fingerprint aria-hidden="true" className="size-5 shrink-0" />
        {isPending ? m.session_signing_in() : label}
      </Button>
      <p className="text-center text-sm text-balance text-muted">{m.passkeys_sign_in_what()}</p>
      {error !== undefined && <ErrorBox message={error} />}
    </div>
  )
}
