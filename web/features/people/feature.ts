import { Users } from 'lucide-react'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Who comes. */
export const people = {
  icon: Users,
  tab: 'people',
  today: {
    first: {
      mayHave: () => true,
      needsPlanners: undefined,
      code: later(() => import('./today.ts')),
    },
    last: undefined,
  },
} satisfies Feature
