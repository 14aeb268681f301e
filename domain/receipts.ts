import type { Costs, Receipt } from './plan/costs.ts'

/** How long the server keeps the file of a receipt that no expense lists: an undo or the history may bring it back. */
export const UNUSED_RECEIPT_DAYS = 30
/** The same for a receipt that no expense has ever listed, so that nobody fills the owner's storage with such files. */
export const NEVER_USED_RECEIPT_DAYS = 3

/** How many receipts that no expense lists one user can have in a trip. */
export const MAX_UNLISTED_RECEIPTS = 20

/** All receipts that expenses list, each once: two expenses may list the same one. */
export function listReceipts({ expenses }: Pick<Costs, 'expenses'>): Receipt[] {
  const byId = new Map(expenses.flatMap(({ receipts }) => receipts.map((receipt) => [receipt.id, receipt] as const)))
  return [...byId.values()]
}
