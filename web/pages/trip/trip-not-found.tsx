import type { ReactNode } from 'react'
import * as m from '#messages'
import { NotFound } from '#web/ui/not-found.tsx'

export function TripNotFound({ menu }: { menu: ReactNode }) {
  return <NotFound sentence={m.plan_not_found()} menu={menu} />
}
