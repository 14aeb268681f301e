import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { lineDeletionPath, lineFilePath, trackDeletionPath, trackFilePath } from '#domain/api/track-files.ts'
import { tripFilesPath } from '#domain/api/trip-files.ts'
import { DEMO_EMAIL } from '#domain/demo-account.ts'
import { newTrack } from '#domain/plan/tracks.ts'
import { MAX_UNLISTED_RECEIPTS, NEVER_USED_RECEIPT_DAYS, UNUSED_RECEIPT_DAYS } from '#domain/receipts.ts'
import { MAX_TRACK_FILE_BYTES } from '#domain/tracks/track-file.ts'
import type { Trip } from '#domain/trip.ts'
import { buildFile } from '#server/testing/document-files.ts'
import {
  engineStores,
  expectStoredFiles,
  gpx,
  lines,
  openSharedApp,
  type SharedApp,
  uploadReceipt,
  uploadTrackFile,
} from '#server/testing/documents.ts'
import { insertAccount, insertTrip } from '#server/testing/rows.ts'
import { failed, type TestClient } from '#server/testing/test-client.ts'

const DAY_MINUTES = 24 * 60

/* Who may add and get which of them: access.test.ts. */
describe.each(engineStores)('the files of tracks on %s and %s', (engine, store) => {
  let server: SharedApp
  let owner: TestClient
  let member: TestClient
  let trip: Trip
  beforeAll(async () => {
    server = await openSharedApp(engine, store)
    ;({ owner, member } = server)
    trip = await server.newTrip()
  })
  afterAll(() => server.remove())
  afterEach(async () => {
    expect(await server.arriving(), 'unfinished uploads').toEqual([])
    const rows = await server.db.selectFrom('listed_files').select(['trip_id', 'file']).execute()
    await expectStoredFiles(
      server,
      rows.map(({ trip_id, file }) => `${trip_id}/${file}`),
    )
  })

  async function add(client: TestClient, kind: 'track' | 'line', tripId = trip.id): Promise<string> {
    const id = randomUUID()
    const answer = await uploadTrackFile(client, tripId, kind, undefined, { id })
    expect(answer, answer.text).toMatchObject({ status: 200, body: { file: { id, file_name: 'trail.gpx' } } })
    return id
  }

  it.each(['car_trip', 'air_travel'] as const)('are given back as they came, in a %s', async (type) => {
    const { id: tripId } = await server.newTrip({ type })
    const [track, line] = [await add(member, 'track', tripId), await add(member, 'line', tripId)]
    const saved = await owner.get(trackFilePath(tripId, track))
    expect(saved.status).toBe(200)
    expect(saved.bytes.equals(gpx)).toBe(true)
    expect(saved.headers.get('content-type')).toBe('application/octet-stream')
    expect(saved.headers.get('content-disposition')).toContain('attachment; filename="trail.gpx"')
    expect(saved.headers.get('content-security-policy')).toContain('sandbox')
    const drawn = await owner.get(lineFilePath(tripId, line))
    expect(drawn.status).toBe(200)
    expect(drawn.bytes.equals(lines)).toBe(true)
    expect(drawn.headers.get('content-type')).toBe('application/x-ndjson')
    // Neither is the other, and none is a receipt.
    expect(await owner.get(trackFilePath(tripId, line))).toMatchObject(failed(404, 'track_file_not_found'))
    expect(await owner.get(lineFilePath(tripId, track))).toMatchObject(failed(404, 'track_file_not_found'))
    expect((await owner.get(`/files/receipts/${tripId}/${track}`)).status).toBe(404)
  })

  it('give readers of a share link the lines, and nobody else the files', async () => {
    const token = randomUUID()
    const { id: tripId } = await server.newTrip({ share_token: token })
    const [track, line] = [await add(owner, 'track', tripId), await add(owner, 'line', tripId)]
    await owner.makeSection(tripId, 'tracks', [
      newTrack(randomUUID(), line, { name: 'Lake trail', source: track, source_name: 'Robin.gpx' }),
    ])
    const stranger = await server.openSession({ id: await insertAccount(server.db) })
    const shared = await stranger.get(`/api/shared/${tripId}?token=${token}`)
    expect(shared.body).toMatchObject({ sections: { tracks: { value: [{ name: 'Lake trail', lines: line }] } } })
    expect(shared.text).not.toContain(track)
    expect(shared.text).not.toContain('Robin')
    const shown = await stranger.get(lineFilePath(tripId, line, token))
    expect(shown.bytes.equals(lines)).toBe(true)
    expect(JSON.stringify([...shown.headers])).not.toMatch(/trail|Robin|\d{13}/)
    expect(JSON.stringify([...(await owner.get(lineFilePath(tripId, line))).headers])).not.toMatch(/trail|\d{13}/)
    for (const path of [
      lineFilePath(tripId, line),
      lineFilePath(tripId, line, randomUUID()),
      `${trackFilePath(tripId, track)}?token=${token}`,
    ])
      expect(await stranger.get(path), path).toMatchObject(failed(404, 'track_file_not_found'))
  })

  it('give readers only the lines of tracks that the trip still has', async () => {
    const token = randomUUID()
    const { id: tripId } = await server.newTrip({ share_token: token })
    const line = randomUUID()
    const two = Buffer.from(`${lines}\n${lines}`)
    expect((await uploadTrackFile(owner, tripId, 'line', two, { id: line })).status).toBe(200)
    const stranger = await server.openSession({ id: await insertAccount(server.db) })
    const read = async () => stranger.get(lineFilePath(tripId, line, token))
    expect(await read()).toMatchObject(failed(404, 'track_file_not_found'))
    const [home, ridge] = [0, 1].map((number) => newTrack(randomUUID(), line, { line: number }))
    await owner.makeSection(tripId, 'tracks', [home, ridge])
    expect((await read()).bytes.equals(two)).toBe(true)
    await owner.makeSection(tripId, 'tracks', [ridge])
    expect((await read()).text).toBe(`\n${lines}`)
    await owner.makeSection(tripId, 'tracks', [])
    expect(await read()).toMatchObject(failed(404, 'track_file_not_found'))
    // For people who plan the trip all of it is there, so that an undo brings it back.
    expect((await owner.get(lineFilePath(tripId, line))).bytes.equals(two)).toBe(true)
  })

  it.each([
    ['a picture', 'track', buildFile('png'), 415, 'track_file_refused'],
    ['a track', 'line', gpx, 415, 'track_file_refused'],
    ['lines', 'track', lines, 200, undefined],
    ['nothing', 'track', Buffer.alloc(0), 400, 'document_empty'],
    [
      'one byte too many',
      'track',
      Buffer.concat([gpx, Buffer.alloc(MAX_TRACK_FILE_BYTES)]),
      413,
      'track_file_too_large',
    ],
  ] as const)('are refused if they are %s for a %s', async (_what, kind, bytes, status, code) => {
    const answer = await uploadTrackFile(owner, trip.id, kind, bytes)
    expect(answer.status).toBe(status)
    if (code) expect(answer).toMatchObject(failed(status, code))
  })

  it('may be larger than documents, and of every kind of encoding', async () => {
    const largest = Buffer.concat([gpx, Buffer.alloc(MAX_TRACK_FILE_BYTES - gpx.length)])
    expect((await uploadTrackFile(owner, trip.id, 'track', largest)).status).toBe(200)
    const utf16 = Buffer.from(`\ufeff${gpx.toString()}`, 'utf16le')
    const withSpace = Buffer.from(`\ufeff \n${gpx.toString()}`)
    for (const bytes of [utf16, withSpace, Buffer.from('PK\u0003\u0004 and so on')])
      expect((await uploadTrackFile(owner, trip.id, 'track', bytes)).status).toBe(200)
  })

  it('are stored once, whatever is sent again', async () => {
    const id = await add(owner, 'line')
    const again = await uploadTrackFile(owner, trip.id, 'line', undefined, { id })
    expect(again).toMatchObject({ status: 200, body: { file: { id } } })
    // The id of another kind of file is taken.
    expect(await uploadTrackFile(owner, trip.id, 'track', undefined, { id })).toMatchObject(
      failed(409, 'document_exists'),
    )
    expect((await owner.get(lineFilePath(trip.id, id))).status).toBe(200)
  })

  it('are uploaded by nobody who may not edit, or with the demo account', async () => {
    const closed = await server.newTrip({ members_edit: false })
    expect(await uploadTrackFile(member, closed.id, 'track')).toMatchObject(failed(404, 'trip_not_found'))
    const demo = await server.openSession({ id: await insertAccount(server.db, { email: DEMO_EMAIL }) })
    const everybodys = await insertTrip(server.db, { type: 'car_trip' })
    expect(await uploadTrackFile(demo, everybodys.id, 'line')).toMatchObject(failed(404, 'trip_not_found'))
  })

  it('are listed for organizers, with whether a track needs them, and deleted by them', async () => {
    const { id: tripId } = await server.newTrip()
    const [track, line, unused] = [
      await add(member, 'track', tripId),
      await add(member, 'line', tripId),
      await add(member, 'track', tripId),
    ]
    await owner.makeSection(tripId, 'tracks', [newTrack(randomUUID(), line, { source: track })])
    const listed = await owner.get(tripFilesPath(tripId))
    const files = (listed.body as { files: { id: string; kind: string; is_used: boolean; address: string }[] }).files
    expect(files.map(({ id, kind, is_used }) => [id, kind, is_used])).toEqual(
      expect.arrayContaining([
        [unused, 'track', false],
        [track, 'track', true],
        [line, 'line', true],
      ]),
    )
    expect(files.find(({ id }) => id === line)?.address).toBe(lineFilePath(tripId, line))
    expect((await owner.send('DELETE', trackDeletionPath(tripId, track))).status).toBe(204)
    // Only what it is called.
    expect((await owner.send('DELETE', trackDeletionPath(tripId, line))).status).toBe(204)
    expect((await owner.get(lineFilePath(tripId, line))).status).toBe(200)
    expect((await owner.send('DELETE', lineDeletionPath(tripId, line))).status).toBe(204)
    expect((await owner.get(lineFilePath(tripId, line))).status).toBe(404)
  })

  it('are few that no track lists', async () => {
    const { id: tripId } = await server.newTrip()
    for (let count = 0; count < MAX_UNLISTED_RECEIPTS; count += 2) {
      await add(member, 'track', tripId)
      await add(member, 'line', tripId)
    }
    const refused = await uploadTrackFile(member, tripId, 'track')
    expect(refused).toMatchObject(failed(409, 'receipts_unlisted'))
    expect(refused.text).toContain('tracks')
    // What a track lists meanwhile makes room.
    await owner.makeSection(tripId, 'tracks', [newTrack(randomUUID(), await add(owner, 'line', tripId))])
    const rows = await server.db.selectFrom('listed_files').select('id').where('trip_id', '=', tripId).execute()
    await owner.makeSection(
      tripId,
      'tracks',
      rows.map(({ id }) => newTrack(randomUUID(), id)),
    )
    expect((await uploadTrackFile(member, tripId, 'track')).status).toBe(200)
  })

  it('are swept when no track has needed them for long, and stay for what an undo brings back', async () => {
    const { id: tripId } = await server.newTrip()
    // With a new session, because time passes.
    const asOwner = () => server.openSession({ id: server.ownerId })
    const [used, never, receipt] = [await add(owner, 'line', tripId), await add(owner, 'line', tripId), randomUUID()]
    await uploadReceipt(owner, tripId, 'dinner.png', buildFile('png'), { id: receipt })
    const track = newTrack(randomUUID(), used)
    await owner.makeSection(tripId, 'tracks', [track])
    await server.listedFiles.sweep()
    await owner.makeSection(tripId, 'tracks', [])
    await server.listedFiles.sweep()
    server.wait({ minutes: NEVER_USED_RECEIPT_DAYS * DAY_MINUTES + 1 })
    await server.listedFiles.sweep()
    const isThere = async (id: string) => (await (await asOwner()).get(lineFilePath(tripId, id))).status === 200
    expect([await isThere(used), await isThere(never)]).toEqual([true, false])
    await (await asOwner()).makeSection(tripId, 'tracks', [track])
    await server.listedFiles.sweep()
    server.wait({ minutes: UNUSED_RECEIPT_DAYS * DAY_MINUTES + 1 })
    await server.listedFiles.sweep()
    expect(await isThere(used)).toBe(true)
    await (await asOwner()).makeSection(tripId, 'tracks', [])
    await server.listedFiles.sweep()
    server.wait({ minutes: UNUSED_RECEIPT_DAYS * DAY_MINUTES + 1 })
    await server.listedFiles.sweep()
    expect(await isThere(used)).toBe(false)
  })
})
