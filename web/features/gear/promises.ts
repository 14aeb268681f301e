import * as m from '#messages'
import { section } from '#web/trip-core/derived/plan-view.ts'
import { itemName } from '#web/trip-core/item-name.ts'
import type { PromiseSource } from '#web/trip-core/promises.ts'

/** What everyone brings for themselves is no promise. */
export const promiseSource: PromiseSource = {
  title: m.history_section_gear,
  list({ view }, personId) {
    const [gear, checklist] = [section('gear')(view), section('checklist')(view)]
    if (!gear || !checklist) return undefined
    const items = new Map(
      checklist.flatMap((group) => group.items.map((item, index) => [item.id, { item, number: index + 1 }])),
    )
    const own = gear.claims.filter(
      ({ person_id, count, item }) => person_id === personId && count > 0 && items.get(item)?.item.is_each !== true,
    )
    return own.map(({ item, name, count }) => {
      const listed = items.get(item)
      return { text: m.gear_packing_item({ name: itemName(listed?.item ?? { name }, listed?.number), count }) }
    })
  },
}
