import type { ReactNode } from 'react'
import * as m from '#messages'
import { errorText } from '#web/data/http/error-text.ts'
import { usePush } from '#web/data/push/use-push.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { momentOf } from '#web/ui/moment-of.ts'
import { Part } from './part.tsx'

/** Whether this device gets notifications, why it cannot, and what works instead. */
export function PushPart() {
  const push = usePush()
  const others = push.data?.devices.filter(({ is_this }) => !is_this) ?? []
  return (
    <Part title={m.notices_push_title()} className="justify-items-start">
      <ThisDevice {...push} />
      {others.length > 0 && (
        <>
          <h3 className="mt-2 text-base">{m.notices_push_others()}</h3>
          <ul className="list-disc pl-5 text-sm">
            {others.map(({ id, device, failed_since }) => {
              const name = device || m.notices_push_device_unknown()
              return (
                <li key={id} className="wrap-anywhere">
                  {failed_since ? m.notices_push_device_failed({ device: name, when: momentOf(failed_since) }) : name}
                </li>
              )
            })}
          </ul>
        </>
      )}
    </Part>
  )
}

function ThisDevice(push: ReturnType<typeof usePush>) {
  const { data, error, retry, support, isDenied, isOn, wasDismissed, turningOn, turningOff } = push
  const isOnline = useIsOnline()
  if (support === 'home_screen') return <p>{m.notices_push_home_screen()}</p>
  if (support === 'none') return <p>{m.notices_push_unsupported()}</p>
  const offline = <p className="text-sm text-muted">{m.notices_push_offline()}</p>
  const stillOn = turningOff.error && (
    <ErrorBox message={m.notices_push_off_failed()}>
      <Button variant="quiet" busy={turningOff.isPending} onClick={() => turningOff.send()}>
        {m.common_retry()}
      </Button>
    </ErrorBox>
  )
  if (data?.public_key === null) return <p>{m.notices_push_no_server()}</p>
  if (isOn) {
    const failedSince = data?.devices.find(({ is_this }) => is_this)?.failed_since
    return (
      <>
        <Status>{m.notices_push_on()}</Status>
        {failedSince && <p className="text-sm">{m.notices_push_failing({ when: momentOf(failedSince) })}</p>}
        <Button variant="quiet" busy={turningOff.isPending} onClick={() => turningOff.send()}>
          {m.notices_push_turn_off()}
        </Button>
      </>
    )
  }
  if (stillOn) return stillOn
  if (isDenied && !wasDismissed) return <Status>{m.notices_push_denied()}</Status>
  if (!data && !isOnline) return offline
  if (!data && error)
    return (
      <ErrorBox message={m.notices_push_load_failed()}>
        <Button variant="quiet" onClick={retry}>
          {m.common_retry()}
        </Button>
      </ErrorBox>
    )
  const key = data?.public_key
  return (
    <>
      <p>{m.notices_push_explain()}</p>
      {isOnline ? (
        <Button busy={turningOn.isPending || !key} onClick={() => key && turningOn.send(key)}>
          {m.notices_push_turn_on()}
        </Button>
      ) : (
        offline
      )}
      {wasDismissed && <Status>{m.notices_push_dismissed()}</Status>}
      {turningOn.error && <ErrorBox message={errorText(turningOn.error, m.notices_push_failed()) ?? ''} />}
    </>
  )
}

const Status = ({ children }: { children: ReactNode }) => <p role="status">{children}</p>
