import { trimmed } from '#domain/text.ts'
import * as m from '#messages'

/** The name of an item of the checklist. One without a name has its number within the category, if it is known. */
export function itemName({ name }: { name: string }, number: number | undefined): string {
  return trimmed(name) || (number === undefined ? m.gear_item_unnamed() : m.checklist_item_number({ number }))
}
