import type { ReactNode } from 'react'

/**
 * The place of a background: it fills the window behind the page, and fades out downwards into the page's colour.
 * `isQuiet`: behind content, where it is faint below the header.
 */
export function BackdropFrame({ isQuiet = false, children }: { isQuiet?: boolean; children: ReactNode }) {
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 -z-10 h-lvh bg-page print:hidden">
      <div data-quiet={isQuiet || undefined} className="relative h-full overflow-hidden fading-out">
        {children}
      </div>
    </div>
  )
}
