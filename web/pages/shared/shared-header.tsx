import type { ReactNode } from 'react'
import { Link } from 'wouter'
import * as m from '#messages'
import { TruncatedName } from '#web/ui/cut-name.tsx'
import { Waymark } from '#web/ui/wordmark.tsx'

export function SharedHeader({ name, menu }: { name?: string; menu: ReactNode }) {
  return (
    <header className="safe-bar sticky top-0 z-25 border-b border-line bg-surface">
      <div className="mx-auto flex max-w-6xl items-center gap-2 px-2 py-1.5">
        <Link href="/" aria-label={m.sharing_home_label()} className="touch inline-grid place-items-center rounded-md">
          <Waymark className="size-8" />
        </Link>
        <div className="min-w-0 grow">{name !== undefined && <TruncatedName name={name} />}</div>
        {menu}
      </div>
    </header>
  )
}
