import { Ticket } from 'lucide-react'
import type { Feature } from '#web/trip-core/feature.ts'
import { later } from '#web/ui/loading/use-loaded.ts'

/** Tickets and bookings. Their tab has the documents too. */
export const tickets = {
  icon: Ticket,
  page: 'trip',
  tab: 'tickets',
  today: {
    first: {
      mayHave: () => true,
      needsPlanners: undefined,
      code: later(() => import('./today.ts')),
    },
    last: undefined,
  },
  open: [],
  promises: undefined,
} satisfies Feature
