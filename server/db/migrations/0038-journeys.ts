import type { Kysely } from 'kysely'

/** What a ticket has beside its form: its segments, passengers, price, codes and files (domain/plan/booking.ts). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('tickets').addColumn('journey', 'json').execute()
}
