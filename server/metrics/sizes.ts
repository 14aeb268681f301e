import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { SQLITE_FILE } from '../db/sqlite.ts'
import type { Watched } from './metrics.ts'

/** Counting scans whole tables, so it runs rarely. */
const MEASURED_EVERY_MS = 5 * 60_000

/** Measures sizes in the background at an interval. A scrape reports the latest values. */
export function watchSizes(registry: Registry, { database, dataDir }: Pick<Watched, 'database' | 'dataDir'>): void {
  const { kysely: db, engine } = database
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const sizeOf = (file: string) => stat(join(dataDir, file)).then(({ size }) => size)
  const measures: [Gauge, () => Promise<number>][] = [
    [
      gauge('wayfare_trips', 'Trips.'),
      () => readNumber(db.selectFrom('trips').select(({ fn }) => fn.countAll<number>().as('found'))),
    ],
    [
      gauge('wayfare_accounts', 'People who can sign in, and guests.'),
      () => readNumber(db.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('found'))),
    ],
    [
      gauge('wayfare_pushes_waiting', 'Pushes that have not been sent yet.'),
      () => readNumber(db.selectFrom('pushes').select(({ fn }) => fn.countAll<number>().as('found'))),
    ],
    [
      gauge('wayfare_refused_addresses', 'Accounts that get no trip mails because their address was refused.'),
      () =>
        readNumber(
          db
            .selectFrom('notice_settings')
            .select(({ fn }) => fn.countAll<number>().as('found'))
            .where('mail_refused_at', 'is not', null),
        ),
    ],
    [
      gauge('wayfare_documents_bytes', 'What the travel documents, receipts and trip pictures have.'),
      () => readNumber(db.selectFrom('stored_files').select(({ fn }) => fn.sum<number | null>('size').as('found'))),
    ],
  ]
  const files = gauge(
    'wayfare_database_bytes',
    'The database: on SQLite its file, on PostgreSQL with all of its indexes.',
  )
  if (engine === 'sqlite') {
    const log = gauge('wayfare_database_log_bytes', 'The write-ahead log of SQLite.')
    measures.push([files, () => sizeOf(SQLITE_FILE)], [log, () => sizeOf(`${SQLITE_FILE}-wal`)])
  } else {
    const size = sql<{ found: number }>`select pg_database_size(current_database()) as found`
    measures.push([files, async () => (await size.execute(db)).rows[0]?.found ?? 0])
  }
  const measure = async () => {
    // One at a time, to keep the load low. A failed measurement leaves the previous value.
    for (const [gauge, read] of measures)
      await read()
        .then((found) => gauge.set(Number(found)))
        .catch(() => {})
  }
  void measure()
  setInterval(() => void measure(), MEASURED_EVERY_MS).unref()
}

async function readNumber(query: {
  executeTakeFirst: () => Promise<{ found: number | null } | undefined>
}): Promise<number> {
  return (await query.executeTakeFirst())?.found ?? 0
}
