import { canManagePeople } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { roleLabel, type Trip } from '#domain/trip.ts'
import * as m from '#messages'
import { useUser } from '#web/data/session/use-session.ts'
import { Face } from '#web/ui/face.tsx'
import { rich } from '#web/ui/rich.ts'
import { ClaimCheck, type ClaimCheckProps } from './claim-check.tsx'
import { dayOf } from './day-of.ts'
import { PersonMenu, type PersonMenuProps } from './person-menu.tsx'

interface PersonRowProps extends PersonMenuProps {
  trip: Trip
  /** The user who has already joined as the person they claim to be. */
  holder: Planner | undefined
  onName: ClaimCheckProps['onName']
  isBusy: boolean
}

/** One person: name, role and since when. Organizers can change everybody except the owner. */
export function PersonRow({
  trip,
  person,
  holder,
  companions,
  isBusy,
  onRole,
  onShare,
  onName,
  onRemove,
  onMerge,
  onHelpBack,
}: PersonRowProps) {
  const isMe = useUser().id === person.id
  const name = nameOfUser(person)
  return (
    <li className="flex max-w-none items-start gap-3 border-b border-line/60 py-2 last:border-b-0">
      <Face id={person.id} name={name} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2 leading-snug">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {isMe && <span className="text-sm text-muted">{m.group_you()}</span>}
          {person.is_guest && (
            <span className="rounded-sm border border-edge px-1.5 text-xs text-muted">{m.group_guest()}</span>
          )}
        </p>
        <p className="text-sm text-muted">
          <RoleAndTimes person={person} />
        </p>
        {canManagePeople(trip) && person.is_unconfirmed && !isMe && (
          <ClaimCheck {...{ person, holder, companions, isBusy, onName }} />
        )}
      </div>
      {canManagePeople(trip) && person.role !== 'owner' && !isMe && (
        <PersonMenu {...{ person, companions, onRole, onShare, onRemove, onMerge, onHelpBack }} />
      )}
    </li>
  )
}

/** The role, since when, and when they last opened the plan on a device. */
function RoleAndTimes({ person }: { person: Planner }) {
  const { since, opened_at } = person
  const role = person.role === 'everybody' ? '' : roleLabel(person.role)
  const joined_on = dayOf(since)
  const strong = (text: string) =>
    person.role === 'member' ? text : <span className="font-semibold text-action">{text}</span>
  const joined = (text: string) => (
    <time dateTime={since} className="whitespace-nowrap">
      {text}
    </time>
  )
  if (!opened_at) return rich(m.group_person_since({ role, joined_on, strong, joined }))
  const opened_on = dayOf(opened_at)
  const opened = (text: string) => (
    <time dateTime={opened_at} className="whitespace-nowrap">
      {text}
    </time>
  )
  return rich(m.group_person_since_opened({ role, joined_on, opened_on, strong, joined, opened }))
}
