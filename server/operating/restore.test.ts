import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { invitationLink, peopleResponse } from '#domain/api/people.ts'
import { tripResponse } from '#domain/api/trips.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Db, Engine } from '#server/db/engine.ts'
import { migrate, migrateWithin } from '#server/db/migrate.ts'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import { openFileStore } from '#server/documents/open-documents.ts'
import { mendIds } from '#server/plan/mend-ids.ts'
import { PlanStore } from '#server/plan/plan-store.ts'
import { parseSettings, type Settings } from '#server/settings/settings.ts'
import { StartError } from '#server/settings/start-error.ts'
import { contentsOf, raised } from '#server/testing/contents.ts'
import { listFiles } from '#server/testing/document-files.ts'
import type { FileStoreName } from '#server/testing/documents.ts'
import { engines, makeEmptyDatabase } from '#server/testing/engines.ts'
import { openFilledApp } from '#server/testing/filled-app.ts'
import { countRows, insertAccount, insertTrip } from '#server/testing/rows.ts'
import { S3Server } from '#server/testing/s3-server.ts'
import { openTestAppOn } from '#server/testing/test-app.ts'
import type { TestClient } from '#server/testing/test-client.ts'
import { seedDemo } from '#server/trips/seed-demo.ts'
import { makeBackup } from './backup.ts'
import { silentProgress } from './progress.ts'
import { restoreBackup } from './restore.ts'
import { listTables, transientTables } from './tables.ts'

const progress = silentProgress()

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wayfare-backup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Inserts a trip without the columns that later versions have added. */
async function insertOldTrip(db: Db, owner: string): Promise<string> {
  const id = randomUUID()
  await sql`insert into trips (id, name, type, owner_id, created_at)
    values (${id}, 'To the lake', 'car_trip', ${owner}, ${new Date().toISOString()})`.execute(db)
  return id
}

const combinations = [
  ['sqlite', 'disk'],
  ['postgres', 's3'],
  ['sqlite', 's3'],
  ['postgres', 'disk'],
] as const satisfies [Engine, FileStoreName][]

describe.each(combinations.slice(0, 2))('a backup of %s with documents on %s', (engine, store) => {
  let filled: Awaited<ReturnType<typeof openFilledApp>>
  let file: string
  beforeAll(async () => {
    filled = await openFilledApp(engine, store)
    file = join(folder, `${engine}-${store}.tar`)
    await makeBackup({ settings: filled.app.settings, target: file, progress, now: new Date() })
  })
  afterAll(() => filled.app.remove())

  it('contains rows of every table', async () => {
    const contents = await contentsOf(filled.app.settings)
    expect(Object.entries(contents).filter(([, rows]) => rows.length === 0)).toEqual([])
    const entries = JSON.stringify(contents['plan_entries'])
    for (const list of [
      'shopping/items',
      'shopping/states',
      'shopping/purchases',
      'gear/claims',
      'costs/expenses',
      'costs/payments',
      'rides/cars',
      'rides/riders',
      'duties/duties',
      'duties/volunteers',
      'beds/beds',
      'beds/sleepers',
    ])
      expect(entries, list).toContain(list)
    const tables = (await listTables(filled.app.db)).map(({ name }) => name)
    expect(Object.keys(contents).toSorted()).toEqual(tables.filter((name) => !(name in transientTables)))
  })

  it('reveals no invitation tokens; restored elsewhere, invitation links work but cannot be shown', async () => {
    const { app, client, user, trips } = filled
    const path = `/api/trips/${trips[0]?.id}`
    const invitationsOf = async (of: TestClient) =>
      peopleResponse.parse((await of.get(`${path}/people`)).body).invitations
    const [invitation] = await invitationsOf(client)
    const { token } = invitationLink.parse((await client.get(`${path}/invitations/${invitation?.id}/link`)).body)
    const bytes = await readFile(file)
    for (const secret of [token, app.secretKey.export().toString()]) expect(bytes.includes(secret)).toBe(false)

    const target = await makeEmptyDatabase(engine)
    try {
      const settings = parseSettings({ DATA_DIR: target.settings.dataDir, DATABASE_URL: target.settings.databaseUrl })
      await restoreBackup(file, settings, progress)
      const restored = await openTestAppOn(settings)
      try {
        expect((await restored.openClient().post('/api/join/look', { token })).status).toBe(200)
        expect(await invitationsOf(await restored.openSession(user))).toMatchObject([
          { state: 'open', has_link: false },
        ])
      } finally {
        await restored.remove()
      }
    } finally {
      await target.remove()
    }
  })

  it.each(combinations)('restores into %s with documents on %s unchanged', async (engine, store) => {
    const target = await makeEmptyDatabase(engine)
    const s3 = store === 's3' ? await S3Server.start() : undefined
    try {
      const settings = parseSettings({
        DATA_DIR: target.settings.dataDir,
        DATABASE_URL: target.settings.databaseUrl,
        ...s3?.env,
      })
      await restoreBackup(file, settings, progress)
      expect(await contentsOf(settings)).toEqual(raised(await contentsOf(filled.app.settings)))
      expect(await listFiles(settings.dataDir, s3)).toEqual(await filled.app.files())
    } finally {
      await target.remove()
      await s3?.stop()
    }
  })
})

/** Runs `use` with an empty database and store, and deletes them afterwards. */
async function withEmpty(engine: Engine, use: (settings: Settings, s3: S3Server) => Promise<void>): Promise<void> {
  const target = await makeEmptyDatabase(engine)
  const s3 = await S3Server.start()
  try {
    const { dataDir, databaseUrl } = target.settings
    await use(parseSettings({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...s3.env }), s3)
  } finally {
    await target.remove()
    await s3.stop()
  }
}

describe.each(engines)('restoring into %s', (engine) => {
  let filled: Awaited<ReturnType<typeof openFilledApp>>
  let file: string
  beforeAll(async () => {
    filled = await openFilledApp(engine, 'disk')
    file = join(folder, `of-${engine}.tar`)
    await makeBackup({ settings: filled.app.settings, target: file, progress, now: new Date() })
  })
  afterAll(() => filled.app.remove())

  const messageOf = (settings: Settings, from = file) =>
    restoreBackup(from, settings, progress).then(
      () => 'restored',
      (error) => (error instanceof StartError ? error.message : error),
    )
  async function tablesOf(settings: Settings): Promise<string[]> {
    const database = await openDatabase(settings)
    const tables = await listTables(database.kysely)
    await database.close()
    return tables.map(({ name }) => name)
  }

  it('leaves out short-lived rows and files that were being uploaded', () =>
    withEmpty(engine, async (settings) => {
      expect(await countRows(filled.app.db, 'attempts', 'device_codes')).toEqual({ attempts: 1, device_codes: 1 })
      await restoreBackup(file, settings, progress)
      const restored = await openDatabase(settings)
      expect(await countRows(restored.kysely, 'attempts', 'device_codes')).toEqual({ attempts: 0, device_codes: 0 })
      const files = await restored.kysely.selectFrom('stored_files').select('state').distinct().execute()
      await restored.close()
      expect(files).toEqual([{ state: 'kept' }])
    }))

  it('clears pictures, documents and receipts whose file neither the backup nor the store has, and reports them', () =>
    withEmpty(engine, async (settings) => {
      const other = await openFilledApp(engine, 'disk')
      const shown = await other.app.db
        .selectFrom('trips')
        .select(['id', 'picture'])
        .where('picture', 'is not', null)
        .executeTakeFirstOrThrow()
      try {
        const paths = Object.keys(await other.app.files()).toSorted()
        const kept = paths.find((path) => path.endsWith('.pdf'))
        const lost = paths.filter((path) => path !== kept)
        for (const path of lost) await rm(join(other.app.dataDir, DOCUMENT_FOLDER, path))
        const without = join(folder, `lost-of-${engine}.tar`)
        await makeBackup({ settings: other.app.settings, target: without, progress, now: new Date() })
        // The store that it is restored into has one of them.
        const found = `${shown.id}/${shown.picture}`
        const location = join(folder, `found-of-${engine}`)
        await writeFile(location, 'found')
        await openFileStore(settings).put(found, { location, size: 5, kind: { type: 'image/jpeg' } })
        expect((await restoreBackup(without, settings, progress)).missing.toSorted()).toEqual(
          lost.filter((path) => path !== found),
        )
      } finally {
        await other.app.remove()
      }
      const { kysely, close } = await openDatabase(settings)
      expect(await countRows(kysely, 'travel_documents', 'listed_files', 'stored_files')).toEqual({
        travel_documents: 1,
        listed_files: 0,
        stored_files: 2,
      })
      expect(
        await kysely.selectFrom('trips').select(['id', 'picture']).where('picture', 'is not', null).execute(),
      ).toEqual([shown])
      await close()
    }))

  it('refuses an incomplete or modified backup, and changes nothing', () =>
    withEmpty(engine, async (settings, s3) => {
      const whole = await readFile(file)
      const bad = join(folder, `bad-${engine}.tar`)
      const messageFor = async (bytes: Buffer) => {
        await writeFile(bad, bytes)
        return messageOf(settings, bad)
      }
      expect(await messageFor(whole.subarray(0, whole.length / 2))).toMatch(/ is incomplete/)
      const end = whole.indexOf('contents.json')
      expect(await messageFor(Buffer.concat([whole.subarray(0, end), Buffer.alloc(1024)]))).toMatch(
        /is incomplete: its end is missing/,
      )
      const inRow = Buffer.from(whole)
      inRow[inRow.indexOf('drop table')] = 0x44
      expect(await messageFor(inRow)).toMatch(/is damaged: the table /)
      const inFile = Buffer.from(whole)
      inFile.write('scribbled', inFile.lastIndexOf('%PDF-1.7') + 20)
      expect(await messageFor(inFile)).toMatch(/is damaged: the document /)
      expect(await messageFor(Buffer.from('A shopping list. '.repeat(100)))).toMatch(/is incomplete or not a backup/)
      expect(await messageOf(settings, join(folder, 'nowhere.tar'))).toMatch(/nowhere\.tar does not exist\.$/)
      expect(await tablesOf(settings)).toEqual([])
      expect(s3.objects.size).toBe(0)
    }))

  it('refuses an installation with data of its own, and leaves it unchanged', async () => {
    const before = await contentsOf(filled.app.settings)
    // Its server is running.
    expect(await messageOf(filled.app.settings)).toMatch(
      engine === 'sqlite' ? /Stop the server/ : /is not empty: it has \d+ accounts? or guests?/,
    )
    expect(await contentsOf(filled.app.settings)).toEqual(before)
  })

  it('replaces a demo that nobody has changed, and no other', () =>
    withEmpty(engine, async (settings) => {
      const seed = async () => {
        const database = await openDatabase(settings)
        await migrate(database)
        const plan = new PlanStore(database.kysely, () => new Date())
        await mendIds(database.kysely, plan, pino({ enabled: false }))
        await seedDemo(database, plan, () => new Date())
        return database
      }
      const changed = await seed()
      await insertTrip(changed.kysely)
      await changed.close()
      expect(await messageOf(settings)).toMatch(/^This installation is not empty: it has trips\./)
      const reseeded = await seed()
      await reseeded.kysely.deleteFrom('trips').where('name', '=', 'To the lake').execute()
      await reseeded.close()
      await restoreBackup(file, settings, progress)
      expect(await contentsOf(settings)).toEqual(raised(await contentsOf(filled.app.settings)))
    }))

  it('leaves nothing behind if the store fails midway, and succeeds the next time', () =>
    withEmpty(engine, async (settings, s3) => {
      const other = Buffer.from('another file')
      const last =
        Object.keys(await filled.app.files())
          .toSorted()
          .at(-1) ?? ''
      s3.objects.set(last, { type: undefined, bytes: other })
      expect(await messageOf(settings)).toMatch(/^The document store already has a different file at /)
      expect(await tablesOf(settings)).toEqual([])
      expect(Object.fromEntries(s3.objects)).toEqual({ [last]: { type: undefined, bytes: other } })
      s3.objects.clear()
      await restoreBackup(file, settings, progress)
      expect(await listFiles(settings.dataDir, s3)).toEqual(await filled.app.files())
    }))

  it('makes devices that have seen a later version accept the restored plan, and keeps the history', () =>
    withEmpty(engine, async (settings) => {
      const [{ id } = { id: '' }] = filled.trips
      const note = (text: string) => ({ id: randomUUID() as string, text })
      await filled.client.makeSection(id, 'notes', [note('Before the backup'), note('Also before')])
      const target = join(folder, `seen-${engine}.tar`)
      await makeBackup({ settings: filled.app.settings, target, progress, now: new Date() })
      const notesOn = async (client: TestClient) => {
        const { notes } = tripResponse.parse((await client.get(`/api/trips/${id}`)).body).sections
        return 'version' in notes ? notes : { version: -1, value: [] }
      }
      const before = await notesOn(filled.client)
      await filled.client.makeSection(id, 'notes', [note('After the backup')])
      const later = await notesOn(filled.client)
      expect(later.version).toBeGreaterThan(before.version)

      await restoreBackup(target, settings, progress)
      const { databaseUrl, dataDir } = settings
      const app = await openTestAppOn({ databaseUrl, dataDir })
      const client = app.openClient()
      client.cookies.set('wayfare_session', filled.client.token)
      const restored = await notesOn(client)
      expect(restored.value).toEqual(before.value)
      expect(restored.version).toBeGreaterThan(later.version)
      const operation = { id: randomUUID(), section: 'notes', do: 'insert', at: ['x'], entry: note('New'), after: null }
      operation.at = [operation.entry.id]
      const answer = await client.post(`/api/trips/${id}/operations`, {
        operations: [operation],
        seen: { notes: later.version },
      })
      expect(answer.body).toMatchObject({
        versions: { notes: restored.version + 1 },
        values: { notes: expect.arrayContaining(restored.value) },
      })
      const changes = (from: number, to: number) =>
        client.get(`/api/trips/${id}/history/notes/changes?from=${from}&to=${to}`)
      expect((await changes(restored.version - 1, restored.version + 1)).text).toContain('Before the backup')
      await app.remove()
    }))

  it('restores memberships and invitations of a backup from before they were renamed', () =>
    withEmpty(engine, async (settings) => {
      const old = await makeEmptyDatabase(engine)
      const database = await openDatabase(old.settings)
      await database.kysely.connection().execute((db) => migrateWithin(db, '0019-history-rows'))
      const owner = await insertAccount(database.kysely)
      const member = await insertAccount(database.kysely)
      const id = await insertOldTrip(database.kysely, owner)
      const at = new Date().toISOString()
      await sql`insert into invitations (id, trip_id, token_hash, created_at, expires_at, most_uses)
        values (${id}, ${id}, 'hash', ${at}, ${at}, 4)`.execute(database.kysely)
      await sql`insert into passes (trip_id, user_id, role, created_at, person_id, party_id)
        values (${id}, ${member}, 'organizer', ${at}, ${member}, ${member})`.execute(database.kysely)
      const target = join(folder, `renamed-${engine}.tar`)
      await makeBackup({
        settings: { ...old.settings, databaseUrl: old.settings.databaseUrl, s3: undefined },
        target,
        progress,
        now: new Date(),
      })
      await database.close()
      await old.remove()
      await restoreBackup(target, settings, progress)
      const { kysely, close } = await openDatabase(settings)
      expect(await kysely.selectFrom('memberships').select(['trip_id', 'user_id', 'role']).execute()).toEqual([
        { trip_id: id, user_id: member, role: 'organizer' },
      ])
      expect(await kysely.selectFrom('invitations').select(['id', 'max_uses']).execute()).toEqual([{ id, max_uses: 4 }])
      await close()
    }))

  it('migrates a backup of an older version', () =>
    withEmpty(engine, async (settings) => {
      const old = await makeEmptyDatabase(engine)
      const database = await openDatabase(old.settings)
      await database.kysely.connection().execute((db) => migrateWithin(db, '0006-people'))
      const owner = await insertAccount(database.kysely)
      const id = await insertOldTrip(database.kysely, owner)
      const target = join(folder, `old-${engine}.tar`)
      await makeBackup({
        settings: { ...old.settings, databaseUrl: old.settings.databaseUrl, s3: undefined },
        target,
        progress,
        now: new Date(),
      })
      await database.close()
      await old.remove()
      await restoreBackup(target, settings, progress)
      const restored = await openDatabase(settings)
      expect(await restored.kysely.selectFrom('trips').select(['id', 'owner_id']).execute()).toEqual([
        { id, owner_id: owner },
      ])
      expect(await countRows(restored.kysely, 'personal_links')).toEqual({ personal_links: 0 })
      await restored.close()
    }))

  it('refuses a backup of a newer version', () =>
    withEmpty(engine, async (settings) => {
      await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', '2999')`.execute(
        filled.app.db,
      )
      const target = join(folder, `newer-${engine}.tar`)
      await makeBackup({ settings: filled.app.settings, target, progress, now: new Date() })
      await sql`delete from kysely_migration where name = '9999-of-tomorrow'`.execute(filled.app.db)
      expect(await messageOf(settings, target)).toMatch(
        /was made by a newer version of Wayfare \(\S+\)\. Restore it with that version/,
      )
      expect(await tablesOf(settings)).toEqual([])
    }))
})
