import { type ComponentProps, cloneElement, type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { prefetch } from './import-with-retry.ts'

export type Trigger = ReactElement<ComponentProps<'button'>>

interface OnPressProps {
  trigger: Trigger
  /** Loads what `children` need. */
  load: () => Promise<unknown>
  children: ReactNode
}

/** A menu whose code loads when somebody reaches for its button. It opens with the press that requested it. */
export function OnPress({ trigger, load, children }: OnPressProps) {
  const [isRequested, setIsRequested] = useState(false)
  const reach = () => prefetch(load)
  const opener = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onPointerEnter: reach,
    onFocus: reach,
    onClick: () => setIsRequested(true),
  })
  return isRequested ? <Suspense fallback={opener}>{children}</Suspense> : opener
}
