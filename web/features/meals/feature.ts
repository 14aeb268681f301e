import { Utensils } from 'lucide-react'
import * as m from '#messages'
import type { Feature } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'
import { later } from '#web/ui/loading/use-loaded.ts'

/** What is eaten. */
export const meals = {
  icon: Utensils,
  page: 'trip',
  tab: {
    id: 'meals',
    label: m.plan_tab_meals(),
    icon: Utensils,
    sections: ['meals'],
    Panel: page(() => import('./trip-tab.tsx').then((module) => module.MealsTab)),
    loading: m.days_meals_loading(),
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
