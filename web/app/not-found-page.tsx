import type { ReactNode } from 'react'
import * as m from '#messages'
import { NotFound } from '#web/ui/not-found.tsx'

export function NotFoundPage({ menu }: { menu: ReactNode }) {
  return <NotFound sentence={m.account_not_found()} menu={menu} />
}
