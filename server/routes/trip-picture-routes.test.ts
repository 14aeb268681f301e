import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { viewPath } from '#domain/api/documents.ts'
import { tripPictureResponse, tripPictureUploadPath } from '#domain/api/trip-picture.ts'
import { tripCreatedResponse, tripListResponse, tripResponse } from '#domain/api/trips.ts'
import { PICTURE_MAX_BYTES, tripPicturePath } from '#domain/trip-picture.ts'
import { buildFile } from '#server/testing/document-files.ts'
import {
  engineStores,
  expectStoredFiles,
  openSharedApp,
  type SharedApp,
  setPicture,
  streamOf,
} from '#server/testing/documents.ts'
import { insertAccount, insertTrip, withoutTable } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const jpeg = buildFile('jpeg')
const other = buildFile('jpeg', 2000)

/* Who may set and see pictures: access.test.ts. */
describe.each(engineStores)('trip pictures on %s and %s', (engine, store) => {
  let server: SharedApp
  let owner: TestClient
  let member: TestClient
  beforeAll(async () => {
    server = await openSharedApp(engine, store)
    ;({ owner, member } = server)
  })
  afterAll(() => server.remove())
  afterEach(async () => {
    expect(await server.arriving(), 'unfinished uploads').toEqual([])
    const rows = await server.db
      .selectFrom('trips')
      .select(['id', 'picture'])
      .where('picture', 'is not', null)
      .execute()
    await expectStoredFiles(
      server,
      rows.map(({ id, picture }) => `${id}/${picture}`),
    )
  })

  async function set(client: TestClient, tripId: string, bytes = jpeg): Promise<string> {
    const answer = await setPicture(client, tripId, bytes)
    expect(answer, answer.text).toMatchObject({ status: 200 })
    return tripPictureResponse.parse(answer.body).picture
  }
  const pictureOf = async (client: TestClient, id: string) =>
    tripResponse.parse((await client.get(`/api/trips/${id}`)).body).trip?.picture

  it.each(['car_trip', 'air_travel'] as const)('are set for a %s, and seen by everybody in it', async (type) => {
    const { id } = await server.newTrip({ type })
    expect(await pictureOf(owner, id)).toBeNull()
    const picture = await set(member, id)
    for (const client of [owner, member]) {
      expect(await pictureOf(client, id)).toBe(picture)
      const { trips } = tripListResponse.parse((await client.get('/api/trips')).body)
      expect(trips.find((trip) => trip.id === id)?.picture).toBe(picture)
      const shown = await client.get(tripPicturePath(id, picture))
      expect(shown.bytes.equals(jpeg)).toBe(true)
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'same-origin',
      })
      expect(shown.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    }
  })

  it.each(['%00.jpg', '%00', '..%2Fx.jpg', '__proto__', '%F0%9F%8F%95.jpg', 'x'.repeat(3000)])(
    'are not found under the name %s',
    async (name) => {
      const { id } = await server.newTrip()
      await set(owner, id)
      expect(await owner.get(tripPicturePath(id, name))).toMatchObject(failed(404, 'picture_not_found'))
    },
  )

  it('are a new answer for a browser that has the trip as it was', async () => {
    const { id } = await server.newTrip()
    const etag = (await owner.get(`/api/trips/${id}`)).headers.get('etag') ?? ''
    expect((await owner.get(`/api/trips/${id}`, { 'if-none-match': etag })).status).toBe(304)
    await set(owner, id)
    expect((await owner.get(`/api/trips/${id}`, { 'if-none-match': etag })).status).toBe(200)
  })

  it('are replaced, and removed, with their files', async () => {
    const { id } = await server.newTrip()
    const first = await set(owner, id)
    const second = await set(member, id, other)
    expect(second).not.toBe(first)
    expect(await owner.get(tripPicturePath(id, first))).toMatchObject(failed(404, 'picture_not_found'))
    expect((await owner.get(tripPicturePath(id, second))).bytes.equals(other)).toBe(true)
    const remove = () => owner.send('DELETE', tripPictureUploadPath(id))
    expect((await remove()).status).toBe(204)
    expect((await remove()).status, 'one that is gone already').toBe(204)
    expect(await pictureOf(owner, id)).toBeNull()
    expect((await owner.get(tripPicturePath(id, second))).status).toBe(404)
  })

  it('are stored once, however often the same photo is sent, also at the same time', async () => {
    const { id } = await server.newTrip()
    const names = await Promise.all(Array.from({ length: 4 }, () => set(owner, id)))
    names.push(await set(member, id))
    expect(new Set(names).size).toBe(1)
  })

  it('leave one file if two people choose different ones at the same time', async () => {
    const { id } = await server.newTrip()
    await set(owner, id)
    await Promise.all([2000, 2001, 2002, 2003].map((size) => set(member, id, buildFile('jpeg', size))))
    const picture = await pictureOf(owner, id)
    expect((await owner.get(tripPicturePath(id, picture ?? ''))).status).toBe(200)
  })

  it('are set by members only while they may edit the plan, also if that ends during the upload', async () => {
    const { id } = await server.newTrip()
    const allow = (members_edit: boolean) =>
      server.db.updateTable('trips').set({ members_edit }).where('id', '=', id).execute()
    const chunks = async function* () {
      yield jpeg.subarray(0, 500)
      await allow(false)
      yield jpeg.subarray(500)
    }
    expect(await setPicture(member, id, streamOf(chunks()))).toMatchObject(failed(404, 'trip_not_found'))
    expect(await setPicture(member, id)).toMatchObject(failed(404, 'trip_not_found'))
    expect(await member.send('DELETE', tripPictureUploadPath(id))).toMatchObject(failed(404, 'trip_not_found'))
    const picture = await set(owner, id)
    expect((await member.get(tripPicturePath(id, picture))).status).toBe(200)
    await allow(true)
    await set(member, id, other)
  })

  it('are seen through a share link, until it is replaced', async () => {
    const token = randomUUID()
    const { id } = await server.newTrip({ share_token: token })
    const picture = await set(owner, id)
    const reader = await server.openSession({ id: await insertAccount(server.db) })
    const shared = tripResponse.parse((await reader.get(`/api/shared/${id}?token=${token}`)).body)
    expect(shared.trip?.picture).toBe(picture)
    expect((await reader.get(viewPath(tripPicturePath(id, picture), token))).bytes.equals(jpeg)).toBe(true)
    expect((await reader.get(tripPicturePath(id, picture))).status).toBe(404)
    await owner.post(`/api/trips/${id}/sharing/token`, {})
    expect((await reader.get(viewPath(tripPicturePath(id, picture), token))).status).toBe(404)
  })

  it('are not found under other names, in other trips, or as a document or receipt', async () => {
    const [{ id }, another] = [await server.newTrip(), await server.newTrip()]
    const picture = await set(owner, id)
    for (const path of [
      tripPicturePath(another.id, picture),
      tripPicturePath(id, '1.jpg'),
      tripPicturePath(id, '..%2F1.jpg'),
      '/files/trip-pictures/x/y',
    ])
      expect(await owner.get(path), path).toMatchObject(failed(404, 'picture_not_found'))
    for (const folder of ['travel-documents', 'receipts'])
      expect((await owner.get(`/files/${folder}/${id}/${picture}`)).status).toBe(404)
  })

  it('are JPEGs of at most 1 MB', async () => {
    const { id } = await server.newTrip()
    await set(owner, id, buildFile('jpeg', PICTURE_MAX_BYTES))
    for (const bytes of [buildFile('jpeg', PICTURE_MAX_BYTES + 1), buildFile('png'), buildFile('pdf')])
      expect(await setPicture(owner, id, bytes)).toMatchObject(failed(415, 'picture_refused'))
    const html = Buffer.from('<script>alert(1)</script>')
    expect(await setPicture(owner, id, html)).toMatchObject(failed(415, 'document_type_refused'))
    expect(await setPicture(owner, id, Buffer.alloc(0))).toMatchObject(failed(400, 'document_empty'))
  })

  it('count towards the storage of the trip’s owner, like documents', async () => {
    const small = server.openAnother({ env: { DOCUMENTS_PER_ACCOUNT: '1', ...server.s3?.env } })
    const person = await insertAccount(server.db)
    const client = await small.openSession({ id: person })
    const [first, second] = [
      await insertTrip(server.db, { owner_id: person }),
      await insertTrip(server.db, { owner_id: person }),
    ]
    await set(client, first.id)
    expect(await setPicture(client, second.id)).toMatchObject(failed(409, 'documents_full'))
    // There is room to replace it, even by a larger one.
    const picture = await set(client, first.id, other)
    expect(await setPicture(client, second.id)).toMatchObject(failed(409, 'documents_full'))
    // A copy that has no room for it has its drawing.
    const copy = { id: randomUUID(), name: 'Again', with_people: false, with_ticks: false }
    const { body } = await client.post(`/api/trips/${first.id}/copies`, copy)
    expect(tripCreatedResponse.parse(body).trip.picture).toBeNull()
    expect(await pictureOf(client, first.id)).toBe(picture)
  })

  it('are copied with their trip, once, and are the copy’s own', async () => {
    const { id } = await server.newTrip()
    await set(owner, id)
    const copy = { id: randomUUID(), name: 'Next year', with_people: false, with_ticks: false }
    const answers = await Promise.all([1, 2].map(() => member.post(`/api/trips/${id}/copies`, copy)))
    answers.push(await member.post(`/api/trips/${id}/copies`, copy))
    const pictures = answers.map(({ body }) => tripCreatedResponse.parse(body).trip.picture)
    expect(new Set(pictures).size).toBe(1)
    await owner.send('DELETE', tripPictureUploadPath(id))
    expect((await member.get(tripPicturePath(copy.id, pictures[0] ?? ''))).bytes.equals(jpeg)).toBe(true)
    // A late retry of the copy does not replace what was chosen since.
    const chosen = await set(member, copy.id, other)
    await set(owner, id)
    const { body } = await member.post(`/api/trips/${id}/copies`, copy)
    expect(tripCreatedResponse.parse(body).trip.picture).toBe(chosen)
  })

  it('are removed with their trip', async () => {
    const { id } = await server.newTrip()
    const picture = await set(owner, id)
    await owner.put(`/api/trips/${id}/deleted`, { is_deleted: true })
    expect((await owner.get(tripPicturePath(id, picture))).status).toBe(404)
    expect(await setPicture(owner, id)).toMatchObject(failed(404, 'trip_not_found'))
    expect((await owner.send('DELETE', `/api/trips/${id}`)).status).toBe(204)
  })

  it('are left alone by the sweep, which removes replaced files that the store could not', async () => {
    const { id } = await server.newTrip()
    const picture = await set(owner, id)
    const left = { trip_id: id, file: '1.jpg', size: 1, sha256: '', begun_at: new Date().toISOString() }
    await server.db
      .insertInto('stored_files')
      .values({ ...left, state: 'removing' })
      .execute()
    await server.documents.sweep()
    expect((await owner.get(tripPicturePath(id, picture))).status).toBe(200)
  })

  it('say what failed if the database fails', async () => {
    const { id } = await server.newTrip()
    const answer = await withoutTable(server.db, 'stored_files', () => setPicture(owner, id))
    expect(answer).toMatchObject({ status: 500, body: { error: { code: 'picture_not_saved' } } })
  })

  it('are in the export of everybody who plans the trip', async () => {
    const person = await insertAccount(server.db)
    const client = await server.openSession({ id: person })
    const { id } = await insertTrip(server.db, { owner_id: person, name: 'Lake' })
    await set(client, id)
    const { bytes } = await client.get('/auth/v1/export')
    expect(bytes.includes('trips/1 Lake/picture/1 picture.jpg')).toBe(true)
  })

  it('reach everybody who has the trip open', async () => {
    const { id } = await server.newTrip()
    const controller = new AbortController()
    const events = await server.app.request(`/api/trips/${id}/events`, {
      headers: { cookie: `wayfare_session=${member.cookies.get('wayfare_session')}` },
      signal: controller.signal,
    })
    const reader = (events.body as ReadableStream<Uint8Array>).getReader()
    let text = ''
    const readUntil = async (part: string) => {
      while (!text.includes(part)) text += new TextDecoder().decode((await reader.read()).value)
    }
    await readUntil('"picture":null')
    const picture = await set(owner, id)
    await readUntil('"part":"trip"')
    await readUntil(`"picture":"${picture}"`)
    await reader.cancel()
    controller.abort()
  })
})
