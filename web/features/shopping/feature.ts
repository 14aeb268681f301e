import { ShoppingBasket } from 'lucide-react'
import * as m from '#messages'
import { ownId } from '#web/trip-core/derived/people.ts'
import type { Feature } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'
import { later } from '#web/ui/loading/use-loaded.ts'
import { isBuyer } from './shopping-later.ts'

/** What to buy. */
export const shopping = {
  icon: ShoppingBasket,
  tab: {
    id: 'shopping',
    label: m.shopping_tab(),
    icon: ShoppingBasket,
    sections: ['shopping'],
    Panel: page(() => import('./group-tab.tsx').then((module) => module.ShoppingTab)),
    loading: m.shopping_loading(),
  },
  today: {
    first: undefined,
    last: {
      mayHave: (view, phase) => phase !== 'after' && isBuyer(ownId(view), view.values.shopping),
      needsPlanners: undefined,
      code: later(() => import('./own-shopping.ts')),
    },
  },
} satisfies Feature
