import { Wallet } from 'lucide-react'
import { canEditAllCosts } from '#domain/access.ts'
import * as m from '#messages'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'
import type { Feature } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'
import { later } from '#web/ui/loading/use-loaded.ts'
import { needsPlanners } from './costs-planners.ts'

const hasCosts: Derived<boolean> = ({ values: { costs } }) =>
  costs !== undefined && costs.expenses.length + costs.payments.length > 0

const hasFees: Derived<boolean> = ({ values }) => (values.costs?.fees ?? []).length > 0

const mayHaveLines: Derived<boolean> = (view) => hasCosts(view) || hasFees(view)

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
      mayHave: mayHaveLines,
      needsPlanners: (view) => mayHaveLines(view) && needsPlanners(view),
      code: later(() => import('./today-late.ts')),
    },
  },
  open: [
    {
      isBegun: ({ view }) => hasFees(view) && canEditAllCosts(view.trip),
      isLarge: true,
      needsPlanners,
      code: later(() => import('./costs-open.ts')),
    },
  ],
  promises: undefined,
} satisfies Feature
