import { EllipsisVertical, Eye, EyeOff, LifeBuoy, LogOut, ShieldCheck, User, UserMinus, Users } from 'lucide-react'
import type { Planner } from '#domain/api/people.ts'
import { nameOfUser } from '#domain/person.ts'
import type { MembershipRole } from '#domain/trip.ts'
import * as m from '#messages'
import { MenuOnPress } from '#web/loading/menu-on-press.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'

export interface PersonMenuProps {
  person: Planner
  companions: readonly string[]
  onRole: (personId: string, role: MembershipRole) => void
  /** Removes their access, and with `isFromList` also their entry on the list of people. */
  onRemove: (person: Planner, isFromList: boolean) => void
  /** Merges them with another person of the list; undefined if the current user may not. */
  onMerge: ((personId: string) => void) | undefined
  onHelpBack: (guest: Planner) => void
  /** Sets whether they and the others in their party see each other's private details. */
  onShare: (person: Planner, sharesParty: boolean) => void
}

export function PersonMenu({ person, companions, onRole, onShare, onRemove, onMerge, onHelpBack }: PersonMenuProps) {
  const name = nameOfUser(person)
  return (
    <MenuOnPress
      trigger={
        <IconButton
          icon={EllipsisVertical}
          label={m.group_menu_label({ name })}
          title={m.group_menu_title()}
          className="-mr-2"
        />
      }
      items={[
        person.role === 'organizer'
          ? { label: m.group_menu_make_member(), icon: User, onSelect: () => onRole(person.id, 'member') }
          : { label: m.group_menu_make_organizer(), icon: ShieldCheck, onSelect: () => onRole(person.id, 'organizer') },
        ...(person.is_guest
          ? [{ label: m.group_menu_help_back(), icon: LifeBuoy, onSelect: () => onHelpBack(person) }]
          : []),
        ...(companions.length > 0 && !person.is_unconfirmed
          ? [
              person.shares_party
                ? {
                    label: m.group_menu_hide_private(),
                    icon: EyeOff,
                    onSelect: () => onShare(person, false),
                  }
                : { label: m.group_menu_share_private(), icon: Eye, onSelect: () => onShare(person, true) },
            ]
          : []),
        // A claim is decided first: it says which person they are.
        ...(onMerge && !person.is_unconfirmed
          ? [{ label: m.group_menu_merge(), icon: Users, onSelect: () => onMerge(person.person_id) }]
          : []),
        { label: m.group_remove_access(), icon: LogOut, tone: 'danger', onSelect: () => onRemove(person, false) },
        // An entry that somebody only claims is not theirs: it stays on the list when they are removed.
        ...(person.is_unconfirmed
          ? []
          : [
              {
                label: m.group_remove_from_trip(),
                icon: UserMinus,
                tone: 'danger' as const,
                onSelect: () => onRemove(person, true),
              },
            ]),
      ]}
    />
  )
}
