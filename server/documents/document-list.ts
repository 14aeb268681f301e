import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TravelDocument } from '#domain/documents.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'

/** The `section` value of the plan_sections row that holds the version of a trip's documents. */
const DOCUMENTS = 'documents'

export const URL_ROOT = '/files/travel-documents'

/*
 * The documents of each trip, as the response that opens the trip lists them.
 * Job: return the list as text without a query if nothing has changed.
 * Invariants: every change to a trip's documents increments their version in the same transaction. The list at a
 *   version therefore never changes and can be cached.
 */

/** A trip's documents at a version. `text` is the list as JSON, newest first. */
export interface LoadedDocuments {
  version: number
  text: string
}

export class DocumentList {
  readonly #texts = new LRUCache<string, string>({
    maxSize: 8 * 1024 * 1024,
    sizeCalculation: (text) => text.length * 2 + 1,
  })
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The documents at `version`, or at a later one if they changed in the meantime. */
  async load(tripId: string, version: number): Promise<LoadedDocuments> {
    if (version === 0) return { version, text: '[]' }
    const cached = this.#texts.get(key(tripId, version))
    if (cached !== undefined) return { version, text: cached }
    const loaded = await this.#db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const current = await trx
          .selectFrom('plan_sections')
          .select('version')
          .where('trip_id', '=', tripId)
          .where('section', '=', DOCUMENTS)
          .executeTakeFirstOrThrow()
        return { version: current.version, text: JSON.stringify(await listDocuments(trx, tripId)) }
      })
    this.#texts.set(key(tripId, loaded.version), loaded.text)
    return loaded
  }
}

const countUp = compiled((db, trip_id: string) =>
  db
    .insertInto('plan_sections')
    .values({ trip_id, section: DOCUMENTS, version: 1 })
    .onConflict((row) =>
      row.columns(['trip_id', 'section']).doUpdateSet((eb) => ({ version: eb('plan_sections.version', '+', 1) })),
    ),
)

/** Increments the version of a trip's documents. Call it in the transaction that changes them. */
export async function countDocumentsUp(trx: Db, tripId: string): Promise<void> {
  await countUp(trx, tripId)
}

async function listDocuments(db: Db, tripId: string): Promise<TravelDocument[]> {
  return selectDocuments(db, tripId)
    .orderBy('travel_documents.uploaded_at', 'desc')
    .orderBy('travel_documents.id')
    .execute()
}

export function selectDocuments(db: Db, tripId: string) {
  return db
    .selectFrom('travel_documents')
    .innerJoin('stored_files', (join) =>
      join
        .onRef('stored_files.trip_id', '=', 'travel_documents.trip_id')
        .on(
          'travel_documents.file_url',
          '=',
          sql<string>`${sql.lit(`${URL_ROOT}/`)} || cast(stored_files.trip_id as text) || '/' || stored_files.file`,
        ),
    )
    .selectAll('travel_documents')
    .select(['stored_files.size', 'stored_files.sha256'])
    .where('travel_documents.trip_id', '=', tripId)
}

const key = (tripId: string, version: number) => `${tripId} ${version}`
