import { type ReactNode, useId } from 'react'
import * as m from '#messages'

interface GearCardProps {
  title: string
  /** How many of its items are done; undefined to show nothing. */
  progress: { done: number; total: number } | undefined
  /** What is said about them; otherwise '2 of 5'. */
  words?: string
  children: ReactNode
}

/** A category with its items. */
export function GearCard({ title, progress, words, children }: GearCardProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="mb-4 unsplit-card break-inside-avoid-column card">
      <h3 id={heading} className="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2.5 text-lg">
        <span className="min-w-0 grow basis-28 wrap-anywhere">{title}</span>
        {progress && progress.total > 0 && (
          <span
            className={`shrink-0 font-sans text-sm font-normal tabular-nums ${progress.done === progress.total ? 'text-good' : 'text-muted'}`}
          >
            {words ?? m.shopping_count_progress(progress)}
          </span>
        )}
      </h3>
      <ul aria-labelledby={heading} className="px-4 py-1">
        {children}
      </ul>
    </section>
  )
}
