import { type ReactNode, useId } from 'react'

/** A part of the page about news, named by its heading. */
export function Part({ title, className = '', children }: { title: string; className?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`grid min-w-0 grid-cols-1 content-start gap-2 ${className}`}>
      <h2 id={id} className="text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}
