import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { setPicture } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { openFilledApp } from '#server/testing/filled-app.ts'
import { countRows, insertTrip } from '#server/testing/rows.ts'
import { checkArchive } from './archive-reader.ts'
import { makeBackup } from './backup.ts'
import { Progress, silentProgress } from './progress.ts'

const progress = silentProgress()

describe.each(engines)('a backup of a running server on %s', (engine) => {
  let filled: Awaited<ReturnType<typeof openFilledApp>>
  let folder: string
  let target: string
  beforeAll(async () => {
    filled = await openFilledApp(engine, 'disk')
    folder = await mkdtemp(join(tmpdir(), 'wayfare-backup-'))
    target = join(folder, 'backup.tar')
  })
  afterAll(async () => {
    await filled.app.remove()
    await rm(folder, { recursive: true })
  })

  const make = (options: { overwrite?: boolean; progress?: Progress } = {}) =>
    makeBackup({ settings: filled.app.settings, target, progress, now: new Date(), ...options })

  /** `equals` instead of an assertion on bytes, which takes seconds for a few megabytes. */
  const isUnchanged = async (bytes: Buffer) => bytes.equals(await readFile(target))

  it('is readable by its user only, and overwrites another only on request', async () => {
    await make()
    expect((await stat(target)).mode & 0o777).toBe(0o600)
    const first = await readFile(target)
    await expect(make()).rejects.toThrow(/backup\.tar already exists\. Name another file, or add --overwrite/)
    expect(await isUnchanged(first)).toBe(true)
    await make({ overwrite: true })
    expect(await isUnchanged(first)).toBe(false)
    expect(await readdir(folder)).toEqual(['backup.tar'])
  })

  it('is a snapshot of one moment, whatever is written meanwhile', async () => {
    const before = await countRows(filled.app.db, 'trips', 'profiles', 'trip_notes')
    // Inserts a trip while each table is being read.
    const inserts: Promise<unknown>[] = []
    const insertingProgress = new Progress(() => inserts.push(insertTrip(filled.app.db)), 0)
    await make({ overwrite: true, progress: insertingProgress })
    await Promise.all(inserts)
    const { tables } = await checkArchive(target, progress)
    for (const [table, rows] of Object.entries(before)) expect([table, tables[table]?.rows]).toEqual([table, rows])
    expect((await countRows(filled.app.db, 'trips')).trips).toBe(before.trips + inserts.length)
    expect(inserts.length).toBeGreaterThan(10)
  })

  it('has the files of that moment, also of pictures that are replaced and documents that are deleted meanwhile', async () => {
    const { app, client, trips } = filled
    const [trip = { id: '' }] = trips
    let at = 0
    let replacing: Promise<unknown> = Promise.resolve()
    // Replaces the picture again and again while tables and files are read.
    const replace = () => {
      const picture = buildFile('jpeg', 5000 + ++at)
      replacing = replacing.then(() => setPicture(client, trip.id, picture))
    }
    const result = await make({ overwrite: true, progress: new Progress(replace, 0) })
    await replacing
    expect(at).toBeGreaterThan(10)
    expect(result.missing).toEqual([])
    // The sweep removes what had to stay.
    expect(Object.keys(await app.files()).length).toBeGreaterThan(result.documents)
    await app.documents.sweep()
    expect(Object.keys(await app.files())).toHaveLength(result.documents)
    expect(await countRows(app.db, 'removal_pauses')).toEqual({ removal_pauses: 0 })
  })

  it('goes on without a pause if the database cannot be written, and says so', async () => {
    const { db } = filled.app
    const refusal = sql`raise(abort, 'read-only')`
    if (engine === 'sqlite')
      await sql`create trigger read_only before insert on removal_pauses begin select ${refusal}; end`.execute(db)
    else await sql`alter table removal_pauses add constraint read_only check (false)`.execute(db)
    const result = await make({ overwrite: true })
    expect(result.pauseFailure).toBeInstanceOf(Error)
    expect(result.missing).toEqual([])
    if (engine === 'sqlite') await sql`drop trigger read_only`.execute(db)
    else await sql`alter table removal_pauses drop constraint read_only`.execute(db)
    expect((await make({ overwrite: true })).pauseFailure).toBeUndefined()
  })

  it('that was killed pauses removals for some minutes only', async () => {
    const { app, client, trips } = filled
    const [trip = { id: '' }] = trips
    const before = Object.keys(await app.files()).length
    const until = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
    const pause = (minutes: number) =>
      app.db
        .insertInto('removal_pauses')
        .values({ id: randomUUID(), until: until(minutes) })
        .execute()
    await pause(5)
    await setPicture(client, trip.id, buildFile('jpeg', 7001))
    await app.documents.sweep()
    expect(Object.keys(await app.files())).toHaveLength(before + 1)
    await app.db.deleteFrom('removal_pauses').execute()
    await pause(-1)
    // By a clock that was ahead.
    await pause(400 * 24 * 60)
    await app.documents.sweep()
    expect(Object.keys(await app.files())).toHaveLength(before)
    await app.db.deleteFrom('removal_pauses').execute()
  })

  it('reports documents that are missing or truncated, and contains all others', async () => {
    const paths = Object.keys(await filled.app.files()).toSorted()
    const [missing = '', cut = ''] = paths
    const fullPath = (path: string) => join(filled.app.dataDir, DOCUMENT_FOLDER, path)
    const [missingBytes, cutBytes] = [await readFile(fullPath(missing)), await readFile(fullPath(cut))]
    await rm(fullPath(missing))
    await writeFile(fullPath(cut), cutBytes.subarray(0, 100))
    expect(await make({ overwrite: true })).toMatchObject({
      documents: paths.length - 1,
      missing: [missing],
      cut: [cut],
    })
    const { documents } = await checkArchive(target, progress)
    expect(Object.keys(documents)).toEqual(paths.slice(1))
    await writeFile(fullPath(missing), missingBytes)
    await writeFile(fullPath(cut), cutBytes)
  })

  it('that fails leaves the previous one', async () => {
    await make({ overwrite: true })
    const before = await readFile(target)
    const failing = new Progress(() => {
      throw new Error('The disk is gone.')
    }, 0)
    await expect(make({ overwrite: true, progress: failing })).rejects.toThrow('The disk is gone.')
    expect(await readdir(folder)).toEqual(['backup.tar'])
    expect(await isUnchanged(before)).toBe(true)
  })
})
