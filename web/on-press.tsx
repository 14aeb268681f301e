import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'

/** A button. */
export type Trigger = ReactElement<ComponentProps<'button'>>

interface OnPressProps {
  /** The button. */
  trigger: Trigger
  /** Gets what `children` need. */
  load: () => Promise<unknown>
  /** The button with the menu that it has opened. */
  children: ReactNode
}

/** A menu that comes when somebody reaches for its button, and opens with the press that asked for it. */
export function OnPress({ trigger, load, children }: OnPressProps) {
  const [wanted, setWanted] = useState(false)
  const prefetch = () => void load()
  const opener = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: () => setWanted(true),
  })
  return wanted ? <Suspense fallback={opener}>{children}</Suspense> : opener
}
