import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { uploadPath } from '#domain/api/documents.ts'
import { receiptUploadPath } from '#domain/api/receipts.ts'
import { lineUploadPath, trackUploadPath } from '#domain/api/track-files.ts'
import { tripPictureUploadPath } from '#domain/api/trip-picture.ts'
import { writeLine } from '#domain/tracks/track-line.ts'
import type { Trip } from '#domain/trip.ts'
import type { Engine } from '#server/db/engine.ts'
import { buildFile, listArriving, listFiles } from './document-files.ts'
import { engines } from './engines.ts'
import { insertAccount, insertMembership, insertTrip } from './rows.ts'
import { S3Server } from './s3-server.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import type { Answer, TestClient } from './test-client.ts'

/** For `describe.each(fileStores)`: where documents are stored. */
export const fileStores = ['disk', 's3'] as const
export type FileStoreName = (typeof fileStores)[number]

/** For `describe.each`, where the combination does not matter: each engine and each store once. */
export const engineStores = engines.map((engine, at) => [engine, fileStores[at] ?? 'disk'] as const)

export interface DocumentApp extends TestApp {
  s3: S3Server | undefined
  files: () => Promise<Record<string, Buffer>>
  /** The names of the files that are still being received. */
  arriving: () => Promise<string[]>
}

export async function openDocumentApp(
  engine: Engine,
  store: FileStoreName,
  env: Record<string, string> = {},
): Promise<DocumentApp> {
  const s3 = store === 's3' ? await S3Server.start() : undefined
  const app = await openTestApp(engine, { env: { ...env, ...s3?.env } })
  return {
    ...app,
    s3,
    files: () => listFiles(app.dataDir, s3),
    arriving: () => listArriving(app.dataDir),
    remove: async () => {
      await app.remove()
      await s3?.stop()
    },
  }
}

export interface SharedApp extends DocumentApp {
  ownerId: string
  memberId: string
  owner: TestClient
  member: TestClient
  /** Creates a trip that both are in. */
  newTrip: (overrides?: Parameters<typeof insertTrip>[1]) => Promise<Trip>
}

/** An app with two people, who share trips as owner and member. */
export async function openSharedApp(engine: Engine, store: FileStoreName): Promise<SharedApp> {
  const app = await openDocumentApp(engine, store)
  const [ownerId, memberId] = [await insertAccount(app.db), await insertAccount(app.db)]
  return {
    ...app,
    ownerId,
    memberId,
    owner: await app.openSession({ id: ownerId }),
    member: await app.openSession({ id: memberId }),
    async newTrip(overrides) {
      const made = await insertTrip(app.db, { owner_id: ownerId, type: 'car_trip', ...overrides })
      await insertMembership(app.db, { trip_id: made.id, user_id: memberId, role: 'member' })
      return made
    },
  }
}

/** Expects these files, and no others, to be stored and recorded. */
export async function expectStoredFiles({ db, files }: DocumentApp, paths: readonly string[]): Promise<void> {
  const expected = paths.toSorted()
  expect(Object.keys(await files()).toSorted()).toEqual(expected)
  const recorded = await db.selectFrom('stored_files').selectAll().execute()
  expect(recorded.map(({ trip_id, file, state }) => `${state} ${trip_id}/${file}`).toSorted()).toEqual(
    expected.map((path) => `kept ${path}`),
  )
}

/** Uploads a file as the browser does. */
export function upload(
  client: TestClient,
  tripId: string,
  name: string,
  raw: NonNullable<RequestInit['body']>,
  {
    id = randomUUID(),
    type = 'application/pdf',
    description = '',
    of = '',
    ...headers
  }: { id?: string; type?: string; description?: string; of?: string; [header: string]: string } = {},
): Promise<Answer> {
  return client.send('PUT', uploadPath(tripId, id, name, { description, isOfBooking: of === 'booking' }), {
    raw,
    headers: { 'content-type': type, ...headers },
  })
}

/** Uploads a receipt as the browser does. */
export function uploadReceipt(
  client: TestClient,
  tripId: string,
  name: string,
  raw: NonNullable<RequestInit['body']>,
  { id = randomUUID(), ...headers }: { id?: string; [header: string]: string } = {},
): Promise<Answer> {
  return client.send('PUT', receiptUploadPath(tripId, id, name), { raw, headers })
}

/** A file of a track, and one with its line. */
export const gpx = Buffer.from(
  '<gpx><trk><name>Lake trail</name><trkseg><trkpt lat="45.5" lon="-78.7"/><trkpt lat="45.6" lon="-78.6"/></trkseg></trk></gpx>',
)
export const lines = Buffer.from(
  writeLine([{ lats: [45.5, 45.6], lons: [-78.7, -78.6], elevations: [Number.NaN, Number.NaN] }]),
)

/** Uploads a track's file, or the one with its line, as the browser does. */
export function uploadTrackFile(
  client: TestClient,
  tripId: string,
  kind: 'track' | 'line',
  raw: NonNullable<RequestInit['body']> = kind === 'track' ? gpx : lines,
  { id = randomUUID(), name = 'trail.gpx', ...headers }: { id?: string; name?: string; [header: string]: string } = {},
): Promise<Answer> {
  const path = kind === 'track' ? trackUploadPath : lineUploadPath
  return client.send('PUT', path(tripId, id, name), { raw, headers })
}

/** Sets a trip's picture as the browser does. */
export function setPicture(
  client: TestClient,
  tripId: string,
  raw: NonNullable<RequestInit['body']> = buildFile('jpeg'),
): Promise<Answer> {
  return client.send('PUT', tripPictureUploadPath(tripId), { raw, headers: { 'content-type': 'image/jpeg' } })
}

/** A body that produces its chunks only as they are read. */
export function streamOf(chunks: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in chunks ? chunks[Symbol.asyncIterator]() : chunks[Symbol.iterator]()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await iterator.next()
    if (done) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
