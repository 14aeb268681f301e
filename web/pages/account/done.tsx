import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** Confirms and announces an action. Render it before there is a message, so that the live region exists. */
export function Done({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <p role="status" className="flex items-center gap-1.5 text-sm text-good">
      {children && (
        <>
          <Icon aria-hidden="true" className="size-4 shrink-0" />
          {children}
        </>
      )}
    </p>
  )
}
