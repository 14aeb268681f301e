import { Suspense, useEffect, useState } from 'react'
import type { Invitation } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import { usePeopleChanges, useReplacing } from '#web/data/trips/people.ts'
import { page } from '#web/page.tsx'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { dayOf } from './day-of.ts'

const AskDialog = page(() => import('#web/ui/ask-dialog.tsx').then((module) => module.AskDialog))
const LinkDialog = page(() => import('./link-dialog.tsx').then((module) => module.LinkDialog))

interface OpenDialog {
  act: 'show' | 'replace' | 'withdraw'
  invitation: Invitation
}

/** The trip's invitations. Those that no longer work are collapsed. */
export function InvitationList({ trip, invitations }: { trip: Trip; invitations: readonly Invitation[] }) {
  const [openDialog, setOpenDialog] = useState<OpenDialog>()
  useEffect(() => void AskDialog.load(), [])
  const { error, isBusy, withdraw } = usePeopleChanges(trip.id)
  const replacing = useReplacing(trip.id, ({ invitation }) => setOpenDialog({ act: 'show', invitation }))
  const open = invitations.filter(({ state }) => state === 'open')
  const over = invitations.filter(({ state }) => state !== 'open')
  const close = () => setOpenDialog(undefined)

  function openFor(act: OpenDialog['act'], invitation: Invitation) {
    replacing.reset()
    setOpenDialog({ act, invitation })
    // The new link's dialog opens as soon as the link exists.
    if (act === 'replace') void LinkDialog.load()
  }

  return (
    <Panel title="Invitations">
      <div className="grid grid-cols-1 gap-3">
        {error !== undefined && <ErrorBox message={error} />}
        {open.length === 0 && <p className="text-muted">No open invitations.</p>}
        <ul aria-label="Open invitations" className="grid grid-cols-1 gap-3">
          {open.map((invitation) => (
            <li
              key={invitation.id}
              className="grid max-w-none grid-cols-1 gap-2 rounded-md border border-line bg-raised p-3"
            >
              <Described invitation={invitation} />
              <div className="flex flex-wrap gap-2">
                {invitation.has_link && (
                  <Button variant="quiet" onClick={() => openFor('show', invitation)}>
                    Show link
                  </Button>
                )}
                <Button variant="quiet" onClick={() => openFor('replace', invitation)}>
                  New link
                </Button>
                <Button variant="danger" busy={isBusy} onClick={() => openFor('withdraw', invitation)}>
                  Withdraw
                </Button>
              </div>
              {!invitation.has_link && (
                <p className="text-sm text-muted">
                  This link works, but it can’t be shown again. Make a new link to share it.
                </p>
              )}
            </li>
          ))}
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
      <Suspense>
        {openDialog?.act === 'show' && <LinkDialog trip={trip} invitation={openDialog.invitation} onClose={close} />}
        {openDialog?.act === 'replace' && (
          <AskDialog
            title="Make a new link?"
            description="The current link stops working. People who have joined stay."
            act={replacing.isPending ? 'Making the link...' : 'Make a new link'}
            isBusy={replacing.isPending}
            error={replacing.error}
            onAct={() => replacing.send(openDialog.invitation)}
            onClose={close}
          />
        )}
        {openDialog?.act === 'withdraw' && (
          <AskDialog
            title="Withdraw this invitation?"
            description="Its link stops working. People who have joined stay."
            act="Withdraw"
            onAct={() => {
              withdraw(openDialog.invitation)
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </Panel>
  )
}

const states = { revoked: 'Withdrawn', expired: 'Expired', used_up: 'Full' }

function Described({
  invitation: { created_by, created_at, expires_at, max_uses, uses, state },
}: {
  invitation: Invitation
}) {
  return (
    <div className="min-w-0">
      <p className="font-semibold">
        {state !== 'open' && `${states[state]} · `}
        {joinedWords(uses, max_uses)}
      </p>
      <p className="text-sm break-words text-muted">
        Made <time dateTime={created_at}>{dayOf(created_at)}</time>
        {created_by !== null && ` by ${created_by}`}
        {state === 'open' && (
          <>
            , valid until <time dateTime={expires_at}>{dayOf(expires_at)}</time>
          </>
        )}
      </p>
    </div>
  )
}

function joinedWords(uses: number, maxUses: number | null): string {
  if (maxUses !== null) return `${uses} of ${maxUses} ${maxUses === 1 ? 'has' : 'have'} joined`
  if (uses === 0) return 'No one has joined yet'
  return `${uses} ${uses === 1 ? 'has' : 'have'} joined`
}
