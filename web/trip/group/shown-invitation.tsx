import { joinLink } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { KnownInvitation } from '#web/data/trips/people.ts'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { dayOf } from './day-of.ts'
import { MailInvitation } from './mail-invitation.tsx'

export function ShownInvitation({ trip, made }: { trip: Trip; made: KnownInvitation }) {
  const { expires_at, max_uses } = made.invitation
  return (
    <div className="grid gap-4">
      <LinkToShare
        link={joinLink(location.origin, made.token)}
        label={m.group_invitation_link_label()}
        name={trip.name}
      />
      <MailInvitation tripId={trip.id} made={made} />
      <p className="text-sm text-muted">{validWords(dayOf(expires_at), max_uses)}</p>
    </div>
  )
}

function validWords(date: string, maxUses: number | null): string {
  return maxUses === null
    ? m.group_invitation_valid({ date })
    : m.group_invitation_valid_for({ date, max_uses: maxUses })
}
