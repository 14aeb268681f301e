import { isAtHome, type ShoppingRow } from '#domain/shopping/rows.ts'
import * as m from '#messages'
import type { NameOf } from '#web/trip-core/people/names.ts'
import { amountText } from './row-words.ts'

/** A group as it is shown. */
export interface TitledGroup {
  id: string
  title: string
  rows: readonly ShoppingRow[]
}

/** The list as a text to send: what is to buy and who buys it, and what is bought. What is at home is left out. */
export function listAsText(trip: string, groups: readonly TitledGroup[], nameOf: NameOf): string {
  const blocks = groups.flatMap(({ title, rows }) => {
    const texts = rows.filter((row) => !isAtHome(row)).map((row) => rowAsText(row, nameOf))
    return texts.length > 0 ? [[title, ...texts].join('\n')] : []
  })
  return [m.shopping_text_title({ trip }), ...blocks].join('\n\n')
}

function rowAsText(row: ShoppingRow, nameOf: NameOf): string {
  const amount = amountText(row)
  const named = amount ? m.shopping_text_item({ name: row.name, amount }) : row.name
  const shop = row.details.shop.trim()
  const item = shop ? m.shopping_text_shop({ item: named, shop }) : named
  const { buyer } = row.details
  if (row.isDone) return m.shopping_text_bought({ item })
  return m.shopping_text_open({ item: buyer ? m.shopping_text_buyer({ item, name: nameOf(buyer) }) : item })
}
