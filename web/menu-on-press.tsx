import { type ComponentProps, cloneElement, lazy, type ReactElement, Suspense, useState } from 'react'
import { patiently } from './patiently.ts'
import type { MenuItem } from './ui/menu.tsx'

const loadMenu = () => patiently(() => import('./ui/menu.tsx'))
const Menu = lazy(async () => ({ default: (await loadMenu()).Menu }))

interface MenuOnPressProps {
  /** The button from which it hangs. */
  trigger: ReactElement<ComponentProps<'button'>>
  items: readonly MenuItem[]
}

/** A menu that comes when somebody reaches for its button, and opens with the press that asked for it. */
export function MenuOnPress({ trigger, items }: MenuOnPressProps) {
  const [wanted, setWanted] = useState(false)
  const prefetch = () => void loadMenu()
  const opener = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => setWanted(true),
  })
  if (!wanted) return opener
  return (
    <Suspense fallback={opener}>
      <Menu trigger={trigger} items={items} defaultOpen />
    </Suspense>
  )
}
