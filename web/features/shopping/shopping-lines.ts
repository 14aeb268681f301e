import { ShoppingBasket } from 'lucide-react'
import type { Progress } from '#domain/progress.ts'
import { countRows } from '#domain/shopping/group-rows.ts'
import type { ShoppingRow } from '#domain/shopping/rows.ts'
import * as m from '#messages'
import type { PlanView } from '#web/trip-core/derived/plan-view.ts'
import type { OpenKind, OpenPlan } from '#web/trip-core/open.ts'
import type { PromiseSource } from '#web/trip-core/promises.ts'
import { namesOfSome } from '#web/trip-core/some-names.ts'
import type { TodaySource } from '#web/trip-core/today.ts'
import { rowsOfList } from './shopping-list.ts'

/* What the shopping list says on other screens. It computes the whole list, so all of it loads late. */

/** What somebody gets, and nobody has bought yet; undefined until all is loaded. */
const listToBuy = (view: PlanView, personId: string): ShoppingRow[] | undefined =>
  rowsOfList(view)?.filter(({ details, isDone, isLeftover }) => details.buyer === personId && !isDone && !isLeftover)

export const todaySource: TodaySource = {
  icon: ShoppingBasket,
  list({ view, trip, phase, me }) {
    const open = phase.is === 'after' ? [] : (listToBuy(view, me) ?? [])
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

export const promiseSource: PromiseSource = {
  title: m.history_section_shopping,
  list: ({ view }, personId) => listToBuy(view, personId)?.map(({ name }) => ({ text: name })),
}

/** How much is bought; undefined until all is loaded. */
function progressOf({ view }: OpenPlan): Progress | undefined {
  const rows = rowsOfList(view)
  return rows && countRows(rows)
}

const textOf = ({ done, total }: Progress) => m.open_line_shopping({ count: total - done, total })

export const openKind: OpenKind = {
  list: {
    title: m.open_shopping,
    texts(plan) {
      const progress = progressOf(plan)
      return progress && (progress.done < progress.total ? [textOf(progress)] : [])
    },
  },
  count: {
    of(plan) {
      const progress = progressOf(plan)
      return progress && progress.total - progress.done
    },
    text(_count, plan) {
      const progress = progressOf(plan)
      return progress ? textOf(progress) : ''
    },
    done: () => ({ text: m.open_line_shopping_done(), isSure: true }),
  },
}
