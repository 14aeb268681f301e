import { derivedId } from '../derived-id.ts'
import { itemKey } from '../food/item-key.ts'
import { withoutUnstorable } from '../text.ts'

/** As long as the schema of keys allows (domain/plan/shopping.ts). */
const MAX_KEY = 200
const MAX_START = 160

/** The key of an item, short enough to be stored. Long texts with the same start have different keys. */
export function storableItemKey(item: string): string {
  const key = itemKey(item).replace(/\s+/g, ' ')
  return key.length <= MAX_KEY ? key : `${withoutUnstorable(key.slice(0, MAX_START))} ${derivedId(key)}`
}
