import type { ReactNode } from 'react'
import { Link } from 'wouter'
import * as m from '#messages'
import { Wordmark } from './wordmark.tsx'

export function PageHeader({ menu }: { menu: ReactNode }) {
  return (
    <header className="mx-auto flex w-full max-w-6xl items-center justify-between gap-4 px-4 py-3">
      <Link href="/" aria-label={m.common_header_home_label()} className="touch inline-flex items-center rounded-md">
        <Wordmark />
      </Link>
      {menu}
    </header>
  )
}
