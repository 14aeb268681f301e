import { aisleOfItem } from '#domain/food/aisles.ts'
import { packingList } from '#domain/gear/packing-list.ts'
import { groupRows } from '#domain/shopping/group-rows.ts'
import { isAtHome, type ShoppingRow } from '#domain/shopping/rows.ts'
import { isBlank, trimmed } from '#domain/text.ts'
import * as m from '#messages'
import { gearList } from '#web/features/gear/gear-list.ts'
import { aisleNames, amountText } from '#web/features/shopping/row-words.ts'
import { shoppingList } from '#web/features/shopping/shopping-list.ts'
import { ownId } from '#web/trip-core/derived/people.ts'
import { type PlanView, section } from '#web/trip-core/derived/plan-view.ts'
import { itemName } from '#web/trip-core/item-name.ts'
import { needText } from '#web/trip-core/need-text.tsx'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { card, row, type SheetCard } from '../sheet.ts'

/* Lists with boxes to tick: what to buy, and what to pack. */

const boxOf = (isTicked: boolean) => (isTicked ? 'ticked' : 'open')

/** By aisle. What is at home, and what was bought for nothing, is left out. */
export function shoppingCards(view: PlanView, nameOf: NameOf): SheetCard[] {
  const list = shoppingList(view)
  if (!list) return []
  const rows = list.rows.filter((one) => !isAtHome(one))
  const isDone = (one: ShoppingRow) => one.isDone
  const groups = groupRows(rows, { by: 'aisle', findAisle: aisleOfItem, nameOf, isSunk: isDone })
  return groups.map(({ id, rows: items }) =>
    card(id, {
      title: aisleNames[id as keyof typeof aisleNames](),
      rows: items.map((item) => {
        const { buyer, shop, note } = item.details
        const who = buyer && !item.isDone ? m.print_buyer({ name: nameOf(buyer) }) : ''
        const notes = [who, shop.trim(), note.trim()].filter(Boolean).join(' · ')
        return row(item.key, item.name, {
          box: boxOf(item.isDone),
          aside: amountText(item),
          notes: notes ? [notes] : [],
        })
      }),
    }),
  )
}

const gearSection = section('gear')

/** The checklist of the group. */
export function packingCards(view: PlanView): SheetCard[] {
  const list = gearList(view)
  if (!list || gearSection(view) === undefined) return []
  return list.groups.flatMap(({ id, category, items }) => {
    const named = items.filter(({ item }) => !isBlank(item.name))
    if (named.length === 0) return []
    const rows = named.map((one) => {
      const need = needText(one.item, one.promised)
      return row(one.item.id, trimmed(one.item.name), { box: boxOf(one.item.checked), notes: need ? [need] : [] })
    })
    return [card(id, { title: trimmed(category), rows })]
  })
}

/** What the current user brings: what they promised, and what everyone brings. */
export function ownPackingCards(view: PlanView): SheetCard[] {
  const list = gearList(view)
  if (!list) return []
  return packingList(list.groups, list.removed, ownId(view)).map(({ id, category, items }) =>
    card(id, {
      title: id === '' ? m.gear_removed_title() : trimmed(category),
      rows: items.map((item) => {
        const name = itemName(item, item.number)
        const text = item.isEach ? name : m.gear_packing_item({ name, count: item.count })
        return row(item.id, text, { box: boxOf(item.isPacked) })
      }),
    }),
  )
}
