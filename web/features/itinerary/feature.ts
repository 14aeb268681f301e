import { CalendarDays } from 'lucide-react'
import * as m from '#messages'
import type { Feature } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'
import { later } from '#web/ui/loading/use-loaded.ts'

/** What happens on each day. */
export const itinerary = {
  icon: CalendarDays,
  page: 'trip',
  tab: {
    id: 'itinerary',
    label: m.plan_tab_itinerary(),
    icon: CalendarDays,
    sections: ['itinerary'],
    Panel: page(() => import('./trip-tab.tsx').then((module) => module.ItineraryTab)),
    loading: m.days_itinerary_loading(),
  },
  today: {
    first: {
      mayHave: (_view, phase) => phase === 'during',
      needsPlanners: undefined,
      code: later(() => import('./today.ts')),
    },
    last: undefined,
  },
  open: [],
  promises: undefined,
} satisfies Feature
