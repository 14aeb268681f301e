import { lazy, Suspense, useState } from 'react'
import { type ActivityIcon, activityIcons } from '#domain/plan/day-parts.ts'
import { patiently } from '#web/patiently.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { iconLooks } from './activity-icons.ts'

const Menu = lazy(async () => ({ default: (await patiently(() => import('#web/ui/menu.tsx'))).Menu }))

interface ActivityIconMenuProps {
  icon: ActivityIcon
  /** The activity's name. */
  name: string
  onPick: (icon: ActivityIcon) => void
}

/** The icon of an activity; pressing it offers the six. */
export function ActivityIconMenu({ icon, name, onPick }: ActivityIconMenuProps) {
  const [wanted, setWanted] = useState(false)
  const look = {
    icon: iconLooks[icon].icon,
    label: `Icon of ${name}: ${iconLooks[icon].label}`,
    title: 'Change icon',
    'data-icon': icon,
  }
  const trigger = <IconButton {...look} />
  if (!wanted) return <IconButton {...look} aria-haspopup="menu" onClick={() => setWanted(true)} />
  const items = activityIcons.map((choice) => ({ ...iconLooks[choice], onSelect: () => onPick(choice) }))
  return (
    <Suspense fallback={trigger}>
      <Menu trigger={trigger} items={items} defaultOpen />
    </Suspense>
  )
}
