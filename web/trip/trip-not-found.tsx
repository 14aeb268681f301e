import type { ReactNode } from 'react'
import { NotFound } from '#web/ui/not-found.tsx'

/** In the place of a trip that the server has answered without one. */
export function TripNotFound({ menu }: { menu: ReactNode }) {
  return <NotFound sentence="Trip not found" menu={menu} />
}
