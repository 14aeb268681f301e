import { type Kysely, sql } from 'kysely'
import { inOrderOfKey } from '../in-order-of-key.ts'

/** Notes, meals, snacks, itinerary and checklist. A trip's rows are stored together: its id leads every key. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('trip_id', 'uuid', (c) => c.notNull().references('trips.id').onDelete('cascade'))
      .$call(inOrderOfKey(db))

  await table('trip_notes')
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('note_text', 'text', (c) => c.notNull())
    .addColumn('order_index', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('trip_notes_key', ['trip_id', 'id'])
    .execute()

  await table('meal_plans')
    .addColumn('day_number', 'integer', (c) => c.notNull())
    .addColumn('meal_type', 'text', (c) => c.notNull().check(sql`meal_type in ('breakfast', 'lunch', 'dinner')`))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('prep', 'text', (c) => c.notNull())
    .addColumn('servings', 'integer', (c) => c.notNull())
    .addColumn('ingredients', 'json', (c) => c.notNull())
    .addColumn('ingredient_ids', 'json', (c) => c.notNull().defaultTo('[]'))
    .addPrimaryKeyConstraint('meal_plans_key', ['trip_id', 'day_number', 'meal_type'])
    .execute()

  await table('day_snacks')
    .addColumn('day_number', 'integer', (c) => c.notNull())
    .addColumn('snacks', 'json', (c) => c.notNull())
    .addColumn('snack_ids', 'json', (c) => c.notNull().defaultTo('[]'))
    .addPrimaryKeyConstraint('day_snacks_key', ['trip_id', 'day_number'])
    .execute()

  await table('itinerary_days')
    .addColumn('day_number', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('itinerary_days_key', ['trip_id', 'day_number'])
    .execute()

  await table('itinerary_activities')
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('day_number', 'integer', (c) => c.notNull())
    .addColumn('activity_level', 'text', (c) => c.notNull().check(sql`activity_level in ('light', 'hard')`))
    .addColumn('time', 'text', (c) => c.notNull())
    .addColumn('activity_name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('duration', 'text', (c) => c.notNull())
    .addColumn('map_url', 'text')
    .addColumn('icon_name', 'text', (c) => c.notNull().defaultTo('Activity'))
    .addColumn('order_index', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('itinerary_activities_key', ['trip_id', 'day_number', 'activity_level', 'id'])
    .execute()

  await table('checklist_categories')
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('order_index', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('checklist_categories_key', ['trip_id', 'id'])
    .execute()

  await table('checklist_items')
    .addColumn('category_id', 'uuid', (c) => c.notNull())
    .addColumn('id', 'uuid', (c) => c.notNull())
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('item_name', 'text', (c) => c.notNull())
    .addColumn('checked', 'boolean', (c) => c.notNull())
    .addColumn('order_index', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('checklist_items_key', ['trip_id', 'category_id', 'id'])
    .execute()
}
