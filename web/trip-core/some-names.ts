import { listText } from '#domain/list-text.ts'
import * as m from '#messages'

const MAX_NAMES = 3

/** The first of some names, and how many more there are: 'Table, Stove, Cups, and 4 more'. */
export function namesOfSome(names: readonly string[]): string {
  if (names.length <= MAX_NAMES + 1) return listText(names)
  return m.today_gear_some({ names: listText(names.slice(0, MAX_NAMES), 'unit'), more: names.length - MAX_NAMES })
}
