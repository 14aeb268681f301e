import type { Kysely } from 'kysely'

/** How many of an item the group needs, and what everyone brings for themselves (decision 48). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('checklist_items')
    .addColumn('needed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('checklist_items')
    .addColumn('is_each', 'boolean', (c) => c.notNull().defaultTo(false))
    .execute()
}
