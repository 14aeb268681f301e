import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadPath } from '#domain/api/documents.ts'
import type { Engine } from '#server/db/engine.ts'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import { UPLOAD_FOLDER } from '#server/documents/upload-folder.ts'
import { S3Server } from './s3-server.ts'
import { openTestApp, type TestApp } from './test-app.ts'
import type { Answer, TestClient } from './test-client.ts'

/** For `describe.each(fileStores)`: where documents are kept. */
export const fileStores = ['disk', 's3'] as const
export type FileStoreName = (typeof fileStores)[number]

/** A server with documents, and a look into its store. */
export interface DocumentApp extends TestApp {
  s3: S3Server | undefined
  /** What stands in the store, by path. */
  files: () => Promise<Record<string, Buffer>>
  /** The names of the files that have not arrived as a whole. */
  arriving: () => Promise<string[]>
}

/** Opens a server on new databases and stores of its own. */
export async function openDocumentApp(engine: Engine, store: FileStoreName): Promise<DocumentApp> {
  const s3 = store === 's3' ? await S3Server.start() : undefined
  const app = await openTestApp(engine, { env: s3?.env ?? {} })
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

/** What stands in a store, by path. */
export async function listFiles(dataDir: string, s3?: S3Server): Promise<Record<string, Buffer>> {
  if (s3) return Object.fromEntries([...s3.objects].map(([path, { bytes }]) => [path, bytes]))
  const folder = join(dataDir, DOCUMENT_FOLDER)
  const trips = (await readFolder(folder)).filter((name) => join(DOCUMENT_FOLDER, name) !== join(UPLOAD_FOLDER))
  const files: [string, Buffer][] = []
  for (const trip of trips) {
    for (const name of await readFolder(join(folder, trip))) {
      files.push([`${trip}/${name}`, await readFile(join(folder, trip, name))])
    }
  }
  return Object.fromEntries(files)
}

/** The names of the files that have not arrived as a whole. */
export function listArriving(dataDir: string): Promise<string[]> {
  return readFolder(join(dataDir, UPLOAD_FOLDER))
}

async function readFolder(folder: string): Promise<string[]> {
  return readdir(folder).catch((cause) => {
    if (cause.code === 'ENOENT') return []
    throw cause
  })
}

const starts = {
  pdf: Buffer.from('%PDF-1.7\n'),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

/** A file that begins as such files do, and goes on with bytes of which no two are at the same place of a pattern. */
export function buildFile(kind: keyof typeof starts, size = 1000): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8)) & 0xff
  starts[kind].copy(bytes)
  return bytes
}

/** Uploads a file as the browser does. */
export function upload(
  client: TestClient,
  tripId: string,
  name: string,
  raw: NonNullable<RequestInit['body']>,
  { id = randomUUID(), type = 'application/pdf', ...headers }: { id?: string; type?: string; [header: string]: string } = {},
): Promise<Answer> {
  return client.send('PUT', uploadPath(tripId, id, name), { raw, headers: { 'content-type': type, ...headers } })
}

/** A body that arrives piece by piece, as it is read. */
export function streamOf(pieces: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  const iterator = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]()
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    const { done, value } = await iterator.next()
    if (done) controller.close()
    else controller.enqueue(value)
  }
  return new ReadableStream({ pull }, { highWaterMark: 0 })
}
