import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OperationsRequest, OperationsResponse } from '#domain/api/operations.ts'
import type { Trip } from '#domain/trip.ts'
import type { Engine } from './db/engine.ts'
import { buildFile } from './testing/document-files.ts'
import { upload } from './testing/documents.ts'
import { engines } from './testing/engines.ts'
import { countRows, insertTrip } from './testing/rows.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { failed, type TestClient } from './testing/test-client.ts'

/** A failure of a database, and how to cause and end it in a real one. */
interface Outage {
  status: number
  code: string
  /** Whether small writes still succeed. */
  takesSmall?: boolean
  begin: (app: TestApp) => Promise<unknown>
  end: (app: TestApp) => Promise<unknown>
}

/** Ends all connections of the app's database, as an administrator would; new ones use new settings. */
const reconnect = (app: TestApp) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(app.db)
async function changeSetting(app: TestApp, setting: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  // In a session that may write, whatever the database's settings.
  await app.db.connection().execute(async (db) => {
    await sql`set session characteristics as transaction read write`.execute(db)
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} ${sql.raw(setting)}`.execute(db)
  })
  await reconnect(app)
  // The last one is the app's own.
  await app.db
    .connection()
    .execute((db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {}))
  await untilNoticed(app)
}
/** Waits until the app has noticed that each connection has ended: a backend handles the signal with some delay. */
async function untilNoticed(app: TestApp): Promise<void> {
  const query = () => sql`select pg_sleep(0.02)`.execute(app.db)
  while ((await Promise.allSettled(Array.from({ length: 10 }, query))).some((end) => end.status === 'rejected'));
}

const outages: Record<Engine, Record<string, Outage>> = {
  sqlite: {
    'that may have no more pages': {
      status: 507,
      code: 'database_full',
      takesSmall: true,
      begin: async ({ db }) => {
        const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
        await sql.raw(`pragma max_page_count = ${rows[0]?.page_count}`).execute(db)
      },
      end: ({ db }) => sql`pragma max_page_count = 1000000`.execute(db),
    },
    'that is read-only': {
      status: 503,
      code: 'database_not_writable',
      begin: ({ db }) => sql`pragma query_only = 1`.execute(db),
      end: ({ db }) => sql`pragma query_only = 0`.execute(db),
    },
  },
  postgres: {
    'whose disk is full': {
      status: 507,
      code: 'database_full',
      // PostgreSQL itself fails with its code for a full disk on any write.
      begin: async ({ db }) => {
        await sql`create function no_room() returns trigger language plpgsql as
          $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`.execute(db)
        for (const table of ['plan_sections', 'stored_files'])
          await sql`create trigger no_room before insert or update on ${sql.table(table)}
            execute function no_room()`.execute(db)
      },
      end: ({ db }) => sql`drop function no_room cascade`.execute(db),
    },
    'that is read-only': {
      status: 503,
      code: 'database_not_writable',
      begin: (app) => changeSetting(app, 'set default_transaction_read_only = on'),
      end: (app) => changeSetting(app, 'reset default_transaction_read_only'),
    },
  },
}

describe.each(engines)('a database on %s', { timeout: 60_000 }, (engine) => {
  describe.each(Object.entries(outages[engine]))('%s', (_, { status, code, takesSmall, begin, end }) => {
    let app: TestApp
    let trip: Trip
    let client: TestClient
    beforeEach(async () => {
      app = await openTestApp(engine)
      const { user, client: own } = await app.signUp()
      client = own
      trip = await insertTrip(app.db, { owner_id: user.id, type: 'air_travel' })
      await operate(request('first'))
    })
    afterEach(() => app.remove())

    const request = (text: string): OperationsRequest => {
      const id = randomUUID()
      // Longer than the free space of any page.
      const entry = { id, text: text.repeat(800) }
      return {
        operations: [{ id: randomUUID(), section: 'notes', do: 'insert', at: [id], entry, after: null }],
        seen: {},
      }
    }
    const operate = (body: OperationsRequest) => client.post(`/api/trips/${trip.id}/operations`, body)
    const stored = () => countRows(app.db, 'plan_history', 'plan_operations', 'plan_sections', 'travel_documents')
    const outageLines = () => app.log.filter((line) => line['code'] === code)
    const pdf = buildFile('pdf')

    it('has a code, stores nothing partially, still allows reading, and accepts retries afterwards', async () => {
      const before = await stored()
      const etag = (await client.get(`/api/trips/${trip.id}`)).headers.get('etag')
      await begin(app)
      // On SQLite, concurrent requests share a commit: none of them is acknowledged.
      const requests = Array.from({ length: 5 }, (_, number) => request(`note ${number}`))
      for (const answer of await Promise.all(requests.map(operate))) expect(answer).toMatchObject(failed(status, code))
      const documentId = randomUUID()
      if (!takesSmall)
        expect(await upload(client, trip.id, 'a.pdf', pdf, { id: documentId })).toMatchObject(failed(status, code))
      expect(await stored()).toEqual(before)
      const opened = await client.get(`/api/trips/${trip.id}`)
      expect([opened.status, opened.headers.get('etag')]).toEqual([200, etag])
      expect(await client.get('/readyz')).toMatchObject({ status: 200 })

      await end(app)
      const answers = []
      for (const body of requests) answers.push(await operate(body))
      for (const { status, body } of answers)
        expect({ status, body }).toMatchObject({ status: 200, body: { refused: [] } })
      const versions = answers.map(({ body }) => (body as OperationsResponse).versions.notes)
      expect(versions).toEqual(requests.map((_, number) => 2 + number))
      expect(await upload(client, trip.id, 'a.pdf', pdf, { id: documentId })).toMatchObject({ status: 200 })
      expect(await stored()).toMatchObject({ plan_operations: 6, travel_documents: 1 })
    })

    it('is logged once, then counted, and logged again when it ends', async () => {
      await begin(app)
      for (let number = 0; number < 7; number++)
        expect(await operate(request('again'))).toMatchObject(failed(status, code))
      expect(outageLines()).toMatchObject([{ level: 50, requests: 1, msg: 'requests fail until this is fixed' }])
      await end(app)
      expect(await operate(request('at last'))).toMatchObject({ status: 200 })
      expect(outageLines()).toMatchObject([{ level: 50 }, { level: 40, requests: 7, msg: 'writes succeed again' }])
    })
  })
})

describe('PostgreSQL', { timeout: 60_000 }, () => {
  let app: TestApp
  beforeEach(async () => {
    app = await openTestApp('postgres')
  })
  afterEach(() => app.remove())

  it('that ends all connections is used over new ones, and interrupted requests are to be retried', async () => {
    const { user, client } = await app.signUp()
    const trip = await insertTrip(app.db, { owner_id: user.id })
    let isOver = false
    let acknowledged = 0
    const sendRequests = async () => {
      while (!isOver) {
        const { status, body } = await client.put(`/api/trips/${trip.id}/seen`, { seen: {} })
        if (status < 300) acknowledged += 1
        else expect({ status, body }).toMatchObject(failed(503, 'database_unreachable'))
      }
    }
    const running = Promise.all(Array.from({ length: 4 }, sendRequests))
    for (let time = 0; time < 20; time++) {
      const before = acknowledged
      await reconnect(app).catch(() => {})
      // A request that succeeds after the connections have ended used a new one.
      await expect.poll(() => acknowledged, { timeout: 20_000, interval: 2 }).toBeGreaterThan(before)
    }
    isOver = true
    await running
    await untilNoticed(app)
    expect(await client.get(`/api/trips/${trip.id}`)).toMatchObject({ status: 200 })
  })
})
