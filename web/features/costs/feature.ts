import { Wallet } from 'lucide-react'
import * as m from '#messages'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'
import type { Feature } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'
import { later } from '#web/ui/loading/use-loaded.ts'
import { needsPlanners } from './costs-planners.ts'

const hasCosts: Derived<boolean> = ({ values: { costs } }) =>
  costs !== undefined && costs.expenses.length + costs.payments.length > 0

/** Who paid what. */
export const costs = {
  icon: Wallet,
  page: 'group',
  tab: {
    id: 'costs',
    label: m.costs_tab(),
    icon: Wallet,
    sections: ['costs'],
    Panel: page(() => import('./group-tab.tsx').then((module) => module.CostsTab)),
    loading: m.costs_loading(),
  },
  today: {
    first: undefined,
    last: {
      mayHave: hasCosts,
      needsPlanners: (view) => hasCosts(view) && needsPlanners(view),
      code: later(() => import('./today-late.ts')),
    },
  },
  open: [],
  promises: undefined,
} satisfies Feature
