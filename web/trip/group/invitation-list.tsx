import type { Invitation } from '#domain/api/people.ts'
import { type KnownInvitation, usePeopleChanges, useReplacing } from '#web/data/trips/people.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { dayOf } from './day-of.ts'

interface InvitationListProps {
  tripId: string
  invitations: readonly Invitation[]
  /** Those whose links can still be shown. */
  known: readonly KnownInvitation[]
  onShow: (invitation: KnownInvitation) => void
  onMade: (invitation: KnownInvitation) => void
}

/** By which links people come into the trip. Those that no longer open it are folded away. */
export function InvitationList({ tripId, invitations, known, onShow, onMade }: InvitationListProps) {
  const { error, isBusy, withdraw } = usePeopleChanges(tripId)
  const replacing = useReplacing(tripId, onMade)
  const open = invitations.filter(({ state }) => state === 'open')
  const over = invitations.filter(({ state }) => state !== 'open')
  const failure = error ?? replacing.error
  return (
    <Panel title="Invitations">
      <div className="grid grid-cols-1 gap-3">
        {failure !== undefined && <ErrorBox message={failure} />}
        {open.length === 0 && <p className="text-muted">No invitation is open now.</p>}
        <ul aria-label="Open invitations" className="grid grid-cols-1 gap-3">
          {open.map((invitation) => {
            const shown = known.find((each) => each.invitation.id === invitation.id)
            return (
              <li key={invitation.id} className="grid max-w-none grid-cols-1 gap-2 rounded-md border border-line bg-raised p-3">
                <Described invitation={invitation} />
                <div className="flex flex-wrap gap-2">
                  {shown ? (
                    <Button variant="quiet" onClick={() => onShow(shown)}>
                      Show link
                    </Button>
                  ) : (
                    <Button variant="quiet" busy={replacing.isPending} onClick={() => replacing.send(invitation)}>
                      New link
                    </Button>
                  )}
                  <Button variant="danger" busy={isBusy} onClick={() => withdraw(invitation)}>
                    Withdraw
                  </Button>
                </div>
                {!shown && <p className="text-sm text-muted">Only those who have its link know it. A new link takes its place.</p>}
              </li>
            )
          })}
        </ul>
        {over.length > 0 && (
          <details>
            <summary className="touch flex items-center text-sm font-semibold text-action">
              Earlier invitations ({over.length})
            </summary>
            <ul aria-label="Earlier invitations" className="grid grid-cols-1 gap-3 pt-2">
              {over.map((invitation) => (
                <li key={invitation.id} className="max-w-none border-l-2 border-line pl-3">
                  <Described invitation={invitation} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Panel>
  )
}

const states = { revoked: 'Withdrawn', expired: 'Run out', used_up: 'Used up' }

function Described({ invitation: { created_by, created_at, expires_at, most_uses, uses, state } }: { invitation: Invitation }) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">
        {state !== 'open' && `${states[state]} · `}
        {joinedWords(uses, most_uses)}
      </p>
      <p className="text-sm break-words text-muted">
        Made <time dateTime={created_at}>{dayOf(created_at)}</time>
        {created_by !== null && ` by ${created_by}`}
        {state === 'open' && (
          <>
            , good until <time dateTime={expires_at}>{dayOf(expires_at)}</time>
          </>
        )}
      </p>
    </div>
  )
}

function joinedWords(uses: number, most: number | null): string {
  if (most !== null) return `${uses} of ${most} ${most === 1 ? 'has' : 'have'} joined`
  if (uses === 0) return 'Nobody has joined yet'
  return `${uses} ${uses === 1 ? 'has' : 'have'} joined`
}
