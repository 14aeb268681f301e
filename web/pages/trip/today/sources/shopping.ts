import { ShoppingBasket } from 'lucide-react'
import * as m from '#messages'
import { namesOfSome } from '../some-names.ts'
import type { LatePlan, TodaySource } from '../today-plan.ts'

/** What the person has to buy. */
export const shoppingSource: TodaySource<LatePlan> = {
  sections: ['shopping'],
  icon: ShoppingBasket,
  list({ trip, phase, shopping, me }) {
    if (phase.is === 'after') return []
    const open = shopping.filter(({ details, isDone, isLeftover }) => details.buyer === me && !isDone && !isLeftover)
    if (open.length === 0) return []
    return [
      {
        part: 'own',
        text: m.today_shopping({ count: open.length }),
        note: namesOfSome(open.map(({ name }) => name)),
        href: `/trip/${trip.id}/group?tab=shopping`,
        isOpen: true,
      },
    ]
  },
}
