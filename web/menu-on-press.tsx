import { lazy } from 'react'
import { OnPress, type Trigger } from './on-press.tsx'
import { patiently } from './patiently.ts'
import type { MenuItem } from './ui/menu.tsx'

const loadMenu = () => patiently(() => import('./ui/menu.tsx'))
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

/** As `OnPress`, of items that are known. */
export function MenuOnPress({ trigger, items }: { trigger: Trigger; items: readonly MenuItem[] }) {
  return (
    <OnPress trigger={trigger} load={loadMenu}>
      <Menu trigger={trigger} items={items} defaultOpen />
    </OnPress>
  )
}
