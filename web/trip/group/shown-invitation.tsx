import { joinLink } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import type { KnownInvitation } from '#web/data/trips/people.ts'
import { LinkToShare } from '#web/ui/link-to-share.tsx'
import { dayOf } from './day-of.ts'
import { MailInvitation } from './mail-invitation.tsx'

export const INVITES =
  'Anyone who opens the link can join the trip as a member with just a name. They don’t need an account.'

export function ShownInvitation({ trip, made }: { trip: Trip; made: KnownInvitation }) {
  const { expires_at, max_uses } = made.invitation
  return (
    <div className="grid gap-4">
      <LinkToShare link={joinLink(location.origin, made.token)} label="Invitation link" name={trip.name} />
      <MailInvitation tripId={trip.id} made={made} />
      <p className="text-sm text-muted">
        Valid until {dayOf(expires_at)}, for {peopleWords(max_uses)}.
      </p>
    </div>
  )
}

function peopleWords(maxUses: number | null): string {
  if (maxUses === null) return 'any number of people'
  return maxUses === 1 ? 'one person' : `up to ${maxUses} people`
}
