import type { ReactNode } from 'react'
import { NotFound } from '#web/ui/not-found.tsx'

export function NotFoundPage({ menu }: { menu: ReactNode }) {
  return <NotFound sentence="Page not found" menu={menu} />
}
