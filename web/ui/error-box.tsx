import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** Reports an error and announces it. `children` has room for an action, such as a button. */
export function ErrorBox({
  title,
  message,
  children,
}: {
  title?: string | undefined
  message: string
  children?: ReactNode
}) {
  return (
    <div role="alert" className="flex gap-3 rounded-md border-l-4 border-danger bg-danger-soft p-4">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
      <div className="grid min-w-0 gap-1">
        {title && <p className="sign leading-snug text-danger">{title}</p>}
        <p>{message}</p>
        {children && <div className="mt-2">{children}</div>}
      </div>
    </div>
  )
}
