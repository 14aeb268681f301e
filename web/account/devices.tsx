import { LogOut, MonitorSmartphone } from 'lucide-react'
import type { OpenSession } from '#domain/api/account.ts'
import { useEndingSessions, useSessions } from '#web/data/session/account.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'

export function Devices() {
  const { sessions, error } = useSessions()
  const { send, isPending, error: failure } = useEndingSessions()
  const others = sessions?.filter(({ is_this }) => !is_this) ?? []
  return (
    <Panel title="Devices" icon={MonitorSmartphone}>
      {(error ?? failure) !== undefined && <ErrorBox message={(error ?? failure) as string} />}
      {!sessions && error === undefined && <p className="text-muted">Loading...</p>}
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
          Sign out on all other devices
        </Button>
      )}
      <p className="mt-4 text-sm text-muted">
        Unsent changes on a signed-out device stay there until you sign in on it again.
      </p>
    </Panel>
  )
}

function Device({ session, isBusy, onSignOut }: { session: OpenSession; isBusy: boolean; onSignOut: () => void }) {
  const { device, began_at, seen_at, is_this } = session
  const name = device || 'Unknown device'
  return (
    <li className="flex max-w-none flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-2 first:border-t-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">
          {is_this ? 'This device' : <>Last seen {moment(seen_at)}</>}, signed in {moment(began_at)}
        </p>
      </div>
      {!is_this && (
        <Button
          variant="quiet"
          className="text-sm"
          busy={isBusy}
          aria-label={`Sign out on ${name}`}
          onClick={onSignOut}
        >
          Sign out
        </Button>
      )}
    </li>
  )
}

function moment(timestamp: string) {
  const text = new Date(timestamp).toLocaleString('en-CA', { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={timestamp}>{text}</time>
}
