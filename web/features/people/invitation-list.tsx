import { Suspense, useEffect, useState } from 'react'
import type { Invitation } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { usePeopleChanges, useReplacing } from '#web/data/trips/people.ts'
import { dayOf } from '#web/trip-core/days/day-of.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { page } from '#web/ui/loading/page.tsx'
import { rich } from '#web/ui/rich.ts'
import { joinedText } from './invitation-words.ts'

const AskDialog = page(() => import('#web/ui/ask-dialog.tsx').then((module) => module.AskDialog))
const InviteDialog = page(() => import('./invite-dialog.tsx').then((module) => module.InviteDialog))

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
    if (act === 'replace') void InviteDialog.load()
  }

  return (
    <>
      <div className="grid grid-cols-1 gap-3">
        {error !== undefined && <ErrorBox message={error} />}
        {open.length === 0 && <p className="text-muted">{m.group_invitations_none()}</p>}
        <ul aria-label={m.group_invitations_open()} className="grid grid-cols-1 gap-3">
          {open.map((invitation) => (
            <li
              key={invitation.id}
              className="grid max-w-none grid-cols-1 gap-2 rounded-md border border-line bg-raised p-3"
            >
              <Described invitation={invitation} />
              <div className="flex flex-wrap gap-2">
                {invitation.has_link && (
                  <Button variant="quiet" onClick={() => openFor('show', invitation)}>
                    {m.group_invitation_show_link()}
                  </Button>
                )}
                <Button variant="quiet" onClick={() => openFor('replace', invitation)}>
                  {m.group_invitation_new_link()}
                </Button>
                <Button variant="danger" busy={isBusy} onClick={() => openFor('withdraw', invitation)}>
                  {m.group_invitation_withdraw()}
                </Button>
              </div>
              {!invitation.has_link && <p className="text-sm text-muted">{m.group_invitation_link_unknown()}</p>}
            </li>
          ))}
        </ul>
        {over.length > 0 && (
          <details>
            <summary className="touch flex items-center text-sm font-semibold text-action">
              {m.group_invitations_earlier_count({ count: over.length })}
            </summary>
            <ul aria-label={m.group_invitations_earlier()} className="grid grid-cols-1 gap-3 pt-2">
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
        {openDialog?.act === 'show' && <InviteDialog trip={trip} invitation={openDialog.invitation} onClose={close} />}
        {openDialog?.act === 'replace' && (
          <AskDialog
            title={m.group_invitation_replace_title()}
            description={m.group_invitation_replace_what()}
            act={replacing.isPending ? m.group_link_making() : m.group_invitation_replace_submit()}
            isBusy={replacing.isPending}
            error={replacing.error}
            onAct={() => replacing.send(openDialog.invitation)}
            onClose={close}
          />
        )}
        {openDialog?.act === 'withdraw' && (
          <AskDialog
            title={m.group_invitation_withdraw_title()}
            description={m.group_invitation_withdraw_what()}
            act={m.group_invitation_withdraw()}
            onAct={() => {
              withdraw(openDialog.invitation)
              close()
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}

const states = {
  revoked: m.group_invitation_revoked(),
  expired: m.group_invitation_expired(),
  used_up: m.group_invitation_used_up(),
}

function Described({ invitation }: { invitation: Invitation }) {
  const { max_uses, uses, state } = invitation
  return (
    <div className="min-w-0">
      <p className="font-semibold">
        {state !== 'open' && `${states[state]} · `}
        {joinedText(uses, max_uses)}
      </p>
      <p className="text-sm break-words text-muted">
        <Made invitation={invitation} />
      </p>
    </div>
  )
}

/** When it was made and by whom; for an open one also until when it is valid. */
function Made({ invitation: { created_by: by, created_at, expires_at, state } }: { invitation: Invitation }) {
  const made_on = dayOf(created_at)
  const valid_until = dayOf(expires_at)
  const made = (text: string) => <time dateTime={created_at}>{text}</time>
  const until = (text: string) => <time dateTime={expires_at}>{text}</time>
  if (state !== 'open')
    return by === null
      ? rich(m.group_invitation_made({ made_on, made }))
      : rich(m.group_invitation_made_by({ by, made_on, made }))
  return by === null
    ? rich(m.group_invitation_made_open({ made_on, valid_until, made, until }))
    : rich(m.group_invitation_made_open_by({ by, made_on, valid_until, made, until }))
}
