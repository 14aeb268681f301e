import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { TravelDocument } from '#domain/documents.ts'
import { compiled } from '../db/compiled.ts'
import type { Db } from '../db/engine.ts'

/** The row of plan_sections that holds the version of a trip's documents. */
export const DOCUMENTS = 'documents'

/** What the address of every document's file begins with. */
export const URL_ROOT = '/files/travel-documents'

/*
 * The documents of each trip, as the answer that opens it lists them.
 * Job: give the list as text without asking for its rows where nothing has changed.
 * Invariants: every change of a trip's documents counts their version up in the same transaction, so that the list at a
 *   version never changes and may be kept.
 */

/** A trip's documents at a version; `text` is the list as JSON, newest first. */
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

  /** The documents at `version`, or at a later one that they have reached meanwhile. */
  async load(tripId: string, version: number): Promise<LoadedDocuments> {
    if (version === 0) return { version, text: '[]' }
    const kept = this.#texts.get(key(tripId, version))
    if (kept !== undefined) return { version, text: kept }
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

/** Says that a trip's documents have changed: in the transaction that changes them. */
export async function countDocumentsUp(trx: Db, tripId: string): Promise<void> {
  await countUp(trx, tripId)
}

async function listDocuments(db: Db, tripId: string): Promise<TravelDocument[]> {
  return selectDocuments(db, tripId)
    .orderBy('travel_documents.uploaded_at', 'desc')
    .orderBy('travel_documents.id')
    .execute()
}

/** A trip's documents, with what the record of files knows of their bytes. */
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
