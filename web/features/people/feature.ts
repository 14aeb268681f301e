import { Users } from 'lucide-react'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Who comes. */
export const people = {
  icon: Users,
  page: 'group',
  tab: 'people',
  today: {
    first: {
      mayHave: () => true,
      needsPlanners: undefined,
      code: later(() => import('./today.ts')),
    },
    last: undefined,
  },
  open: [
    {
      // The card says it beside their faces.
      isBegun: () => false,
      isLarge: false,
      needsPlanners: undefined,
      code: later(() => import('./answers-open.ts')),
    },
    {
      isBegun: ({ claimants }) => claimants > 0,
      isLarge: false,
      needsPlanners: undefined,
      code: later(() => import('./claimants-open.ts')),
    },
  ],
  promises: undefined,
} satisfies Feature
