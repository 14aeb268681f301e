import { BadgeCheck, EllipsisVertical, LifeBuoy, ShieldCheck, User, UserMinus, UserX } from 'lucide-react'
import { canManagePeople } from '#domain/access.ts'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import { type PassRole, roleLabels, type Trip } from '#domain/trip.ts'
import { useUser } from '#web/data/session/use-session.ts'
import { Face } from '#web/ui/face.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { dayOf } from './day-of.ts'

interface PersonRowProps {
  trip: Trip
  person: Planner
  onRole: (personId: string, role: PassRole) => void
  /** Says whether they are whom of the list they have said to be. */
  onName: (person: Planner, isRight: boolean) => void
  onTakeOut: (person: Planner) => void
  onHelpBack: (guest: Planner) => void
}

/** One person: who, in which role, since when. Organizers change what others are, but for the owner. */
export function PersonRow({ trip, person, onRole, onName, onTakeOut, onHelpBack }: PersonRowProps) {
  const isMe = useUser().id === person.id
  const name = nameOfUser(person)
  const role = person.role === 'everybody' ? undefined : roleLabels[person.role]
  const since = (
    <>
      since{' '}
      <time dateTime={person.since} className="whitespace-nowrap">
        {dayOf(person.since)}
      </time>
    </>
  )
  return (
    <li className="flex max-w-none items-center gap-3 border-b border-line/60 py-2 last:border-b-0">
      <Face id={person.id} name={name} />
      <div className="min-w-0 grow">
        <p className="flex flex-wrap items-baseline gap-x-2 leading-snug">
          <span className="min-w-0 font-semibold break-words">{name}</span>
          {isMe && <span className="text-sm text-muted">you</span>}
          {person.is_guest && <span className="rounded-sm border border-edge px-1.5 text-xs text-muted">guest</span>}
        </p>
        <p className="text-sm text-muted">
          {person.role === 'member' ? role : <span className="font-semibold text-action">{role}</span>} · {since}
          {person.opened_at && (
            <>
              {' '}
              · has the plan of{' '}
              <time dateTime={person.opened_at} className="whitespace-nowrap">
                {dayOf(person.opened_at)}
              </time>
            </>
          )}
        </p>
        {canManagePeople(trip) && person.is_unconfirmed && (
          <p className="text-sm">Says to be {name} of the list. Do you know them? Their menu confirms it.</p>
        )}
      </div>
      {canManagePeople(trip) && person.role !== 'owner' && !isMe && (
        <Menu
          trigger={<IconButton icon={EllipsisVertical} label={`Change ${name}`} title="Change" className="-mr-2" />}
          items={[
            person.role === 'organizer'
              ? { label: 'Make member', icon: User, onSelect: () => onRole(person.id, 'member') }
              : { label: 'Make organizer', icon: ShieldCheck, onSelect: () => onRole(person.id, 'organizer') },
            ...(person.is_unconfirmed
              ? [
                  { label: `This is ${name}`, icon: BadgeCheck, onSelect: () => onName(person, true) },
                  { label: `This is not ${name}`, icon: UserX, onSelect: () => onName(person, false) },
                ]
              : []),
            ...(person.is_guest ? [{ label: 'Help to get back in', icon: LifeBuoy, onSelect: () => onHelpBack(person) }] : []),
            { label: 'Take out of the trip', icon: UserMinus, tone: 'danger', onSelect: () => onTakeOut(person) },
          ]}
        />
      )}
    </li>
  )
}
