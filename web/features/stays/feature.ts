import { BedDouble } from 'lucide-react'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Hotels, rental cars and ferries. They are listed among the tickets. */
export const stays = {
  icon: BedDouble,
  page: 'trip',
  tab: 'tickets',
  today: {
    first: {
      mayHave: ({ values }, phase) => phase !== 'after' && (values.stays?.length ?? 0) > 0,
      needsPlanners: undefined,
      code: later(() => import('./today.ts')),
    },
    last: undefined,
  },
  open: [],
  promises: undefined,
} satisfies Feature
