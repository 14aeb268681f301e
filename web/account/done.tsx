import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** What has been done, told to everybody; the place of it is there before. */
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
