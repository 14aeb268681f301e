import { Info, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  plain: 'bg-inlay',
  good: 'border border-dashed border-good bg-good-soft',
  warn: 'border border-dashed border-warn bg-warn-soft',
}
const ink = { plain: 'text-action', good: 'text-good', warn: 'text-warn' }

type NoticeProps = {
  tone?: keyof typeof tones
  /** null where the text itself says that it is a note. */
  icon?: LucideIcon | null
  /** Next to the text; below it on small screens. */
  action?: ReactNode
  children: ReactNode
}

/** A quiet banner: worth knowing, but nothing needs to be done at once. */
export function Notice({ tone = 'plain', icon: Icon = Info, action, children }: NoticeProps) {
  return (
    <div className={`flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md px-4 py-2.5 text-sm ${tones[tone]}`}>
      {Icon && <Icon aria-hidden="true" className={`size-5 shrink-0 ${ink[tone]}`} />}
      <div className="min-w-0 max-w-max flex-1 basis-40 text-pretty *:max-w-none">{children}</div>
      {action}
    </div>
  )
}
