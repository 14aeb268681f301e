import { BedDouble, CarFront } from 'lucide-react'
import { needsMembersIn } from '#web/trip-core/derived/people.ts'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Who rides with whom. */
export const rides = {
  icon: CarFront,
  tab: 'rides',
  today: {
    first: {
      mayHave: () => true,
      needsPlanners: needsMembersIn('rides'),
      code: later(() => import('./today.ts')),
    },
    last: undefined,
  },
} satisfies Feature

/** Who sleeps where. */
export const beds = {
  icon: BedDouble,
  tab: 'rides',
  today: {
    first: undefined,
    last: {
      mayHave: ({ values }) => (values.beds?.beds.length ?? 0) > 0,
      needsPlanners: needsMembersIn('beds'),
      code: later(() => import('./beds-today-late.ts')),
    },
  },
} satisfies Feature
