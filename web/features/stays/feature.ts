import { BedDouble } from 'lucide-react'
import type { Feature } from '#web/trip-core/feature.ts'

/** Hotels, hired cars and ferries. They are listed among the tickets. */
export const stays = {
  icon: BedDouble,
  page: 'trip',
  tab: 'tickets',
  today: { first: undefined, last: undefined },
  open: [],
  promises: undefined,
} satisfies Feature
