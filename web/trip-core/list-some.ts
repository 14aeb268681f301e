import { listText } from '#domain/list-text.ts'
import * as m from '#messages'

const MAX_NAMES = 3

/** The first of some people's names, and how many more there are: 'Ana, Ben, Kim, and 2 others'. */
export function listSome(names: readonly string[]): string {
  // 'and 1 other' is no shorter than a name.
  if (names.length <= MAX_NAMES + 1) return listText(names)
  const others = m.today_in_sentence_others({ count: names.length - MAX_NAMES })
  return listText([...names.slice(0, MAX_NAMES), others])
}
