import type { ReactNode } from 'react'

/** The drawing of an empty screen: a few pen strokes (`drawings/`), one in the accent colour. Decorative only. */
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
