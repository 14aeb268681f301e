import { type ReactNode, useEffect, useState } from 'react'
import { canHavePersonalLink } from '#domain/access.ts'
import { DEVICE_CODE_MINUTES, showDeviceCode } from '#domain/device-code.ts'
import { CODE_PATH } from '#domain/sign-in-links.ts'
import { useDeviceCode } from '#web/data/session/other-devices.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { PersonalLink } from './personal-link.tsx'

/** Lets a person sign in on another device: by a code, and a guest also by a link. */
export function OtherDeviceDialog({ onClose }: { onClose: () => void }) {
  const { made, error, isPending, renew } = useDeviceCode()
  const again = (
    <Button variant="quiet" busy={isPending} onClick={renew}>
      Show a new code
    </Button>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title="Use on another device"
      description="Type this code on the other device to sign in there as you."
      footer={
        <div className="flex justify-end">
          <Button variant="quiet" onClick={onClose}>
            Done
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {error !== undefined && <ErrorBox message={error}>{again}</ErrorBox>}
        {!made && error === undefined && <Loading text="Making a code..." className="min-h-58" />}
        {made && error === undefined && <Code key={made.code} {...made} again={again} />}
        {canHavePersonalLink(useUser()) && <PersonalLink />}
      </div>
    </Modal>
  )
}

function Code({ code, until, again }: { code: string; until: number; again: ReactNode }) {
  const isExpired = useHasPassed(until)
  const end = new Date(until)
  return (
    <div className="grid gap-4 sm:grid-cols-[1fr_11rem]">
      <div className="grid content-start gap-3">
        {isExpired ? (
          <p role="status">The code has expired.</p>
        ) : (
          <>
            <p
              role="status"
              aria-label={`The code is ${[...code].join(' ')}`}
              className="rounded-md border border-edge bg-raised px-2 py-4 text-center font-mono text-3xl font-semibold tracking-wider whitespace-nowrap"
            >
              {showDeviceCode(code)}
            </p>
            <p className="text-sm text-muted">
              Good once, until{' '}
              <time dateTime={end.toISOString()}>
                {end.toLocaleTimeString('en-CA', { hour: 'numeric', minute: '2-digit' })}
              </time>{' '}
              ({DEVICE_CODE_MINUTES} minutes).
            </p>
          </>
        )}
        <p>
          On the other device open <strong className="break-words">{location.host + CODE_PATH}</strong>, or scan the QR
          code.
        </p>
        {isExpired && again}
      </div>
      <figure className="mx-auto w-44">
        <QrCode text={location.origin + CODE_PATH} label="QR code of the page for entering the code" />
        <figcaption className="mt-1 text-center text-sm text-muted">Opens the page for entering the code</figcaption>
      </figure>
    </div>
  )
}

function useHasPassed(at: number): boolean {
  const [hasPassed, setHasPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), at - Date.now())
    return () => clearTimeout(timer)
  }, [at])
  return hasPassed
}
