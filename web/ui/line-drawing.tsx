import type { ReactNode } from 'react'

/** A drawing of an empty screen: a few strokes of a pen (`drawings/`), one of them in the accent. Decoration only. */
export function LineDrawing({ children, className = 'size-32' }: { children: ReactNode; className?: string }) {
  return (
    <svg
      viewBox="0 0 120 120"
      aria-hidden="true"
      className={`stroke-action ${className}`}
      fill="none"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}
