import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { OperationsAnswer, OperationsRequest } from '#domain/api/operations.ts'
import type { Trip } from '#domain/trip.ts'
import type { Engine } from './db/engine.ts'
import { buildFile } from './testing/document-files.ts'
import { upload } from './testing/documents.ts'
import { engines } from './testing/engines.ts'
import { countRows, insertTrip } from './testing/rows.ts'
import { openTestApp, type TestApp } from './testing/test-app.ts'
import { failed, type TestClient } from './testing/test-client.ts'

/** What a database may be unable to do, and how to make a real one so and well again. */
interface Trouble {
  status: number
  code: string
  /** Whether what is small finds room still. */
  takesSmall?: boolean
  begin: (app: TestApp) => Promise<unknown>
  end: (app: TestApp) => Promise<unknown>
}

/** All connections of the app's database end, as when the server is stopped by its administrator; new ones have other settings. */
const reconnect = (app: TestApp) =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    app.db,
  )
async function setOfDatabase(app: TestApp, setting: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(app.db)
  // In a session that may write, whatever the database says.
  await app.db.connection().execute(async (db) => {
    await sql`set session characteristics as transaction read write`.execute(db)
    await sql`alter database ${sql.id(rows[0]?.name ?? '')} ${sql.raw(setting)}`.execute(db)
  })
  await reconnect(app)
  // The last one is this app's own.
  await app.db
    .connection()
    .execute((db) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(db).catch(() => {}))
  await allNoticed(app)
}
/** Until the app has noticed of every connection that it ended: a backend takes its signal when it comes to it, not at once. */
async function allNoticed(app: TestApp): Promise<void> {
  const ask = () => sql`select pg_sleep(0.02)`.execute(app.db)
  while ((await Promise.allSettled(Array.from({ length: 10 }, ask))).some((end) => end.status === 'rejected'));
}

const troubles: Record<Engine, Record<string, Trouble>> = {
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
      // PostgreSQL itself fails with its code for a full disk wherever something is written.
      begin: async ({ db }) => {
        await sql`create function no_room() returns trigger language plpgsql as
          $$ begin raise exception 'No space left on device' using errcode = 'disk_full'; end $$`.execute(db)
        for (const table of ['plan_sections', 'stored_files'])
          await sql`create trigger no_room before insert or update on ${sql.table(table)} execute function no_room()`.execute(
            db,
          )
      },
      end: ({ db }) => sql`drop function no_room cascade`.execute(db),
    },
    'that is read-only': {
      status: 503,
      code: 'database_not_writable',
      begin: (app) => setOfDatabase(app, 'set default_transaction_read_only = on'),
      end: (app) => setOfDatabase(app, 'reset default_transaction_read_only'),
    },
  },
}

describe.each(engines)('a database on %s', { timeout: 60_000 }, (engine) => {
  describe.each(Object.entries(troubles[engine]))('%s', (_, { status, code, takesSmall, begin, end }) => {
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
      // Longer than any page that has room left.
      const entry = { id, text: text.repeat(800) }
      return {
        operations: [{ id: randomUUID(), section: 'notes', do: 'insert', at: [id], entry, after: null }],
        seen: {},
      }
    }
    const operate = (body: OperationsRequest) => client.post(`/api/trips/${trip.id}/operations`, body)
    const stored = () => countRows(app.db, 'plan_history', 'plan_operations', 'plan_sections', 'travel_documents')
    const told = () => app.log.filter((line) => line['code'] === code)
    const pdf = buildFile('pdf')

    it('says so with a code, stores nothing by halves, lets people read, and takes the same again when it can', async () => {
      const before = await stored()
      const etag = (await client.get(`/api/trips/${trip.id}`)).headers.get('etag')
      await begin(app)
      // Several at once share a commit on SQLite: none of them is acknowledged.
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
      const versions = answers.map(({ body }) => (body as OperationsAnswer).versions.notes)
      expect(versions).toEqual(requests.map((_, number) => 2 + number))
      expect(await upload(client, trip.id, 'a.pdf', pdf, { id: documentId })).toMatchObject({ status: 200 })
      expect(await stored()).toMatchObject({ plan_operations: 6, travel_documents: 1 })
    })

    it('is told to the operator once, then counted, and when it is over', async () => {
      await begin(app)
      for (let number = 0; number < 7; number++)
        expect(await operate(request('again'))).toMatchObject(failed(status, code))
      expect(told()).toMatchObject([{ level: 50, requests: 1, msg: 'requests fail until this is mended' }])
      await end(app)
      expect(await operate(request('at last'))).toMatchObject({ status: 200 })
      expect(told()).toMatchObject([{ level: 50 }, { level: 40, requests: 7, msg: 'requests are stored again' }])
    })
  })
})

describe('PostgreSQL', { timeout: 60_000 }, () => {
  let app: TestApp
  beforeEach(async () => {
    app = await openTestApp('postgres')
  })
  afterEach(() => app.remove())

  it('that ends all connections is asked over new ones; whoever was in the middle is told to come again', async () => {
    const { user, client } = await app.signUp()
    const trip = await insertTrip(app.db, { owner_id: user.id })
    let isOver = false
    let acknowledged = 0
    const work = async () => {
      while (!isOver) {
        const { status, body } = await client.put(`/api/trips/${trip.id}/seen`, { seen: {} })
        if (status < 300) acknowledged += 1
        else expect({ status, body }).toMatchObject(failed(503, 'database_unreachable'))
      }
    }
    const working = Promise.all(Array.from({ length: 4 }, work))
    for (let time = 0; time < 20; time++) {
      const before = acknowledged
      await reconnect(app).catch(() => {})
      // A request that got through after the connections ended went over a new one.
      await vi.waitFor(() => expect(acknowledged).toBeGreaterThan(before), { timeout: 20_000, interval: 2 })
    }
    isOver = true
    await working
    await allNoticed(app)
    expect(await client.get(`/api/trips/${trip.id}`)).toMatchObject({ status: 200 })
  })
})
