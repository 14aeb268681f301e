import { ShoppingBasket } from 'lucide-react'
import { isBegun } from '#domain/plan/shopping.ts'
import * as m from '#messages'
import { ownId } from '#web/trip-core/derived/people.ts'
import type { Derived } from '#web/trip-core/derived/plan-view.ts'
import type { Feature } from '#web/trip-core/feature.ts'
import { page } from '#web/ui/loading/page.tsx'
import { later } from '#web/ui/loading/use-loaded.ts'

const shoppingLines = later(() => import('./shopping-lines.ts'))

/** Whether the person has something to buy. */
const isBuyer: Derived<boolean> = (view) => {
  const { items = [], states = [] } = view.values.shopping ?? {}
  return [...items, ...states].some(({ buyer }) => buyer === ownId(view))
}

/** What to buy. */
export const shopping = {
  icon: ShoppingBasket,
  page: 'group',
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
      mayHave: (view, phase) => phase !== 'after' && isBuyer(view),
      needsPlanners: undefined,
      code: shoppingLines,
    },
  },
  open: [
    {
      isBegun: ({ view: { values } }) => values.shopping !== undefined && isBegun(values.shopping),
      isLarge: true,
      needsPlanners: undefined,
      code: shoppingLines,
    },
  ],
  promises: { needsPlanners: undefined, code: shoppingLines },
} satisfies Feature
