import type { ShoppingRow } from '#domain/shopping/rows.ts'
import * as m from '#messages'
import { amountText } from './row-words.ts'

/** A group as it is shown. */
export interface TitledGroup {
  id: string
  title: string
  rows: readonly ShoppingRow[]
}

/** The list as a text to send: what is to buy and what is bought, without who buys it. */
export function listAsText(trip: string, groups: readonly TitledGroup[]): string {
  const blocks = groups.map(({ title, rows }) => [title, ...rows.map(rowAsText)].join('\n'))
  return [m.shopping_text_title({ trip }), ...blocks].join('\n\n')
}

function rowAsText(row: ShoppingRow): string {
  const amount = amountText(row)
  const named = amount ? m.shopping_text_item({ name: row.name, amount }) : row.name
  const shop = row.details.shop.trim()
  const item = shop ? m.shopping_text_shop({ item: named, shop }) : named
  return row.isDone ? m.shopping_text_bought({ item }) : m.shopping_text_open({ item })
}
