import type { ReactNode } from 'react'
import { NotFound } from '#web/ui/not-found.tsx'

export function TripNotFound({ menu }: { menu: ReactNode }) {
  return <NotFound sentence="Trip not found" menu={menu} />
}
