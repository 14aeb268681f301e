import type { LucideIcon } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type PanelProps = {
  title: string
  icon?: LucideIcon
  /** To the right of the heading: a button, or the save state. */
  actions?: ReactNode
  level?: 2 | 3 | 4
  /** Ranks below the cards of a page: tips, for example. */
  isQuiet?: boolean
  className?: string
  children: ReactNode
}

export function Panel({
  title,
  icon: Icon,
  actions,
  level = 2,
  isQuiet = false,
  className = '',
  children,
}: PanelProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id} className={`${isQuiet ? 'inlay' : 'card'} p-5 ${className}`}>
      <header className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Heading id={id} className={`flex grow items-center gap-3 ${isQuiet ? 'text-base' : 'text-lg'}`}>
          {Icon && (
            <Icon aria-hidden="true" className={`size-5.5 shrink-0 ${isQuiet ? 'text-muted' : 'text-accent'}`} />
          )}
          {title}
        </Heading>
        {actions}
      </header>
      {children}
    </section>
  )
}
