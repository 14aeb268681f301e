import { LogOut, MonitorSmartphone } from 'lucide-react'
import type { OpenSession } from '#domain/api/account.ts'
import * as m from '#messages'
import { useEndingSessions, useSessions } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { rich } from '#web/ui/rich.ts'

export function Devices() {
  const { sessions, error } = useSessions()
  const { send, isPending, error: failure } = useEndingSessions()
  const others = sessions?.filter(({ is_this }) => !is_this) ?? []
  return (
    <Panel title={m.account_devices_title()} icon={MonitorSmartphone}>
      {(error ?? failure) !== undefined && <ErrorBox message={(error ?? failure) as string} />}
      {!sessions && error === undefined && <p className="text-muted">{m.common_loading()}</p>}
      {sessions && (
        <ul className="grid">
          {sessions.map((entry) => (
            <Device key={entry.key} session={entry} isBusy={isPending} onSignOut={() => send(entry.key)} />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <Button variant="danger" className="mt-4" busy={isPending} onClick={() => send('all others')}>
          <LogOut aria-hidden="true" className="size-5" />
          {m.account_devices_sign_out_others()}
        </Button>
      )}
      <p className="mt-4 text-sm text-muted">{m.account_devices_unsent()}</p>
    </Panel>
  )
}

function Device({ session, isBusy, onSignOut }: { session: OpenSession; isBusy: boolean; onSignOut: () => void }) {
  const { device, began_at, seen_at, is_this } = session
  const name = device || m.account_device_unknown()
  return (
    <li className="flex max-w-none flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">
          {is_this
            ? rich(
                m.account_device_this({
                  began_at: moment(began_at),
                  began: (text) => <time dateTime={began_at}>{text}</time>,
                }),
              )
            : rich(
                m.account_device_last_seen({
                  seen_at: moment(seen_at),
                  seen: (text) => <time dateTime={seen_at}>{text}</time>,
                  began_at: moment(began_at),
                  began: (text) => <time dateTime={began_at}>{text}</time>,
                }),
              )}
        </p>
      </div>
      {!is_this && (
        <Button
          variant="quiet"
          className="text-sm"
          busy={isBusy}
          aria-label={m.account_device_sign_out_label({ device: name })}
          onClick={onSignOut}
        >
          {m.account_device_sign_out()}
        </Button>
      )}
    </li>
  )
}

function moment(timestamp: string): string {
  return new Date(timestamp).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })
}
