import { itemKey } from './item-key.ts'
import { memoByText } from './memo-by-text.ts'
import { readLine } from './read-line.ts'

/** How lines are read for the shopping list: each once, however often the list is computed. */
export const readOnce = { read: memoByText(readLine), keyOf: memoByText(itemKey) }
