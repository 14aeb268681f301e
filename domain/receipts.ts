import type { Costs, Receipt } from './plan/costs.ts'

/** How long the server keeps the file of a receipt that no expense lists: an undo or the history may bring it back. */
export const UNUSED_RECEIPT_DAYS = 30

/** All receipts that expenses list, each once: two expenses may list the same one. */
export function listReceipts({ expenses }: Pick<Costs, 'expenses'>): Receipt[] {
  const byId = new Map(expenses.flatMap(({ receipts }) => receipts.map((receipt) => [receipt.id, receipt] as const)))
  return [...byId.values()]
}
