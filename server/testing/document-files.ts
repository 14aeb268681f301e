import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import { UPLOAD_FOLDER } from '#server/documents/upload-folder.ts'
import type { S3Server } from './s3-server.ts'

/** The files in a store, by path. Files deleted meanwhile are omitted. */
export async function listFiles(dataDir: string, s3?: S3Server): Promise<Record<string, Buffer>> {
  if (s3) return Object.fromEntries([...s3.objects].map(([path, { bytes }]) => [path, bytes]))
  const folder = join(dataDir, DOCUMENT_FOLDER)
  const trips = (await readFolder(folder)).filter((name) => join(DOCUMENT_FOLDER, name) !== join(UPLOAD_FOLDER))
  const files: [string, Buffer][] = []
  for (const trip of trips) {
    for (const name of await readFolder(join(folder, trip))) {
      const bytes = await unlessGone(readFile(join(folder, trip, name)), undefined)
      if (bytes) files.push([`${trip}/${name}`, bytes])
    }
  }
  return Object.fromEntries(files)
}

export function listArriving(dataDir: string): Promise<string[]> {
  return readFolder(join(dataDir, UPLOAD_FOLDER))
}

function readFolder(folder: string): Promise<string[]> {
  return unlessGone(readdir(folder), [])
}

async function unlessGone<Found, Nothing>(promise: Promise<Found>, fallback: Nothing): Promise<Found | Nothing> {
  return promise.catch((cause) => {
    if (cause.code === 'ENOENT') return fallback
    throw cause
  })
}

const magicBytes = {
  pdf: Buffer.from('%PDF-1.7\n'),
  jpeg: Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
}

/** A file with the magic bytes of its kind, followed by bytes that make any shift or gap detectable. */
export function buildFile(kind: keyof typeof magicBytes, size = 1000): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at++) bytes[at] = (at * 31 + (at >> 8)) & 0xff
  magicBytes[kind].copy(bytes)
  return bytes
}
