import type { Kysely } from 'kysely'

/** Where the trip, its activities and its tickets are, and in which zone: see domain/plan/places.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['trips', 'itinerary_activities', 'tickets'])
    await db.schema.alterTable(table).addColumn('place_id', 'text').execute()
  await db.schema.alterTable('trips').addColumn('time_zone', 'text').execute()
}
