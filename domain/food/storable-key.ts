import { derivedId } from '../derived-id.ts'
import { toSingleLine, withoutUnstorable } from '../text.ts'
import { memoByText } from './memo-by-text.ts'

/** What the section `shopping` stores as the key of an item. */
const STORABLE = /^\d+:\S.{0,199}$/u
/** Before the id in a key that was made storable, so that people recognize the item. */
const MAX_HEAD = 100

/**
 * A key that can be stored with a purchase. A line that was not understood may be too long or have line breaks: its key
 * is its beginning and an id that is derived from all of it.
 */
export const storableKey = memoByText((key) => {
  if (STORABLE.test(key)) return key
  const name = toSingleLine(key.slice(key.indexOf(':') + 1)).trim()
  return `0:${[withoutUnstorable(name.slice(0, MAX_HEAD)), derivedId(key)].filter(Boolean).join(' ')}`
})
