import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { utimes } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { documentPath, documentResponse, uploadPath } from '#domain/api/documents.ts'
import { receiptResponse, receiptUploadPath } from '#domain/api/receipts.ts'
import { DOCUMENT_MAX_BYTES } from '#domain/documents.ts'
import type { Trip } from '#domain/trip.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { openDatabase } from '#server/db/database.ts'
import type { Database } from '#server/db/engine.ts'
import { buildFile, listArriving, listFiles } from '#server/testing/document-files.ts'
import { engineStores } from '#server/testing/documents.ts'
import { makeEmptyDatabase } from '#server/testing/engines.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { S3Server } from '#server/testing/s3-server.ts'
import { addressOf, BuiltServer, type Run } from '#server/testing/server-process.ts'
import { UPLOAD_FOLDER } from './upload-folder.ts'

const file = buildFile('pdf', 300_000)
const FILES = '/files/travel-documents/'
const KILLS = 3
const UPLOADERS = 6

let built: BuiltServer
beforeAll(async () => {
  built = await BuiltServer.build()
}, 60_000)
afterAll(() => built.remove())

describe.each(engineStores)('a server process with documents on %s and %s', { timeout: 120_000 }, (engine, store) => {
  let run: Run
  let address: URL
  let database: Database
  let dataDir: string
  let s3: S3Server | undefined
  let env: Record<string, string>
  let remove: () => Promise<void>
  let trip: Trip
  let token: string
  beforeAll(async () => {
    // With a data folder on disk: in memory, the steps of an upload take too little time for a kill to fall between
    // them.
    const empty = await makeEmptyDatabase(engine, built.folder)
    const { databaseUrl } = empty.settings
    dataDir = empty.settings.dataDir
    remove = empty.remove
    s3 = store === 's3' ? await S3Server.start() : undefined
    env = { DATA_DIR: dataDir, DEMO: 'off', ...(databaseUrl && { DATABASE_URL: databaseUrl }), ...s3?.env }
    await start()
    database = await openDatabase(empty.settings)
    const owner_id = await insertAccount(database.kysely)
    trip = await insertTrip(database.kysely, { owner_id, type: 'air_travel' })
    token = await openSession(database.kysely, { id: owner_id, email: 'owner@example.org' }, new Date())
  }, 60_000)
  afterAll(async () => {
    run.child.kill('SIGKILL')
    await run.ended
    await database.close()
    await remove()
    await s3?.stop()
  })

  async function start(): Promise<void> {
    run = built.start(env)
    address = await addressOf(run)
  }

  const headers = () => ({
    origin: address.origin,
    cookie: `wayfare_session=${token}`,
    'content-type': 'application/pdf',
  })
  /** The documents, receipts and trip pictures, with the paths of their files. */
  async function rows(): Promise<{ id: string; path: string }[]> {
    const db = database.kysely
    const documents = await db.selectFrom('travel_documents').select(['id', 'file_url']).execute()
    const receipts = await db.selectFrom('listed_files').select(['id', 'trip_id', 'file']).execute()
    const trips = await db.selectFrom('trips').select(['id', 'picture']).where('picture', 'is not', null).execute()
    return [
      ...documents.map(({ id, file_url }) => ({ id, path: file_url.replace(FILES, '') })),
      ...receipts.map(({ id, trip_id, file: name }) => ({ id, path: `${trip_id}/${name}` })),
      ...trips.map(({ id, picture }) => ({ id: `picture of ${id}`, path: `${id}/${picture}` })),
    ]
  }
  const fileRecords = () => database.kysely.selectFrom('stored_files').selectAll().execute()

  /**
   * Uploads documents and some receipts, and deletes documents, until the process is killed. Records what was
   * acknowledged and what may be deleted.
   */
  async function uploadAndDelete(stored: Set<string>, deleted: Set<string>, onStored: () => void): Promise<void> {
    for (;;) {
      const id = randomUUID()
      const isReceipt = stored.size % 4 === 1
      const path = isReceipt ? receiptUploadPath(trip.id, id, 'a.pdf') : uploadPath(trip.id, id, 'a.pdf')
      try {
        const put = await fetch(new URL(path, address), { method: 'PUT', headers: headers(), body: file })
        const answer = await put.json()
        stored.add(isReceipt ? receiptResponse.parse(answer).receipt.id : documentResponse.parse(answer).document.id)
        onStored()
        if (isReceipt) continue
        if (stored.size % 3 !== 0) continue
        deleted.add(id)
        await fetch(new URL(documentPath(trip.id, id), address), { method: 'DELETE', headers: headers() })
      } catch {
        return
      }
    }
  }

  it('has exactly one file per row after it was killed during uploads and deletions', async () => {
    const [stored, deleted] = [new Set<string>(), new Set<string>()]
    for (let kill = 0; kill < KILLS; kill++) {
      if (kill > 0) await start()
      let requestsLeft = 10 + kill
      const killWhenDue = () => {
        if (--requestsLeft === 0) run.child.kill('SIGKILL')
      }
      await Promise.all(Array.from({ length: UPLOADERS }, () => uploadAndDelete(stored, deleted, killWhenDue)))
      expect(await run.ended).toBe(null)

      // Immediately, before any sweep: every row has its complete file, and no acknowledged document is lost.
      const files = await listFiles(dataDir, s3)
      const found = await rows()
      for (const row of found) expect(files[row.path]?.equals(file), row.path).toBe(true)
      const ids = new Set(found.map(({ id }) => id))
      for (const id of stored) if (!deleted.has(id)) expect(ids.has(id), id).toBe(true)
      const recorded = new Set((await fileRecords()).map((row) => `${row.trip_id}/${row.file}`))
      for (const path of Object.keys(files)) expect(recorded.has(path), path).toBe(true)
    }

    // One hour later.
    const earlier = new Date(Date.now() - 61 * 60_000)
    await database.kysely.updateTable('stored_files').set({ begun_at: earlier.toISOString() }).execute()
    for (const name of await listArriving(dataDir)) await utimes(join(dataDir, UPLOAD_FOLDER, name), earlier, earlier)
    await start()
    await vi.waitFor(
      async () => {
        expect(await listArriving(dataDir)).toEqual([])
        expect((await fileRecords()).every(({ state }) => state === 'kept')).toBe(true)
      },
      { timeout: 120_000 },
    )
    const paths = (await rows()).map(({ path }) => path).toSorted()
    expect(Object.keys(await listFiles(dataDir, s3)).toSorted()).toEqual(paths)
    expect((await fileRecords()).map((row) => `${row.trip_id}/${row.file}`).toSorted()).toEqual(paths)
    expect(paths.length).toBeGreaterThan(KILLS)
    const [row] = await rows()
    const shown = await fetch(new URL(`${FILES}${row?.path}`, address), { headers: headers() })
    expect(Buffer.from(await shown.arrayBuffer()).equals(file)).toBe(true)
  })

  /** Begins an upload that announces this length, or none. */
  function beginUpload(announced?: number): { sending: ClientRequest; answered: Promise<[IncomingMessage]> } {
    const length = announced === undefined ? {} : { 'content-length': announced }
    const url = new URL(uploadPath(trip.id, randomUUID(), 'a.pdf'), address)
    const sending = request(url, { method: 'PUT', headers: { ...headers(), ...length }, agent: new Agent() })
    return { sending, answered: once(sending, 'response') as Promise<[IncomingMessage]> }
  }

  async function expectNothingStored(before: { rows: number; known: number }): Promise<void> {
    await expect.poll(() => listArriving(dataDir), { timeout: 60_000 }).toEqual([])
    expect({ rows: (await rows()).length, known: (await fileRecords()).length }).toEqual(before)
  }

  it('stores nothing of an interrupted upload, with or without a length', async () => {
    const before = { rows: (await rows()).length, known: (await fileRecords()).length }
    for (const announced of [file.length, file.length * 2, undefined]) {
      const { sending, answered: onStored } = beginUpload(announced)
      onStored.catch(() => {})
      sending.write(file.subarray(0, 100_000))
      await expect.poll(() => listArriving(dataDir), { timeout: 60_000 }).toHaveLength(1)
      sending.destroy()
      await expectNothingStored(before)
    }
  })

  it('refuses a document that is too large, whatever length it announces, with a response that arrives', async () => {
    const before = { rows: (await rows()).length, known: (await fileRecords()).length }
    // Both then wait: a client that still sends half a second after the response is cut off, and may not read it.
    const announcing = beginUpload(DOCUMENT_MAX_BYTES * 2)
    announcing.sending.write(file.subarray(0, 1000))
    const [early] = await announcing.answered
    expect(early.statusCode).toBe(413)
    announcing.sending.destroy()

    const chunked = beginUpload()
    const tooLarge = Buffer.concat([file, Buffer.alloc(DOCUMENT_MAX_BYTES - file.length)])
    chunked.sending.write(tooLarge)
    await once(chunked.sending, 'drain')
    chunked.sending.write('1')
    const [cut] = await chunked.answered
    expect(cut.statusCode).toBe(413)
    chunked.sending.destroy()
    await expectNothingStored(before)
  })

  it('stores no more of a body than its announced length, completely or not at all', async () => {
    const id = randomUUID()
    const socket = connect(Number(address.port), address.hostname)
    const { origin, cookie } = headers()
    const target = `PUT ${uploadPath(trip.id, id, 'a.pdf')} HTTP/1.1`
    const head = [
      target,
      `Host: ${address.host}`,
      `Origin: ${origin}`,
      `Cookie: ${cookie}`,
      'Content-Length: 1000',
      '',
      '',
    ]
    socket.write(head.join('\r\n'))
    socket.write(file.subarray(0, 2000))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 [24]00 /)
    socket.destroy()
    // The log line is written last.
    await expect.poll(() => run.output.stdout, { timeout: 60_000 }).toContain(documentPath(trip.id, id))
    expect(await listArriving(dataDir)).toEqual([])
    expect((await fileRecords()).every(({ state }) => state === 'kept')).toBe(true)
    const row = (await rows()).find((found) => found.id === id)
    const files = await listFiles(dataDir, s3)
    if (row) expect(files[row.path]?.equals(file.subarray(0, 1000))).toBe(true)
    expect(Object.keys(files)).toHaveLength((await rows()).length)
  })
})
