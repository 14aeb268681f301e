import { randomUUID } from 'node:crypto'
import fs, { mkdir, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { documentResponse } from '#domain/api/documents.ts'
import type { Trip } from '#domain/trip.ts'
import { parseSettings } from '#server/settings/settings.ts'
import { StartError } from '#server/settings/start-error.ts'
import { buildFile } from '#server/testing/document-files.ts'
import { type DocumentApp, fileStores, openDocumentApp, streamOf, upload } from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { S3Server } from '#server/testing/s3-server.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'
import { FileUploads } from './file-uploads.ts'
import { openFileStore } from './open-documents.ts'
import { openS3Store } from './s3-store.ts'
import { UPLOAD_FOLDER, UploadFolder } from './upload-folder.ts'

const pdf = buildFile('pdf')
const HOUR = 60
const cases = engines.flatMap((engine) => fileStores.map((store) => [engine, store] as const))

describe.each(cases)('failing storage on %s and %s', (engine, store) => {
  let server: DocumentApp
  let client: TestClient
  let trip: Trip
  beforeAll(async () => {
    server = await openDocumentApp(engine, store)
    const owner_id = await insertAccount(server.db)
    client = await server.openSession({ id: owner_id })
    trip = await insertTrip(server.db, { owner_id, type: 'air_travel' })
  })
  afterAll(() => server.remove())
  afterEach(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    if (server.s3) server.s3.mood = 'well'
  })

  const uploaded = async () => {
    const answer = await upload(client, trip.id, 'a.pdf', pdf)
    expect(answer.status, answer.text).toBe(200)
    return documentResponse.parse(answer.body).document
  }
  const states = async () =>
    (await server.db.selectFrom('stored_files').select('state').execute()).map(({ state }) => state)
  const rows = () => server.db.selectFrom('travel_documents').selectAll().execute()

  /** Simulates a disk that becomes full once somebody writes a file. */
  function fillDisk(): void {
    const { open } = fs
    vi.spyOn(fs, 'open').mockImplementation(async (...args) => {
      const handle = await open(...args)
      if (String(args[0]).endsWith('.part')) {
        let writes = 0
        const { writeFile: write } = handle
        handle.writeFile = async (...args) => {
          if (++writes > 2) throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
          return write.apply(handle, args)
        }
      }
      return handle
    })
    syncBuiltinESMExports()
  }

  it('reports a full disk, and stores nothing', async () => {
    const before = { rows: await rows(), files: await server.files(), states: await states() }
    fillDisk()
    const answer = await upload(client, trip.id, 'a.pdf', streamOf([pdf, pdf, pdf, pdf]))
    expect(answer).toMatchObject({
      status: 507,
      body: {
        error: { code: 'storage_full', message: 'The server has no space left for files. Please try again later.' },
      },
    })
    expect(server.log).toContainEqual(
      expect.objectContaining({ level: 50, code: 'storage_full', err: expect.objectContaining({ code: 'ENOSPC' }) }),
    )
    expect({ rows: await rows(), files: await server.files(), states: await states() }).toEqual(before)
    expect(await server.arriving()).toEqual([])
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    await uploaded()
  })

  it('reports a read-only disk as temporarily not writable, and stores nothing', async () => {
    const before = { rows: await rows(), files: await server.files(), states: await states() }
    const fault = Object.assign(new Error('EROFS: read-only file system, open'), { code: 'EROFS' })
    vi.spyOn(fs, 'open').mockRejectedValue(fault)
    syncBuiltinESMExports()
    expect(await upload(client, trip.id, 'a.pdf', pdf)).toMatchObject(failed(503, 'storage_not_writable'))
    expect({ rows: await rows(), files: await server.files(), states: await states() }).toEqual(before)
    vi.restoreAllMocks()
    syncBuiltinESMExports()
    await uploaded()
  })

  it('ERR-23 reports any other disk error as "Failed to upload document", and stores nothing', async () => {
    const before = { rows: await rows(), files: await server.files(), states: await states() }
    const target = store === 'disk' ? 'rename' : 'open'
    const fault = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })
    vi.spyOn(fs, target).mockRejectedValue(fault)
    syncBuiltinESMExports()
    const answer = await upload(client, trip.id, 'a.pdf', pdf)
    expect(answer).toMatchObject({
      status: 500,
      body: { error: { code: 'document_not_uploaded', message: 'Failed to upload document' } },
    })
    expect({ rows: await rows(), files: await server.files(), states: await states() }).toEqual(before)
    expect(await server.arriving()).toEqual([])
  })

  it('sweeps unused files once they are old enough, and leaves unknown files alone', async () => {
    const stored = await uploaded()
    const deletedTrip = await insertTrip(server.db, { owner_id: trip.owner_id, type: 'air_travel' })
    const orphan = documentResponse.parse((await upload(client, deletedTrip.id, 'a.pdf', pdf)).body).document
    const pathOf = (url: string) => url.replace('/files/travel-documents/', '')
    await server.db.deleteFrom('trips').where('id', '=', deletedTrip.id).execute()
    const row = { trip_id: trip.id, size: 4, sha256: '', state: 'writing' } as const
    const abandoned = ['1000.pdf', '2000.pdf']
    for (const [at, file] of abandoned.entries()) {
      const begun_at = new Date(server.clock().getTime() - at * 2 * HOUR * 60_000).toISOString()
      await server.db
        .insertInto('stored_files')
        .values({ ...row, file, begun_at })
        .execute()
    }
    const unknown = `${trip.id}/3000.pdf`
    for (const path of [...abandoned.map((file) => `${trip.id}/${file}`), unknown]) {
      if (server.s3) server.s3.objects.set(path, { type: undefined, bytes: Buffer.from('%PDF') })
      else await writeFile(join(server.dataDir, 'travel-documents', path), '%PDF')
    }
    const uploads = join(server.dataDir, UPLOAD_FOLDER)
    await mkdir(uploads, { recursive: true })
    for (const name of ['young.part', 'old.part']) await writeFile(join(uploads, name), '%PDF')
    const longAgo = (server.clock().getTime() - 2 * HOUR * 60_000) / 1000
    await utimes(join(uploads, 'old.part'), longAgo, longAgo)

    await server.documents.sweep()
    const files = Object.keys(await server.files())
    expect(files).toContain(pathOf(stored.file_url))
    expect(files).toContain(unknown)
    expect(files).toContain(`${trip.id}/1000.pdf`)
    expect(files).not.toContain(`${trip.id}/2000.pdf`)
    expect(files).not.toContain(pathOf(orphan.file_url))
    expect(await server.arriving()).toEqual(['young.part'])

    server.wait({ minutes: 2 * HOUR })
    client = await server.openSession({ id: trip.owner_id ?? '' })
    await server.documents.sweep()
    expect(Object.keys(await server.files())).not.toContain(`${trip.id}/1000.pdf`)
    expect(await server.arriving()).toEqual([])
    expect((await client.get(stored.file_url)).bytes.equals(pdf)).toBe(true)
    expect(await states()).toEqual((await rows()).map(() => 'kept'))
  })

  if (store === 's3') {
    it('reports a failing store as unreachable, and sweeps what it may have received', async () => {
      const document = await uploaded()
      const s3 = server.s3 as S3Server
      const unreachable = failed(503, 'storage_unreachable')
      s3.mood = 'broken'
      expect(await upload(client, trip.id, 'b.pdf', pdf)).toMatchObject(unreachable)
      expect(await client.get(document.file_url)).toMatchObject(unreachable)
      const page = await client.get(document.file_url, { accept: 'text/html' })
      expect(page).toMatchObject({ status: 503, text: expect.stringContaining('The file store isn’t responding.') })
      expect(await server.arriving()).toEqual([])
      expect(await states()).toContain('writing')
      s3.mood = 'well'
      server.wait({ minutes: 2 * HOUR })
      client = await server.openSession({ id: trip.owner_id ?? '' })
      await server.documents.sweep()
      expect(await states()).toEqual((await rows()).map(() => 'kept'))
      expect((await client.get(document.file_url)).status).toBe(200)
    })

    it('distinguishes a store that is full or refuses from one that is unreachable', async () => {
      const s3 = server.s3 as S3Server
      const before = await states()
      s3.mood = 'full'
      expect(await upload(client, trip.id, 'b.pdf', pdf)).toMatchObject(failed(507, 'storage_full'))
      s3.mood = 'refusing'
      expect(await upload(client, trip.id, 'b.pdf', pdf)).toMatchObject(failed(500, 'document_not_uploaded'))
      s3.mood = 'well'
      await server.documents.sweep()
      expect(await states()).toEqual(before)
    })
  }
})

describe('an S3 store', () => {
  let s3: S3Server
  beforeAll(async () => {
    s3 = await S3Server.start()
  })
  afterAll(() => s3.stop())
  afterEach(() => {
    s3.mood = 'well'
  })

  const settingsOf = (changes: Record<string, string> = {}) => parseSettings({ ...s3.env, ...changes })

  it('is tested at the start without leaving anything behind', async () => {
    await openFileStore(settingsOf()).check()
    expect(s3.calls.map((call) => call.replace(/[\w-]{36}$/, 'id'))).toEqual([
      'PUT start-check/id',
      'DELETE start-check/id',
    ])
    expect(s3.objects.size).toBe(0)
  })

  it.each([
    [{ S3_SECRET_ACCESS_KEY: 'another' }, 'SignatureDoesNotMatch'],
    [{ S3_ACCESS_KEY_ID: 'another' }, 'InvalidAccessKeyId'],
    [{ S3_BUCKET: 'another' }, 'NoSuchBucket'],
    [{ S3_REGION: 'another' }, 'AuthorizationHeaderMalformed'],
  ])('fails the start in one line if it refuses %j', async (changes, code) => {
    const error = await openFileStore(settingsOf(changes))
      .check()
      .catch((thrown) => thrown)
    expect(error).toBeInstanceOf(StartError)
    expect(error.message).toMatch(
      new RegExp(`^S3_BUCKET: the store at 127\\.0\\.0\\.1:\\d+ refuses writes: .*${code}$`),
    )
    expect(error.message).not.toContain('\n')
  })

  it('that is unreachable at the start is only logged', async () => {
    s3.mood = 'broken'
    const lines: string[] = []
    const files = openFileStore(settingsOf())
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) })
    const uploads = new UploadFolder('unused')
    await new FileUploads({
      db: undefined as never,
      quotas: undefined as never,
      files,
      uploads,
      log,
      clock: () => new Date(),
    }).check()
    expect(lines).toEqual([expect.stringContaining('the document store does not respond')])
  })

  it('that is silent or absent times out', async () => {
    const { s3: settings } = settingsOf()
    if (!settings) throw new Error('No settings')
    s3.mood = 'silent'
    const silent = openS3Store(settings, { answerMs: 50, takeMs: 50 })
    await expect(silent.open('a/1.pdf', { start: 0, end: 9 })).rejects.toMatchObject({ code: 'storage_unreachable' })
    await expect(silent.remove('a/1.pdf')).rejects.toMatchObject({ code: 'storage_unreachable' })
    const stopped = await S3Server.start()
    const { S3_ENDPOINT = '' } = stopped.env
    await stopped.stop()
    const absent = openS3Store({ ...settings, endpoint: new URL(S3_ENDPOINT) })
    await expect(absent.check()).rejects.toMatchObject({ code: 'storage_unreachable' })
    await expect(absent.open('a/1.pdf', { start: 0, end: 9 })).rejects.toMatchObject({ code: 'storage_unreachable' })
  })

  it('reports a missing object as absent, and removing it succeeds', async () => {
    const files = openFileStore(settingsOf())
    expect(await files.open(`${randomUUID()}/1.pdf`, { start: 0, end: 9 })).toBe(undefined)
    await files.remove(`${randomUUID()}/1.pdf`)
  })
})
