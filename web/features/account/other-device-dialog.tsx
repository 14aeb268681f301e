import { type ReactNode, useEffect, useId, useState } from 'react'
import { canHavePersonalLink } from '#domain/access.ts'
import { DEVICE_CODE_MINUTES, showDeviceCode } from '#domain/device-code.ts'
import { CODE_PATH } from '#domain/sign-in-links.ts'
import * as m from '#messages'
import { useDeviceCode } from '#web/data/session/other-devices.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { rich } from '#web/ui/rich.ts'
import { Passkeys } from './passkeys.tsx'
import { PersonalLink } from './personal-link.tsx'

/** Lets a person sign in on another device: by a code, and a guest also by a link. */
export function OtherDeviceDialog({ onClose }: { onClose: () => void }) {
  const user = useUser()
  const id = useId()
  const { made, error, isPending, renew } = useDeviceCode()
  const again = (
    <Button variant="quiet" busy={isPending} onClick={renew}>
      {m.account_code_another()}
    </Button>
  )
  return (
    <Modal
      open
      onClose={onClose}
      title={m.account_code_title()}
      description={m.account_code_what()}
      footer={
        <div className="flex justify-end">
          <Button variant="quiet" onClick={onClose}>
            {m.common_done()}
          </Button>
        </div>
      }
    >
      <div className="grid grid-cols-1 gap-6">
        {error !== undefined && <ErrorBox message={error}>{again}</ErrorBox>}
        {!made && error === undefined && <Loading text={m.account_code_loading()} className="min-h-58" />}
        {made && error === undefined && <Code key={made.code} {...made} again={again} />}
        {canHavePersonalLink(user) && (
          <section aria-labelledby={id} className="grid grid-cols-1 gap-3 border-t border-line pt-5">
            <h3 id={id} className="text-lg">
              {m.passkeys_guest_title()}
            </h3>
            <Passkeys email={null} what={m.passkeys_guest_what()} />
          </section>
        )}
        {canHavePersonalLink(user) && <PersonalLink />}
      </div>
    </Modal>
  )
}

function Code({ code, until, again }: { code: string; until: number; again: ReactNode }) {
  const isExpired = useHasPassed(until)
  const end = new Date(until)
  return (
    <div className="grid grid-cols-1 gap-4 sm:grid-cols-[1fr_11rem]">
      <div className="grid grid-cols-1 content-start gap-3">
        {isExpired ? (
          <p role="status">{m.account_code_expired()}</p>
        ) : (
          <>
            <p
              role="status"
              aria-label={m.account_code_is_label({ code: [...code].join(' ') })}
              className="rounded-md border border-edge bg-raised px-2 py-4 text-center font-mono text-3xl font-semibold tracking-wider"
            >
              {showDeviceCode(code)}
            </p>
            <p className="text-sm text-muted">
              {rich(
                m.account_code_until({
                  until: end.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }),
                  time: (text) => <time dateTime={end.toISOString()}>{text}</time>,
                  minutes: DEVICE_CODE_MINUTES,
                }),
              )}
            </p>
          </>
        )}
        <p>
          {rich(
            m.account_code_address({
              address: location.host + CODE_PATH,
              strong: (text) => <strong className="wrap-anywhere">{text}</strong>,
            }),
          )}
        </p>
        {isExpired && again}
      </div>
      <figure className="mx-auto w-44 max-w-full">
        <QrCode text={location.origin + CODE_PATH} label={m.account_code_qr_label()} />
        <figcaption className="mt-1 text-center text-sm text-muted">{m.account_code_qr_caption()}</figcaption>
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
