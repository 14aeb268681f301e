import { lazy } from 'react'
import type { MenuItem } from '../menu.tsx'
import { importWithRetry } from './import-with-retry.ts'
import { OnPress, type Trigger } from './on-press.tsx'

const loadMenu = () => import('../menu.tsx')
const Menu = lazy(async () => ({ default: (await importWithRetry(loadMenu)).Menu }))

/** Like `OnPress`, for a menu whose items are already known. */
export function MenuOnPress({ trigger, items }: { trigger: Trigger; items: readonly MenuItem[] }) {
  return (
    <OnPress trigger={trigger} load={loadMenu}>
      <Menu trigger={trigger} items={items} defaultOpen />
    </OnPress>
  )
}
