import { type ActivityIcon, activityIcons } from '#domain/plan/day-parts.ts'
import * as m from '#messages'
import { IconButton } from '#web/ui/icon-button.tsx'
import { MenuOnPress } from '#web/ui/loading/menu-on-press.tsx'
import { iconLooks } from './activity-icons.ts'

interface ActivityIconMenuProps {
  icon: ActivityIcon
  name: string
  onPick: (icon: ActivityIcon) => void
}

export function ActivityIconMenu({ icon, name, onPick }: ActivityIconMenuProps) {
  const look = iconLooks[icon]
  return (
    <MenuOnPress
      trigger={
        <IconButton
          icon={look.icon}
          label={
            name
              ? m.days_activity_icon_label({ activity: name, icon: look.label })
              : m.days_activity_icon_label_unnamed({ icon: look.label })
          }
          title={m.days_activity_icon_change()}
          data-icon={icon}
        />
      }
      items={activityIcons.map((choice) => ({ ...iconLooks[choice], onSelect: () => onPick(choice) }))}
    />
  )
}
