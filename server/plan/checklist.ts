import type { ChecklistGroup } from '#domain/plan/checklist.ts'
import { insertAll } from './insert-all.ts'
import type { SectionRows } from './section-rows.ts'

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

  async replace(trx, tripId, groups) {
    await trx.deleteFrom('checklist_items').where('trip_id', '=', tripId).execute()
    await trx.deleteFrom('checklist_categories').where('trip_id', '=', tripId).execute()
    await insertAll(
      trx,
      'checklist_categories',
      groups.map(({ id, category }, order_index) => ({ trip_id: tripId, id, category, order_index })),
    )
    await insertAll(
      trx,
      'checklist_items',
      groups.flatMap(({ id: category_id, category, items }) =>
        items.map(({ id, name, checked }, order_index) => ({
          trip_id: tripId,
          category_id,
          id,
          category,
          item_name: name,
          checked,
          order_index,
        })),
      ),
    )
  },
}
