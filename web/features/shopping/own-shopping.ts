import { ShoppingBasket } from 'lucide-react'
import * as m from '#messages'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import type { TodayPlan, TodaySource } from '#web/trip-core/today.ts'
import { rowsOfList } from './shopping-list.ts'

/** What the person has to buy. */
export const todaySource: TodaySource = {
  icon: ShoppingBasket,
  list({ view, trip, phase, me }) {
    if (phase.is === 'after') return []
    const open = (rowsOfList(view) ?? []).filter(
      ({ details, isDone, isLeftover }) => details.buyer === me && !isDone && !isLeftover,
    )
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
