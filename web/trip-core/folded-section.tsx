import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useIsWide } from './use-media.ts'

interface FoldedSectionProps {
  title: string
  /** How much is inside, beside the title of a folded section. */
  count?: number
  children: ReactNode
}

/** A section at the end of the page, within a card: folded on a phone. Its children stay mounted while it is folded. */
export function FoldedSection({ title, count = 0, children }: FoldedSectionProps) {
  const isWide = useIsWide()
  const [pressed, setPressed] = useState<boolean>()
  const isOpen = pressed ?? isWide
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-line not-first:border-t">
      <h2 className="text-lg">
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          aria-label={title}
          onClick={() => setPressed(!isOpen)}
          className="touch flex w-full items-center gap-2.5 rounded-lg px-4 py-2.5 sm:px-5 text-left -outline-offset-3 hover:bg-action-soft"
        >
          <span className="min-w-0 grow wrap-anywhere">{title}</span>
          {!isOpen && count > 0 && <span className="text-base font-normal text-muted tabular-nums">{count}</span>}
          <ChevronDown
            aria-hidden="true"
            className={`size-5 shrink-0 text-action transition-transform ${isOpen ? 'rotate-180' : ''}`}
          />
        </button>
      </h2>
      <div hidden={!isOpen} className="px-4 pt-1 pb-4 sm:px-5 sm:pb-5">
        {children}
      </div>
    </section>
  )
}
