import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

/** Categories in the order in which people arranged them, each with its items. */
export const checklistRows: SectionRows<ChecklistGroup[]> = {
  async load(db, tripId) {
    const [categories, items] = await Promise.all([
      db
        .selectFrom('checklist_categories')
        .select(['id', 'category'])
        .where('trip_id', '=', tripId)
        .orderBy('order_index')
        .execute(),
      db
        .selectFrom('checklist_items')
        .select(['category_id', 'id', 'item_name', 'checked'])
        .where('trip_id', '=', tripId)
        .orderBy('category')
        .orderBy('order_index')
        .execute(),
    ])
    const groups = new Map(categories.map(({ id, category }) => [id, { id, category, items: [] as ChecklistGroup['items'] }]))
    for (const { category_id, id, item_name, checked } of items)
      groups.get(category_id)?.items.push({ id, name: item_name, checked })
    return [...groups.values()]
  },

  async write(trx, tripId, groups, previous = []) {
    const categoriesOf = (all: ChecklistGroup[]) =>
      all.map(({ id, category }, order_index) => ({ trip_id: tripId, id, category, order_index }))
    await writeRows(trx, tripId, {
      table: 'checklist_categories',
      key: ['trip_id', 'id'],
      rows: categoriesOf(groups),
      previous: categoriesOf(previous),
    })
    const itemsOf = (all: ChecklistGroup[]) =>
      all.flatMap(({ id: category_id, category, items }) =>
        items.map(({ id, name, checked }, order_index) => ({
          trip_id: tripId,
          category_id,
          id,
          category,
          item_name: name,
          checked,
          order_index,
        })),
      )
    await writeRows(trx, tripId, {
      table: 'checklist_items',
      key: ['trip_id', 'category_id', 'id'],
      rows: itemsOf(groups),
      previous: itemsOf(previous),
    })
  },
}
