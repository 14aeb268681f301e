import * as m from '#messages'

/** The name of an item of the checklist. One without a name has its number within the category, if it is known. */
export function itemName({ name }: { name: string }, number: number | undefined): string {
  return name.trim() || (number === undefined ? m.gear_item_unnamed() : m.checklist_item_number({ number }))
}
