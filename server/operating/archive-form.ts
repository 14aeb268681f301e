import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/*
 * A backup is a tar file with these entries, in this order:
 *   backup.json                    what it is of (`head`)
 *   tables/{table}/{number}.jsonl  rows of a table, one line of JSON each, in chunks
 *   documents/{trip id}/{file}     the documents' files, unchanged
 *   contents.json                  what it must contain (`contents`); if missing, the backup is incomplete
 */
export const HEADER_NAME = 'backup.json'
export const CONTENTS_NAME = 'contents.json'

/** Incremented whenever older versions of the app could not read the format any more. */
export const FORMAT_VERSION = 1

/** The fields that every format, past and future, has. */
export const anyBackupHeader = z.object({ form: z.number(), app: z.string() })

export const backupHeader = z.object({
  form: z.literal(FORMAT_VERSION),
  /** The version of the app that made the backup. */
  app: z.string(),
  made_at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  migrations: z.array(z.string()),
})
export type BackupHeader = z.infer<typeof backupHeader>

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const filePath = z.string().check(z.regex(/^[0-9a-f-]{36}\/\d+\.[a-z0-9]+$/))

export const contents = z.object({
  /** By table, its number of rows and their checksum: see `Tally`. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: sha256 })),
  documents: z.record(filePath, z.object({ size: z.number(), sha256 })),
  /** Files that were not in the store, because they were deleted meanwhile or lost. */
  missing: z.array(filePath),
})
export type Contents = z.infer<typeof contents>

export const chunkName = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.jsonl`
export const documentName = (path: string) => `documents/${path}`

/** Parses the name of an entry; undefined if it is neither a table nor a document. */
export function parseEntryName(name: string): { table: string } | { path: string } | undefined {
  const table = /^tables\/(\w+)\/\d+\.jsonl$/.exec(name)?.[1]
  if (table) return { table }
  const path = name.startsWith('documents/') ? filePath.safeParse(name.slice('documents/'.length)).data : undefined
  return path === undefined ? undefined : { path }
}

export function measure(bytes: Uint8Array): { size: number; sha256: string } {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
