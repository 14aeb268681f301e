import { EllipsisVertical, Eye, EyeOff, LifeBuoy, LogOut, ShieldCheck, User, UserMinus } from 'lucide-react'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import type { MembershipRole } from '#domain/trip.ts'
import { MenuOnPress } from '#web/menu-on-press.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

export interface PersonMenuProps {
  person: Planner
  companions: readonly string[]
  onRole: (personId: string, role: MembershipRole) => void
  /** Removes their access, and with `isFromList` also their entry on the list of people. */
  onRemove: (person: Planner, isFromList: boolean) => void
  onHelpBack: (guest: Planner) => void
  /** Sets whether they and the others in their party see each other's private details. */
  onShare: (person: Planner, sharesParty: boolean) => void
}

export function PersonMenu({ person, companions, onRole, onShare, onRemove, onHelpBack }: PersonMenuProps) {
  const name = nameOfUser(person)
  return (
    <MenuOnPress
      trigger={<IconButton icon={EllipsisVertical} label={`Change ${name}`} title="Change" className="-mr-2" />}
      items={[
        person.role === 'organizer'
          ? { label: 'Make member', icon: User, onSelect: () => onRole(person.id, 'member') }
          : { label: 'Make organizer', icon: ShieldCheck, onSelect: () => onRole(person.id, 'organizer') },
        ...(person.is_guest
          ? [{ label: 'Help them get back in', icon: LifeBuoy, onSelect: () => onHelpBack(person) }]
          : []),
        ...(companions.length > 0 && !person.is_unconfirmed
          ? [
              person.shares_party
                ? {
                    label: 'Hide private details from their party',
                    icon: EyeOff,
                    onSelect: () => onShare(person, false),
                  }
                : { label: 'Share private details with their party', icon: Eye, onSelect: () => onShare(person, true) },
            ]
          : []),
        { label: 'Remove access', icon: LogOut, tone: 'danger', onSelect: () => onRemove(person, false) },
        // An entry that somebody only claims is not theirs: it stays on the list when they are removed.
        ...(person.is_unconfirmed
          ? []
          : [
              {
                label: 'Remove from the trip',
                icon: UserMinus,
                tone: 'danger' as const,
                onSelect: () => onRemove(person, true),
              },
            ]),
      ]}
    />
  )
}
