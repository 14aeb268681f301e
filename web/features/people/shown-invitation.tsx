import { lazy, Suspense, useState } from 'react'
import { type Invitation, joinLink, type Planner } from '#domain/api/people.ts'
import { listText } from '#domain/list-text.ts'
import { nameOfUser } from '#domain/person.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useInvitationLink, usePeopleChanges } from '#web/data/trips/people.ts'
import { dayOf } from '#web/trip-core/days/day-of.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { Loading } from '#web/ui/loading.tsx'
import { endedText, joinedText } from './invitation-words.ts'
import { MailInvitation } from './mail-invitation.tsx'

const AskDialog = lazy(async () => ({
  default: (await importWithRetry(() => import('#web/ui/ask-dialog.tsx'))).AskDialog,
}))

/** More names would be longer than the rest. */
const MAX_NAMES = 8

interface ShownInvitationProps {
  trip: Trip
  invitation: Invitation
  /** The members of the trip, to say who has joined with it. */
  people: readonly Planner[]
}

/** An invitation's link and QR code, who has joined with it, and how to end it. */
export function ShownInvitation({ trip, invitation, people }: ShownInvitationProps) {
  const { token, error, isBusy, retry } = useInvitationLink(trip.id, invitation.id)
  const [isAsking, setIsAsking] = useState(false)
  const changes = usePeopleChanges(trip.id)
  const { expires_at, max_uses, state, uses } = invitation
  const names = people.filter(({ invitation_id }) => invitation_id === invitation.id).map(nameOfUser)
  const facts = (
    <div className="text-sm text-muted">
      <p role="status" className="text-base font-semibold text-text">
        {joinedText(uses, max_uses)}
      </p>
      {names.length > 0 && <p className="wrap-anywhere">{namesText(names)}</p>}
      {state === 'open' && <p>{validText(dayOf(expires_at), max_uses)}</p>}
    </div>
  )
  if (state !== 'open')
    return (
      <div className="grid gap-2">
        <p>{endedText[state]()}</p>
        {facts}
      </div>
    )
  if (token === undefined)
    return error === undefined ? (
      <Loading text={m.group_link_loading()} />
    ) : (
      <ErrorBox message={error}>
        <Button variant="quiet" busy={isBusy} onClick={retry}>
          {m.common_retry()}
        </Button>
      </ErrorBox>
    )
  return (
    <>
      <LinkToShare
        link={joinLink(location.origin, token)}
        label={m.group_invitation_link_label()}
        name={trip.name}
        scanNote={<div className="mt-2 text-center">{facts}</div>}
        note={
          <>
            <MailInvitation tripId={trip.id} made={{ invitation, token }} />
            {changes.error !== undefined && <ErrorBox message={changes.error} />}
            <Button
              variant="danger"
              className="justify-self-start"
              busy={changes.isBusy}
              onClick={() => setIsAsking(true)}
            >
              {m.group_invitation_withdraw()}
            </Button>
          </>
        }
      />
      <Suspense>
        {isAsking && (
          <AskDialog
            title={m.group_invitation_withdraw_title()}
            description={m.group_invitation_withdraw_what()}
            act={m.group_invitation_withdraw()}
            onAct={() => {
              changes.withdraw(invitation)
              setIsAsking(false)
            }}
            onClose={() => setIsAsking(false)}
          />
        )}
      </Suspense>
    </>
  )
}

function namesText(names: readonly string[]): string {
  const more = names.length - MAX_NAMES
  if (more <= 1) return listText(names)
  return m.group_invitation_joined_more({ names: listText(names.slice(0, MAX_NAMES), 'unit'), count: more })
}

function validText(date: string, maxUses: number | null): string {
  return maxUses === null
    ? m.group_invitation_valid({ date })
    : m.group_invitation_valid_for({ date, max_uses: maxUses })
}
