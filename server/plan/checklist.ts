import type { ChecklistGroup, ChecklistItem } from '#domain/plan/checklist.ts'
import { differingEntries, differingPairs, type Placed, placed } from './differing.ts'
import type { SectionRows } from './section-rows.ts'
import { writeRows } from './write-rows.ts'

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
        .select(['category_id', 'id', 'item_name', 'checked', 'needed', 'is_each'])
        .where('trip_id', '=', tripId)
        .orderBy('category')
        .orderBy('order_index')
        .execute(),
    ])
    const groups = new Map(
      categories.map(({ id, category }) => [id, { id, category, items: [] as ChecklistGroup['items'] }]),
    )
    for (const { category_id, item_name, ...item } of items)
      groups.get(category_id)?.items.push({ ...item, name: item_name })
    return [...groups.values()]
  },

  async write(trx, tripId, groups, previous = []) {
    const categoryOf = ([{ id, category }, order_index]: Placed<ChecklistGroup>) => ({
      trip_id: tripId,
      id,
      category,
      order_index,
    })
    const { now, before } = differingEntries(groups, previous)
    await writeRows(trx, tripId, {
      table: 'checklist_categories',
      key: ['trip_id', 'id'],
      rows: now.map(categoryOf),
      previous: before.map(categoryOf),
      all: () => placed(groups).map(categoryOf),
    })
    const rowsOf = ({ id: category_id, category }: ChecklistGroup, items: readonly Placed<ChecklistItem>[]) =>
      items.map(([{ id, name, checked, needed, is_each }, order_index]) => ({
        trip_id: tripId,
        category_id,
        id,
        category,
        item_name: name,
        checked,
        needed,
        is_each,
        order_index,
      }))
    const pairs = differingPairs(groups, previous).map(({ now: group, before: old }) => {
      const items = group?.items ?? []
      // Each item's row holds its category's name, so renaming a category changes all of them.
      const oldItems = group?.category === old?.category ? (old?.items ?? []) : []
      const differing = differingEntries(items, oldItems)
      return {
        rows: group ? rowsOf(group, differing.now) : [],
        previous: old ? rowsOf(old, oldItems === old.items ? differing.before : placed(old.items)) : [],
      }
    })
    await writeRows(trx, tripId, {
      table: 'checklist_items',
      key: ['trip_id', 'category_id', 'id'],
      rows: pairs.flatMap(({ rows }) => rows),
      previous: pairs.flatMap(({ previous: old }) => old),
      all: () => groups.flatMap((group) => rowsOf(group, placed(group.items))),
    })
  },
}
