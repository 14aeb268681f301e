import { EllipsisVertical, LifeBuoy, ShieldCheck, User, UserMinus } from 'lucide-react'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import type { PassRole } from '#domain/trip.ts'
import { MenuOnPress } from '#web/menu-on-press.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

export interface PersonMenuProps {
  person: Planner
  onRole: (personId: string, role: PassRole) => void
  onTakeOut: (person: Planner) => void
  onHelpBack: (guest: Planner) => void
}

/** What an organizer can do about a person. */
export function PersonMenu({ person, onRole, onTakeOut, onHelpBack }: PersonMenuProps) {
  const name = nameOfUser(person)
  return (
    <MenuOnPress
      trigger={<IconButton icon={EllipsisVertical} label={`Change ${name}`} title="Change" className="-mr-2" />}
      items={[
        person.role === 'organizer'
          ? { label: 'Make member', icon: User, onSelect: () => onRole(person.id, 'member') }
          : { label: 'Make organizer', icon: ShieldCheck, onSelect: () => onRole(person.id, 'organizer') },
        ...(person.is_guest ? [{ label: 'Help to get back in', icon: LifeBuoy, onSelect: () => onHelpBack(person) }] : []),
        { label: 'Take out of the trip', icon: UserMinus, tone: 'danger', onSelect: () => onTakeOut(person) },
      ]}
    />
  )
}
