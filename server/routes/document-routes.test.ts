import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { documentPath, documentResponse, uploadPath, viewPath } from '#domain/api/documents.ts'
import { sharing } from '#domain/api/sharing.ts'
import { tripResponse } from '#domain/api/trips.ts'
import { DOCUMENT_MAX_BYTES, documentTypes, type TravelDocument } from '#domain/documents.ts'
import { newStay } from '#domain/plan/stays.ts'
import { newTicket } from '#domain/plan/tickets.ts'
import type { Trip } from '#domain/trip.ts'
import { buildFile } from '#server/testing/document-files.ts'
import {
  type DocumentApp,
  expectStoredFiles,
  fileStores,
  openDocumentApp,
  streamOf,
  upload,
} from '#server/testing/documents.ts'
import { engines } from '#server/testing/engines.ts'
import { insertAccount, insertTrip, withoutTable } from '#server/testing/rows.ts'
import { type Answer, failed, type TestClient } from '#server/testing/test-client.ts'

const pdf = buildFile('pdf')
const png = buildFile('png')
const contentOf = (bytes: Buffer) => ({ size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
const cases = engines.flatMap((engine) => fileStores.map((store) => [engine, store] as const))

describe.each(cases)('travel documents on %s and %s', (engine, store) => {
  let server: DocumentApp
  let ownerId: string
  let owner: TestClient
  let stranger: TestClient
  let trip: Trip
  beforeAll(async () => {
    server = await openDocumentApp(engine, store)
    ownerId = await insertAccount(server.db)
    owner = await server.openSession({ id: ownerId })
    stranger = await server.openSession({ id: await insertAccount(server.db) })
    trip = await newTrip()
  })
  afterAll(() => server.remove())
  afterEach(async () => {
    vi.useRealTimers()
    expect(await server.arriving(), 'unfinished uploads').toEqual([])
    await expectConsistent()
  })

  const newTrip = (overrides: Partial<Trip> = {}) =>
    insertTrip(server.db, { owner_id: ownerId, type: 'air_travel', ...overrides })
  const listRows = (tripId: string) =>
    server.db.selectFrom('travel_documents').selectAll().where('trip_id', '=', tripId).orderBy('uploaded_at').execute()
  const uploadDocument = async (tripId: string, name = 'a.pdf', bytes = pdf) => {
    const answer = await upload(owner, tripId, name, bytes)
    expect(answer.status, answer.text).toBe(200)
    return documentResponse.parse(answer.body).document
  }
  const pathOf = ({ file_url }: Pick<TravelDocument, 'file_url'>) => file_url.replace('/files/travel-documents/', '')
  const listDocuments = async (tripId: string) =>
    tripResponse.parse((await owner.get(`/api/trips/${tripId}`)).body).documents

  /** Every row has its file, every file has its row, and the record lists exactly these files. */
  async function expectConsistent(): Promise<void> {
    const rows = await server.db.selectFrom('travel_documents').selectAll().execute()
    await expectStoredFiles(server, rows.map(pathOf))
  }

  /** Expects a refusal that stores nothing. */
  async function expectRefused(answer: Answer, status: number, code: string, message: string): Promise<void> {
    expect(answer).toMatchObject({ status, body: { error: { code, message } } })
    expect(await server.arriving()).toEqual([])
  }

  it('are refused on a trip by car, which has no screen for them', async () => {
    const { id } = await newTrip({ type: 'car_trip' })
    expect(await upload(owner, id, 'a.pdf', buildFile('pdf'))).toMatchObject(failed(404, 'trip_not_found'))
    expect(await owner.send('DELETE', documentPath(id, randomUUID()))).toMatchObject(failed(404, 'trip_not_found'))
    expect(await server.arriving()).toEqual([])
  })

  describe('uploading', () => {
    it('CALL-FILE-1..3, CALL-DATA-40, CALL-DATA-41, DATA-43..45, VALID-25, VALID-26 stores file and row', async () => {
      const emptyTrip = await newTrip()
      const id = randomUUID()
      const before = Date.now()
      const answer = await upload(owner, emptyTrip.id, 'boarding pass.pdf', pdf, { id })
      expect(answer.status).toBe(200)
      const [row] = await listRows(emptyTrip.id)
      // With size and hash, by which a device recognizes whether it has the same bytes.
      expect(answer.body).toEqual({ document: { ...row, ...contentOf(pdf) } })
      expect(row).toEqual({
        id,
        trip_id: emptyTrip.id,
        file_name: 'boarding pass.pdf',
        file_url: expect.stringMatching(new RegExp(`^/files/travel-documents/${emptyTrip.id}/\\d{13}\\.pdf$`)),
        file_type: 'pdf',
        description: 'Travel document: boarding pass.pdf',
        uploaded_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      })
      expect(Date.parse(row?.uploaded_at ?? '')).toBeGreaterThanOrEqual(before)
      expect((await server.files())[pathOf(row as TravelDocument)]).toEqual(pdf)
      if (server.s3) expect(server.s3.calls).toContain(`PUT ${pathOf(row as TravelDocument)}`)
    })

    it('VALID-16..19, CONST-4, CALL-FILE-2 detects PDF, JPEG and PNG by content', async () => {
      const files = { 'application/pdf': 'pdf', 'image/jpeg': 'jpeg', 'image/jpg': 'jpeg', 'image/png': 'png' } as const
      const emptyTrip = await newTrip()
      for (const type of documentTypes) {
        const bytes = buildFile(files[type])
        const answer = await upload(owner, emptyTrip.id, `a.${files[type]}`, bytes, { type })
        expect(answer.status, type).toBe(200)
        const { document } = documentResponse.parse(answer.body)
        expect(document).toMatchObject({
          file_type: files[type],
          file_url: expect.stringMatching(new RegExp(`\\.${files[type]}$`)),
        })
        const shown = await owner.get(document.file_url)
        expect(shown.headers.get('content-type')).toBe(type.replace('jpg', 'jpeg'))
        expect(shown.bytes.equals(bytes)).toBe(true)
      }
      const mislabeled = documentResponse.parse(
        (await upload(owner, emptyTrip.id, 'a.pdf', png, { type: 'text/html' })).body,
      ).document
      expect(mislabeled).toMatchObject({ file_type: 'pdf', file_url: expect.stringMatching(/\.png$/) })
      expect((await owner.get(mislabeled.file_url)).headers.get('content-type')).toBe('image/png')
    })

    it('VALID-16, VALID-25 accepts a PDF after 1,024 other bytes, in small chunks and without an extension', async () => {
      const emptyTrip = await newTrip()
      const mailed = Buffer.concat([Buffer.alloc(1024, 'Received: from a mail\r\n'), pdf])
      const chunks = Array.from({ length: Math.ceil(mailed.length / 100) }, (_, n) =>
        mailed.subarray(n * 100, (n + 1) * 100),
      )
      const answer = await upload(owner, emptyTrip.id, 'boarding pass', streamOf(chunks), { type: '' })
      expect(answer.status, answer.text).toBe(200)
      const { document } = documentResponse.parse(answer.body)
      expect(document).toMatchObject({ file_name: 'boarding pass', file_type: 'document' })
      expect(document.file_url).toMatch(/\.pdf$/)
      const shown = await owner.get(document.file_url)
      expect(shown.bytes.equals(mailed)).toBe(true)
      expect(shown.headers.get('content-type')).toBe('application/pdf')
      expect(shown.headers.get('x-content-type-options')).toBe('nosniff')
    })

    it.each([
      ['out.eml', 'message/rfc822', 'From: airline@example.org\r\nSubject: Your flight\r\n\r\nSee you.'],
      ['pass.pkpass', 'application/vnd.apple.pkpass', 'PK\x03\x04\x14\0'],
      ['flight.ics', 'text/calendar', 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'],
    ])('keeps %s of a booking, and has browsers save it', async (name, type, text) => {
      const own = await newTrip()
      const body = Buffer.from(text, 'latin1')
      await expectRefused(
        await upload(owner, own.id, name, body),
        415,
        'document_type_refused',
        'Only PDF, JPEG, and PNG files are allowed',
      )
      const { document } = (await upload(owner, own.id, name, body, { of: 'booking' })).body as {
        document: TravelDocument
      }
      const shown = await owner.get(document.file_url)
      expect(shown.bytes.equals(body)).toBe(true)
      expect(shown.headers.get('content-type')).toBe(type)
      expect(shown.headers.get('content-disposition')).toBe(`attachment; filename="${name}"; filename*=UTF-8''${name}`)
      expect(shown.headers.get('content-security-policy')).toContain('sandbox')
    })

    it('keeps nothing else of a booking', async () => {
      for (const text of [
        '#!/bin/sh',
        '<html><script>alert(1)</script>',
        'Hello,\nFrom: me\n',
        '\nBEGIN:VCALENDAR\n',
      ]) {
        const answer = await upload(owner, trip.id, 'a.eml', Buffer.from(text), { of: 'booking' })
        await expectRefused(answer, 415, 'document_type_refused', 'Only PDF, JPEG, and PNG files are allowed')
      }
    })

    it('VALID-21 refuses a HEIC photo, and says how to get a JPEG', async () => {
      const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')
      const answer = await upload(owner, trip.id, 'IMG_1.jpg', heic, { type: 'image/jpeg' })
      await expectRefused(
        answer,
        415,
        'document_type_refused',
        'Only PDF, JPEG, and PNG files are allowed. To make a JPEG of a HEIC photo on an iPhone, copy it in Photos and paste it into Files.',
      )
    })

    it.each([
      ['a script', '#!/bin/sh\nrm -rf /\n'],
      ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
      ['a page', '<!doctype html><script>alert(1)</script>'],
      ['a text that names a PDF after 1,025 bytes', `${' '.repeat(1025)}%PDF-1.7`],
      ['a GIF', 'GIF89a....'],
      ['the beginning of a PNG', '\x89PNG'],
      ['one byte', '%'],
    ])('VALID-20, VALID-21 refuses %s that is called .pdf', async (_, text) => {
      for (const type of documentTypes) {
        const answer = await upload(owner, trip.id, 'ticket.pdf', Buffer.from(text, 'latin1'), { type })
        await expectRefused(answer, 415, 'document_type_refused', 'Only PDF, JPEG, and PNG files are allowed')
      }
    })

    it('refuses an empty file', async () => {
      for (const body of [Buffer.alloc(0), streamOf([]), streamOf([new Uint8Array()])]) {
        await expectRefused(await upload(owner, trip.id, 'a.pdf', body), 400, 'document_empty', 'This file is empty.')
      }
    })

    it('VALID-14, VALID-15, CONST-3 accepts exactly 10 MB, in one chunk or many, and not one byte more', async () => {
      const largest = buildFile('pdf', DOCUMENT_MAX_BYTES)
      const pieces = (bytes: Buffer, size: number) =>
        streamOf(
          Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) => bytes.subarray(n * size, (n + 1) * size)),
        )
      const emptyTrip = await newTrip()
      const length = { 'content-length': String(largest.length) }
      for (const answer of [
        await upload(owner, emptyTrip.id, 'a.pdf', largest, length),
        await upload(owner, emptyTrip.id, 'b.pdf', pieces(largest, 65_536)),
      ]) {
        expect(answer.status, answer.text).toBe(200)
        const { file_url } = documentResponse.parse(answer.body).document
        expect((await owner.get(file_url)).bytes.equals(largest)).toBe(true)
      }
      const more = Buffer.concat([largest, Buffer.alloc(1)])
      for (const answer of [
        await upload(owner, emptyTrip.id, 'c.pdf', more, { 'content-length': String(more.length) }),
        await upload(owner, emptyTrip.id, 'c.pdf', pieces(more, 65_536)),
        await upload(owner, emptyTrip.id, 'c.pdf', pieces(more, 65_536), { 'content-length': '1000' }),
        await upload(owner, emptyTrip.id, 'c.pdf', pieces(more, 65_536), {
          'content-length': '1000',
          'transfer-encoding': 'chunked',
        }),
      ]) {
        await expectRefused(answer, 413, 'document_too_large', 'File size must be less than 10MB')
      }
      expect(await listRows(emptyTrip.id)).toHaveLength(2)
      const script = Buffer.concat([Buffer.from(`#!/bin/sh\n${' '.repeat(1024)}`), more])
      const polyglot = await upload(owner, emptyTrip.id, 'c.pdf', pieces(script, 65_536))
      await expectRefused(polyglot, 415, 'document_type_refused', 'Only PDF, JPEG, and PNG files are allowed')
    })

    it('VALID-14 stops an endless file while it streams', async () => {
      let sent = 0
      const endless = function* () {
        yield pdf
        for (;;) {
          sent += 65_536
          yield new Uint8Array(65_536)
        }
      }
      await expectRefused(
        await upload(owner, trip.id, 'a.pdf', streamOf(endless())),
        413,
        'document_too_large',
        'File size must be less than 10MB',
      )
      expect(sent).toBeLessThan(DOCUMENT_MAX_BYTES + 3 * 65_536)
      sent = 0
      const announced = await upload(owner, trip.id, 'a.pdf', streamOf(endless()), {
        'content-length': String(DOCUMENT_MAX_BYTES + 1),
      })
      await expectRefused(announced, 413, 'document_too_large', 'File size must be less than 10MB')
      expect(sent, 'sent although it announced too much').toBeLessThan(3 * 65_536)
    })

    it('stores nothing if interrupted', async () => {
      for (const pieces of [0, 1, 20]) {
        const broken = async function* () {
          for (let piece = 0; piece < pieces; piece++) yield piece === 0 ? pdf : new Uint8Array(65_536)
          throw new Error('The connection is gone')
        }
        const answer = await upload(owner, trip.id, 'a.pdf', streamOf(broken()))
        expect(answer, String(pieces)).toMatchObject(failed(400, 'upload_broken_off'))
      }
      expect(await listRows(trip.id)).toEqual([])
    })

    it('stores a PNG with an HTML page appended as it is, and serves it as a PNG in which nothing runs', async () => {
      const polyglot = Buffer.concat([png, Buffer.from('<!doctype html><script>alert(1)</script>')])
      const { file_url } = await uploadDocument(trip.id, 'a.html', polyglot)
      const { bytes, headers } = await owner.get(file_url)
      expect(bytes.equals(polyglot)).toBe(true)
      expect(headers.get('content-type')).toBe('image/png')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*sandbox;/)
    })

    it.each([
      [`${'x'.repeat(496)}.pdf`, `${'x'.repeat(250)}….pdf`],
      ['../../../etc/passwd.pdf', '..-..-..-etc-passwd.pdf'],
      ['C:\\scans\\a.pdf', 'C:-scans-a.pdf'],
      ['a "quoted"; filename=evil.exe\'.pdf', 'a "quoted"; filename=evil.exe\'.pdf'],
      ['two\r\nSet-Cookie: x=1\n.pdf', 'two Set-Cookie: x=1 .pdf'],
      ['\u202efdp.exe', 'fdp.exe', 'fdp.exe.pdf'],
      ['🏕️ 100% תעודה.pdf', '🏕️ 100% תעודה.pdf'],
      ['a\0b.pdf', 'ab.pdf'],
      ['...', 'document', 'document.pdf'],
      ['', 'document', 'document.pdf'],
    ])('stores the name %j as %j, saved with the right extension', async (name, stored, saved = stored) => {
      // Sent without the app's own cleaning.
      const path = `${documentPath(trip.id, randomUUID())}?${new URLSearchParams({ file_name: name })}`
      const answer = await owner.send('PUT', path, { raw: pdf })
      expect(answer.status, answer.text).toBe(200)
      const { document } = documentResponse.parse(answer.body)
      expect(document).toMatchObject({ file_name: stored, description: `Travel document: ${stored}` })
      expect(document.file_url).toMatch(/\/\d+\.pdf$/)
      const disposition = (await owner.get(document.file_url)).headers.get('content-disposition') ?? ''
      expect(disposition).toMatch(
        /^inline; filename="[\x20-\x21\x23-\x5b\x5d-\x7e]*"; filename\*=UTF-8''[\w!#$&+.^`|~%-]+$/,
      )
      expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1] ?? '')).toBe(saved)
    })

    it.each([
      ['Seats 12A and 12B', 'Seats 12A and 12B'],
      ['  two\r\nlines \0 ', 'two lines'],
      ['x'.repeat(300), 'x'.repeat(200)],
      [`${'x'.repeat(199)}🏕️`, 'x'.repeat(199)],
      ['  ', 'Travel document: a.pdf'],
    ])('CALL-DATA-43, DATA-45 stores the description %j as %j', async (description, stored) => {
      const emptyTrip = await newTrip()
      // Sent without the app's own cleaning.
      const query = new URLSearchParams({ file_name: 'a.pdf', description })
      const path = `${documentPath(emptyTrip.id, randomUUID())}?${query}`
      const answer = await owner.send('PUT', path, { raw: pdf })
      expect(answer.status, answer.text).toBe(200)
      expect(answer.body).toMatchObject({ document: { file_name: 'a.pdf', description: stored } })
      expect(await listDocuments(emptyTrip.id)).toMatchObject([{ description: stored }])
    })

    it('creates one document when repeated, even concurrently', async () => {
      const emptyTrip = await newTrip()
      const id = randomUUID()
      const answers = await Promise.all([1, 2, 3].map(() => upload(owner, emptyTrip.id, 'a.pdf', pdf, { id })))
      answers.push(await upload(owner, emptyTrip.id, 'a.pdf', pdf, { id: id.toUpperCase() }))
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      for (const { body } of answers) expect(body).toEqual(answers[0]?.body)
      expect(await listRows(emptyTrip.id)).toHaveLength(1)
      expect(await listDocuments(emptyTrip.id)).toHaveLength(1)

      expect(await upload(owner, emptyTrip.id, 'b.pdf', pdf, { id })).toMatchObject(failed(409, 'document_exists'))
      const other = await newTrip()
      expect((await upload(owner, other.id, 'b.pdf', pdf, { id })).status).toBe(200)
    })

    it('VALID-26 gets a path of its own in the same millisecond', async () => {
      const emptyTrip = await newTrip()
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
      const documents = await Promise.all(
        ['a', 'b', 'c', 'd'].map((name) =>
          uploadDocument(emptyTrip.id, `${name}.pdf`, buildFile('pdf', 500 + name.charCodeAt(0))),
        ),
      )
      expect(new Set(documents.map(({ file_url }) => file_url)).size).toBe(4)
      for (const { file_name, file_url } of documents) {
        expect((await owner.get(file_url)).bytes).toHaveLength(500 + file_name.charCodeAt(0))
      }
    })

    it('refuses requests that are not an upload', async () => {
      const put = (path: string) =>
        owner.send('PUT', path, { raw: pdf, headers: { 'content-type': 'application/pdf' } })
      expect(await put(documentPath(trip.id, randomUUID()))).toMatchObject(failed(400, 'invalid_request'))
      expect(await put(uploadPath(trip.id, 'x', 'a.pdf'))).toMatchObject(failed(400, 'invalid_id'))
      expect(await put(uploadPath('x', randomUUID(), 'a.pdf'))).toMatchObject(failed(400, 'invalid_id'))
      expect(await put(uploadPath(randomUUID(), randomUUID(), 'a.pdf'))).toMatchObject(failed(404, 'trip_not_found'))
      const foreign = await owner.send('PUT', uploadPath(trip.id, randomUUID(), 'a.pdf'), {
        raw: pdf,
        headers: { origin: 'http://evil.example' },
      })
      expect(foreign).toMatchObject(failed(403, 'origin_refused'))
    })

    it('ERR-23 fails with "Failed to upload document" if the database does, and stores nothing', async () => {
      const failure = {
        status: 500,
        body: { error: { code: 'document_not_uploaded', message: 'Failed to upload document' } },
      }
      const answer = await withoutTable(server.db, 'stored_files', () => upload(owner, trip.id, 'a.pdf', pdf))
      expect(answer).toMatchObject(failure)
    })

    it('is refused if the trip is deleted meanwhile, and leaves no file', async () => {
      const deletedTrip = await newTrip()
      const body = async function* () {
        yield pdf
        await server.db.deleteFrom('trips').where('id', '=', deletedTrip.id).execute()
      }
      expect(await upload(owner, deletedTrip.id, 'a.pdf', streamOf(body()))).toMatchObject(
        failed(404, 'trip_not_found'),
      )
      expect(Object.keys(await server.files()).filter((path) => path.startsWith(deletedTrip.id))).toEqual([])
    })
  })

  describe('the list', () => {
    it('CALL-DATA-38, CALL-DATA-39 comes with the trip, newest first, and only if changed', async () => {
      const emptyTrip = await newTrip()
      const neighbour = await newTrip()
      await uploadDocument(neighbour.id, 'neighbour.pdf')
      const open = (tag = '') => owner.get(`/api/trips/${emptyTrip.id}`, { 'if-none-match': tag })
      const tags = new Set([(await open()).headers.get('etag') ?? ''])
      for (const name of ['1.pdf', '2.pdf', '3.pdf']) {
        const { uploaded_at } = await uploadDocument(emptyTrip.id, name)
        const answer = await open([...tags].at(-1))
        expect(answer.status).toBe(200)
        expect(tripResponse.parse(answer.body).documents).toMatchObject(
          expect.objectContaining({ 0: expect.objectContaining({ file_name: name, uploaded_at }) }),
        )
        tags.add(answer.headers.get('etag') ?? '')
      }
      const list = await listDocuments(emptyTrip.id)
      expect(list).toEqual((await listRows(emptyTrip.id)).toReversed().map((row) => ({ ...row, ...contentOf(pdf) })))
      expect(list).toHaveLength(3)
      expect((await open([...tags].at(-1))).status).toBe(304)
      const [newest] = list as TravelDocument[]
      await owner.send('DELETE', documentPath(emptyTrip.id, newest?.id ?? ''))
      const shorter = await open([...tags].at(-1))
      expect(tripResponse.parse(shorter.body).documents).toMatchObject([{ file_name: '2.pdf' }, { file_name: '1.pdf' }])
      expect(tags.has(shorter.headers.get('etag') ?? '')).toBe(false)

      // Another process, with an empty cache.
      const other = await server.openAnother().openSession({ id: ownerId })
      expect((await other.get(`/api/trips/${emptyTrip.id}`)).text).toBe((await open()).text)
    })

    it('ERR-21 fails alone if it cannot be loaded', async () => {
      const emptyTrip = await newTrip()
      await uploadDocument(emptyTrip.id)
      const client = await server.openAnother().openSession({ id: ownerId })
      const answer = await withoutTable(server.db, 'travel_documents', () => client.get(`/api/trips/${emptyTrip.id}`))
      expect(answer).toMatchObject({
        status: 200,
        body: {
          trip: { id: emptyTrip.id },
          sections: { notes: { version: 0 } },
          documents: { error: { code: 'documents_not_loaded', message: 'Failed to load travel documents' } },
        },
      })
      expect(answer.headers.get('etag')).toBe(null)
      expect(await listDocuments(emptyTrip.id)).toHaveLength(1)
    })
  })

  describe('deleting', () => {
    const remove = (tripId: string, id: string) => owner.send('DELETE', documentPath(tripId, id))

    it('CALL-FILE-4, CALL-DATA-42 removes the row and the file of this document, and is idempotent', async () => {
      const emptyTrip = await newTrip()
      const [first, second] = [await uploadDocument(emptyTrip.id, 'a.pdf'), await uploadDocument(emptyTrip.id, 'b.pdf')]
      for (let time = 0; time < 2; time++)
        expect(await remove(emptyTrip.id, first.id)).toMatchObject({ status: 204, text: '' })
      expect(await listDocuments(emptyTrip.id)).toEqual([second])
      expect(Object.keys(await server.files())).not.toContain(pathOf(first))
      expect(await owner.get(first.file_url)).toMatchObject(failed(404, 'document_not_found'))
      expect((await owner.get(second.file_url)).status).toBe(200)
      if (server.s3) expect(server.s3.calls).toContain(`DELETE ${pathOf(first)}`)
      expect(await remove(emptyTrip.id, randomUUID())).toMatchObject({ status: 204 })
      expect(await remove(emptyTrip.id, 'x')).toMatchObject(failed(400, 'invalid_id'))
    })

    it('ERR-24 fails with "Failed to delete document" if the database does, without changes', async () => {
      const emptyTrip = await newTrip()
      const { id, file_url } = await uploadDocument(emptyTrip.id)
      const answer = await withoutTable(server.db, 'stored_files', () => remove(emptyTrip.id, id))
      expect(answer).toMatchObject({
        status: 500,
        body: { error: { code: 'document_not_deleted', message: 'Failed to delete document' } },
      })
      expect(await listRows(emptyTrip.id)).toHaveLength(1)
      expect((await owner.get(file_url)).bytes.equals(pdf)).toBe(true)
    })

    it('ERR-25 only logs a failing store, and the sweep removes the file later', async () => {
      const emptyTrip = await newTrip()
      const document = await uploadDocument(emptyTrip.id)
      const path = join(server.dataDir, 'travel-documents', pathOf(document))
      if (server.s3) server.s3.mood = 'broken'
      else {
        // A folder, which cannot be removed as a file.
        await rm(path)
        await mkdir(join(path, 'x'), { recursive: true })
      }
      const lines = server.log.length
      expect(await remove(emptyTrip.id, document.id)).toMatchObject({ status: 204 })
      expect(await listRows(emptyTrip.id)).toEqual([])
      expect(await listDocuments(emptyTrip.id)).toEqual([])
      const logged = server.log.slice(lines).filter(({ level }) => Number(level) >= 40)
      expect(logged).toEqual([expect.objectContaining({ level: 40, path: pathOf(document) })])

      if (server.s3) server.s3.mood = 'well'
      else await rm(path, { recursive: true })
      await server.documents.sweep()
      await expectConsistent()
    })
  })

  describe('viewing', () => {
    it('CALL-FILE-3 sends the whole file under its name, to be shown and revalidated', async () => {
      const { file_url } = await uploadDocument(trip.id, 'pass "A".pdf')
      const { status, bytes, headers } = await owner.get(file_url)
      expect(status).toBe(200)
      expect(bytes.equals(pdf)).toBe(true)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'application/pdf',
        'content-length': '1000',
        'content-disposition': `inline; filename="pass _A_.pdf"; filename*=UTF-8''pass%20%22A%22.pdf`,
        'accept-ranges': 'bytes',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      })
      expect(headers.get('content-security-policy')).not.toContain('script')
      const tag = headers.get('etag') ?? ''
      expect(tag).toMatch(/^"\d+\.pdf"$/)
      for (const recorded of [tag, `W/${tag}`, `"other", ${tag}`]) {
        expect(await owner.get(file_url, { 'if-none-match': recorded }), recorded).toMatchObject({
          status: 304,
          text: '',
        })
      }
      expect((await owner.get(file_url, { 'if-none-match': '"other"' })).status).toBe(200)
      const head = await owner.send('HEAD', file_url)
      expect(head).toMatchObject({ status: 200, text: '' })
      expect(head.headers.get('content-length')).toBe('1000')
    })

    it('serves ranges, so that a PDF opens before it is complete', async () => {
      const { file_url } = await uploadDocument(trip.id)
      const tag = (await owner.get(file_url)).headers.get('etag') ?? ''
      const parts: [string, number, number][] = [
        ['bytes=0-0', 0, 0],
        ['bytes=0-99', 0, 99],
        ['bytes=100-', 100, 999],
        ['bytes=999-999', 999, 999],
        ['bytes=990-5000', 990, 999],
        ['bytes=-10', 990, 999],
        ['bytes=-5000', 0, 999],
      ]
      for (const [range, start, end] of parts) {
        for (const condition of [{}, { 'if-range': tag }]) {
          const answer = await owner.get(file_url, { range, ...condition } as Record<string, string>)
          expect(answer.status, range).toBe(206)
          expect(answer.headers.get('content-range'), range).toBe(`bytes ${start}-${end}/1000`)
          expect(answer.headers.get('content-length'), range).toBe(String(end - start + 1))
          expect(answer.bytes.equals(pdf.subarray(start, end + 1)), range).toBe(true)
        }
      }
      for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0']) {
        const answer = await owner.get(file_url, { range })
        expect(answer, range).toMatchObject({ status: 416, text: '' })
        expect(answer.headers.get('content-range')).toBe('bytes */1000')
      }
      for (const range of ['bytes=5-1', 'bytes=-', 'bytes=a-b', 'lines=0-1', 'bytes=0-1,5-6', 'bytes 0-1']) {
        expect((await owner.get(file_url, { range })).status, range).toBe(200)
      }
      for (const other of ['"other"', `W/${tag}`, 'Fri, 20 Nov 2026 12:00:00 GMT']) {
        expect((await owner.get(file_url, { range: 'bytes=0-9', 'if-range': other })).status, other).toBe(200)
      }
    })

    it('is allowed for those who may read the trip; for everybody else the document does not exist', async () => {
      const share_token = randomUUID()
      const share = (changes: object) =>
        server.db.updateTable('trips').set(changes).where('id', '=', emptyTrip.id).execute()
      const emptyTrip = await newTrip()
      await share({ share_token })
      const { file_url } = await uploadDocument(emptyTrip.id)
      const nobody = server.openClient()
      const nothing = await owner.get(`/files/travel-documents/${randomUUID()}/1.pdf`)
      expect(nothing).toMatchObject(failed(404, 'document_not_found'))
      const denied = async (client: TestClient, token?: string) => {
        const { status, text } = await client.get(viewPath(file_url, token))
        expect({ status, text }).toEqual({ status: 404, text: nothing.text })
      }
      for (const token of [undefined, '', 'null', randomUUID()]) await denied(stranger, token)
      for (const token of [undefined, share_token]) await denied(nobody, token)
      expect((await stranger.get(viewPath(file_url, share_token))).status).toBe(200)
      expect((await owner.get(file_url)).status).toBe(200)
      await share({ share_token: null })
      for (const token of [share_token, 'null', '']) await denied(stranger, token)
      await share({ is_public: true })
      expect((await stranger.get(file_url)).status).toBe(200)
      await denied(nobody)
      // Nobody adds files to a trip without an owner, but it may have some.
      const unowned = await newTrip()
      const document = await uploadDocument(unowned.id)
      await server.db.updateTable('trips').set({ owner_id: null }).where('id', '=', unowned.id).execute()
      expect((await stranger.get(document.file_url)).status).toBe(200)
    })

    it('PERM-19 ends for readers while the trip hides its documents and confirmation numbers from them', async () => {
      const { id } = await newTrip()
      const { file_url } = await uploadDocument(id)
      const flight = { ...newTicket(randomUUID()), title: 'To Lisbon', confirmationNumber: 'QK7F2P' }
      const train = { ...newTicket(randomUUID()), type: 'train' as const }
      await owner.makeSection(id, 'tickets', [flight, train])
      const setSharing = async (change: object) =>
        sharing.parse((await owner.put(`/api/trips/${id}/sharing`, change)).body)
      const { share_token, ...shown } = await setSharing({})
      expect(shown).toEqual({ is_public: false })
      const open = async (client: TestClient, tag = '') =>
        client.send('GET', `/api/shared/${id}?token=${share_token}`, { headers: { 'if-none-match': tag } })
      const partsOf = ({ body }: Answer) => {
        const { documents, sections } = tripResponse.parse(body)
        return { documents, tickets: 'value' in sections.tickets && sections.tickets.value }
      }
      const file = viewPath(file_url, share_token)
      const before = await open(stranger)
      expect(partsOf(before).tickets).toEqual([flight, train])
      expect((await stranger.get(file)).status).toBe(200)

      expect(await setSharing({ hides_documents: true })).toEqual({
        is_public: false,
        share_token,
        hides_documents: true,
      })
      // The owner sees in the shared view what readers see.
      for (const client of [stranger, owner]) {
        const hidden = await open(client, before.headers.get('etag') ?? '')
        expect(hidden.status).toBe(200)
        expect(partsOf(hidden)).toEqual({ documents: [], tickets: [{ ...flight, confirmationNumber: '' }, train] })
        for (const secret of ['QK7F2P', file_url, 'a.pdf']) expect(hidden.text).not.toContain(secret)
      }
      expect(await stranger.get(file)).toMatchObject(failed(404, 'document_not_found'))
      expect((await owner.get(file_url)).status).toBe(200)
      expect(partsOf(await owner.get(`/api/trips/${id}`))).toMatchObject({
        documents: [{ file_url }],
        tickets: [flight, train],
      })
      // Also a public trip, a later number and a new link.
      await setSharing({ is_public: true })
      await owner.makeSection(id, 'tickets', [flight, { ...train, confirmationNumber: 'RAIL-88' }])
      await owner.post(`/api/trips/${id}/sharing/token`)
      expect((await stranger.get(file_url)).status).toBe(404)
      const later = await stranger.get(`/api/shared/${id}`)
      expect(later.status).toBe(200)
      for (const secret of ['QK7F2P', 'RAIL-88', file_url]) expect(later.text).not.toContain(secret)

      const copyId = randomUUID()
      const copy = { id: copyId, name: 'Next year', with_people: false, with_ticks: true }
      expect((await owner.post(`/api/trips/${id}/copies`, copy)).status).toBe(201)
      const copied = await owner.put(`/api/trips/${copyId}/sharing`, {})
      expect(sharing.parse(copied.body).hides_documents).toBeUndefined()

      expect((await setSharing({ hides_documents: false })).hides_documents).toBeUndefined()
      expect((await stranger.get(file_url)).status).toBe(200)
      expect((await stranger.get(`/api/shared/${id}`)).text).toContain('RAIL-88')
    })

    it('hides the confirmation numbers of stays as well, and never shows readers who sleeps there or what it costs', async () => {
      const { id } = await newTrip()
      const hotel = newStay(randomUUID(), { name: 'Hotel Vila Galé', confirmation_number: '4471-902' })
      const guests = [{ id: randomUUID(), person_id: '', name: 'Ana Sousa' }]
      await owner.makeSection(id, 'stays', [{ ...hotel, passengers: guests, price: 45_000, currency: 'EUR' }])
      const setSharing = async (change: object) =>
        sharing.parse((await owner.put(`/api/trips/${id}/sharing`, change)).body)
      const { share_token } = await setSharing({})
      const open = async () => {
        const answer = await stranger.get(`/api/shared/${id}?token=${share_token}`)
        expect(answer.status).toBe(200)
        for (const secret of ['Ana Sousa', '45000']) expect(answer.text).not.toContain(secret)
        const { sections } = tripResponse.parse(answer.body)
        return 'value' in sections.stays && sections.stays.value
      }
      expect(await open()).toEqual([hotel])
      await setSharing({ hides_documents: true })
      expect(await open()).toEqual([{ ...hotel, confirmation_number: '' }])
      expect((await owner.get(`/api/trips/${id}`)).text).toContain('4471-902')
      await setSharing({ hides_documents: false })
      expect(await open()).toEqual([hotel])
    })

    it('is not for readers if the document belongs to a ticket or stay, which nothing tells them', async () => {
      const { id } = await newTrip()
      const [mail, voucher, map] = [
        await uploadDocument(id, 'mail.pdf'),
        await uploadDocument(id, 'voucher.png', png),
        await uploadDocument(id, 'map.pdf'),
      ]
      const { share_token } = sharing.parse((await owner.put(`/api/trips/${id}/sharing`, {})).body)
      const shared = `/api/shared/${id}?token=${share_token}`
      const listOf = ({ body }: Answer) => {
        const { documents } = tripResponse.parse(body)
        return Array.isArray(documents) ? documents.map(({ file_name }) => file_name).toSorted() : documents
      }
      const open = async (client: TestClient, tag = '') =>
        client.send('GET', shared, { headers: { 'if-none-match': tag } })
      const before = await open(stranger)
      expect(listOf(before)).toEqual(['mail.pdf', 'map.pdf', 'voucher.png'])
      for (const { file_url } of [mail, voucher, map])
        expect((await stranger.get(viewPath(file_url, share_token))).status).toBe(200)

      const fileOf = ({ id: documentId }: TravelDocument) => [{ id: documentId, passenger_id: '' }]
      await owner.makeSection(id, 'tickets', [{ ...newTicket(randomUUID()), files: fileOf(mail) }])
      const after = await open(stranger, before.headers.get('etag') ?? '')
      expect([after.status, listOf(after)]).toEqual([200, ['map.pdf', 'voucher.png']])
      await owner.makeSection(id, 'stays', [{ ...newStay(randomUUID()), files: fileOf(voucher) }])
      // The owner sees in the shared view what readers see.
      for (const client of [stranger, owner]) {
        const later = await open(client, after.headers.get('etag') ?? '')
        expect([later.status, listOf(later)]).toEqual([200, ['map.pdf']])
        for (const secret of [mail, voucher])
          for (const part of [secret.id, secret.file_url, secret.file_name]) expect(later.text).not.toContain(part)
      }
      const nothing = await stranger.get(viewPath(`/files/travel-documents/${id}/1.pdf`, share_token))
      for (const { file_url } of [mail, voucher]) {
        const denied = await stranger.get(viewPath(file_url, share_token))
        expect(denied).toMatchObject(failed(404, 'document_not_found'))
        expect(denied.text).toBe(nothing.text)
        expect((await owner.get(file_url)).status).toBe(200)
      }
      expect((await stranger.get(viewPath(map.file_url, share_token))).status).toBe(200)
      expect(listOf(await owner.get(`/api/trips/${id}`))).toEqual(['mail.pdf', 'map.pdf', 'voucher.png'])

      // Nobody knows which are of bookings while those cannot be read.
      const unread = server.db.updateTable('plan_sections').set((eb) => ({ version: eb('version', '+', 1) }))
      await unread.where('trip_id', '=', id).where('section', '=', 'stays').execute()
      await withoutTable(server.db, 'plan_entries', async () => {
        const answer = await open(stranger)
        expect(listOf(answer)).toMatchObject({ error: { code: 'documents_not_loaded' } })
        expect(answer.text).not.toContain(mail.file_name)
        expect((await stranger.get(viewPath(map.file_url, share_token))).status).toBeGreaterThanOrEqual(500)
      })
    })

    it('answers 404 for anything that does not exist, whatever the address', async () => {
      const { file_url } = await uploadDocument(trip.id)
      const timestamp = /(\d+)\.pdf$/.exec(file_url)?.[1]
      const names = [
        `${timestamp}.png`,
        `${timestamp}`,
        '1.pdf',
        '..%2F..%2Fwayfare.sqlite',
        '%2e%2e%2fuploads',
        `${timestamp}.pdf%00`,
        'x',
        '%E0%A4%A',
      ]
      for (const name of names) {
        expect(await owner.get(`/files/travel-documents/${trip.id}/${name}`), name).toMatchObject(
          failed(404, 'document_not_found'),
        )
      }
      for (const id of ['x', '..', '%00', 'uploads']) {
        expect((await owner.get(`/files/travel-documents/${id}/1.pdf`)).status, id).toBe(404)
      }
    })

    it('explains a failure on a page in which nothing runs', async () => {
      const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
      const page = await stranger.get(`/files/travel-documents/${trip.id}/1.pdf`, { accept })
      expect(page.status).toBe(404)
      expect(page.headers.get('content-type')).toBe('text/html; charset=UTF-8')
      expect(page.text).toContain('This document doesn’t exist, or it isn’t shared with you.')
      expect(page.text).toContain('<a href="/">')
      expect(page.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; img-src 'self'; style-src 'sha256-/,
      )
      expect((await owner.get('/files/elsewhere', { accept })).text).toContain('<h1>')
    })

    it('reports a document whose file is missing, and logs it for the operator', async () => {
      const emptyTrip = await newTrip()
      const document = await uploadDocument(emptyTrip.id)
      const path = pathOf(document)
      const stored = server.s3?.objects.get(path)
      if (server.s3) server.s3.objects.delete(path)
      else await rm(join(server.dataDir, 'travel-documents', path))
      const lines = server.log.length
      expect(await owner.get(document.file_url)).toMatchObject(failed(404, 'document_not_found'))
      expect(server.log.slice(lines)).toContainEqual(expect.objectContaining({ level: 50, path }))
      if (server.s3 && stored) server.s3.objects.set(path, stored)
      await owner.send('DELETE', documentPath(emptyTrip.id, document.id))
    })
  })
})
