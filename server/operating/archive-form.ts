import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/*
 * A backup is a tar file. In it, in this order:
 *   backup.json                    what it is of (`head`)
 *   tables/{table}/{number}.jsonl  the rows of a table, each a line of JSON, in pieces
 *   documents/{trip id}/{file}     the files of the documents, as they are
 *   contents.json                  what has to be in it (`contents`); without it the backup was broken off
 */
export const HEAD = 'backup.json'
export const CONTENTS = 'contents.json'

/** Goes up by one where an older app could not read it any more. */
export const FORM = 1

/** Any form that there ever will be has these two. */
export const anyHead = z.object({ form: z.number(), app: z.string() })

export const head = z.object({
  form: z.literal(FORM),
  /** The version of the app that made it. */
  app: z.string(),
  made_at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The names of the migrations that the database had had. */
  migrations: z.array(z.string()),
})
export type Head = z.infer<typeof head>

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const filePath = z.string().check(z.regex(/^[0-9a-f-]{36}\/\d+\.[a-z0-9]+$/))

export const contents = z.object({
  /** Of each table its number of rows and what its lines add up to: see `Tally`. */
  tables: z.record(z.string(), z.object({ rows: z.number(), sum: sha256 })),
  documents: z.record(filePath, z.object({ size: z.number(), sha256 })),
  /** The files that were not in the store any more, or not at all. */
  missing: z.array(filePath),
})
export type Contents = z.infer<typeof contents>

export const pieceName = (table: string, number: number) => `tables/${table}/${String(number).padStart(6, '0')}.jsonl`
export const documentName = (path: string) => `documents/${path}`

/** What an entry is, by its name; undefined for one that no backup has. */
export function entryOf(name: string): { table: string } | { path: string } | undefined {
  const table = /^tables\/(\w+)\/\d+\.jsonl$/.exec(name)?.[1]
  if (table) return { table }
  const path = name.startsWith('documents/') ? filePath.safeParse(name.slice('documents/'.length)).data : undefined
  return path === undefined ? undefined : { path }
}

/** What of a file is compared. */
export function measure(bytes: Uint8Array): { size: number; sha256: string } {
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
