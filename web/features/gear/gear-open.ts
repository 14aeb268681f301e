import type { GearItem } from '#domain/gear/gear-items.ts'
import { isCounted } from '#domain/gear/promised.ts'
import { hasSetOff } from '#domain/today/ahead.ts'
import * as m from '#messages'
import { itemName } from '#web/trip-core/item-name.ts'
import { isPromised, type OpenKind, type OpenPlan } from '#web/trip-core/open.ts'
import { gearByGroup } from './gear-list.ts'

const itemsOf = ({ view }: OpenPlan): GearItem[] | undefined => gearByGroup(view)?.flatMap(({ items }) => items)

const isMissing = ({ missing }: GearItem) => missing > 0

/** The ids of those who bring something that the group needs. */
const listBringers = (plan: OpenPlan): string[] =>
  (itemsOf(plan) ?? []).flatMap(({ item, claims }) =>
    isCounted(item) ? claims.map(({ claim }) => claim.person_id) : [],
  )

/** What is missing. */
export const openKind: OpenKind = {
  list: {
    title: m.open_gear,
    texts: (plan) =>
      hasSetOff(plan.phase)
        ? []
        : itemsOf(plan)
            ?.filter(isMissing)
            .map(({ item, number, missing }) => m.open_gear_item({ name: itemName(item, number), count: missing })),
  },
  count: {
    of: (plan) => (itemsOf(plan) ?? []).filter(isMissing).length,
    text: (count) => m.open_line_gear({ count }),
    done: (plan) => isPromised(plan, listBringers(plan), m.open_line_gear_done, m.open_line_gear_so_far),
  },
}
