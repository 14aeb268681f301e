import { createReadStream } from 'node:fs'
import { buffer, text } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import type * as z from 'zod/mini'
import * as m from '#messages'
import { StartError } from '../settings/start-error.ts'
import {
  anyBackupHeader,
  type BackupHeader,
  backupHeader,
  CONTENTS_NAME,
  type Contents,
  contents,
  FORMAT_VERSION,
  HEADER_NAME,
  measure,
  parseEntryName,
} from './archive-form.ts'
import { count, type Progress, size as sizeText } from './progress.ts'
import { Tally } from './rows.ts'

type Entry = { table: string; lines: string[] } | { path: string; bytes: Buffer }

/**
 * The entries of a backup, in the order in which they were written.
 * @throws StartError if the file cannot be read or is incomplete
 */
export async function* readEntries(file: string): AsyncGenerator<Entry, void> {
  for await (const { name, chunks } of readTar(file)) {
    const entry = parseEntryName(name)
    if (entry && 'table' in entry) yield { ...entry, lines: (await text(chunks)).split('\n').slice(0, -1) }
    else if (entry) yield { ...entry, bytes: await buffer(chunks) }
    else for await (const _ of chunks);
  }
}

/**
 * Reads only the header of a backup.
 * @throws StartError if it is not a backup, or one of a newer app
 */
export async function readHeader(file: string): Promise<BackupHeader> {
  for await (const { name, chunks } of readTar(file)) {
    if (name !== HEADER_NAME) break
    const json = parseJson(await text(chunks))
    const header = anyBackupHeader.safeParse(json).data
    if (header && header.form > FORMAT_VERSION)
      throw new StartError(m.operating_backup_made_by_newer({ file, version: header.app }))
    return parseWith(file, backupHeader, json)
  }
  throw new StartError(m.operating_backup_not_a_backup({ file }))
}

/**
 * Reads the whole backup and compares it with its list of contents.
 * @throws StartError if anything is missing or has changed
 */
export async function checkArchive(file: string, progress: Progress): Promise<Contents> {
  const tallies = new Map<string, Tally>()
  const documents: Contents['documents'] = {}
  let [bytesRead, expected] = [0, undefined as Contents | undefined]
  for await (const { name, chunks } of readTar(file)) {
    const entry = parseEntryName(name)
    if (entry && 'table' in entry) {
      const tally = tallies.get(entry.table) ?? new Tally()
      tallies.set(entry.table, tally)
      const chunk = await text(chunks)
      bytesRead += chunk.length
      for (const line of chunk.split('\n').slice(0, -1)) tally.add(line)
    } else if (entry) {
      const bytes = await buffer(chunks)
      documents[entry.path] = measure(bytes)
      bytesRead += bytes.length
    } else if (name === CONTENTS_NAME) expected = parseWith(file, contents, parseJson(await text(chunks)))
    else for await (const _ of chunks);
    progress.report(() => m.operating_backup_checking({ size: sizeText(bytesRead) }))
  }
  if (!expected) throw new StartError(m.operating_backup_incomplete({ file }))
  const tables = Object.fromEntries([...tallies].map(([table, tally]) => [table, tally.total]))
  for (const [table, { rows, sum }] of Object.entries(expected.tables)) {
    const { rows: found, sum: foundSum } = tables[table] ?? new Tally().total
    if (found !== rows || foundSum !== sum)
      throw new StartError(m.operating_backup_damaged_table({ file, table, found: count(found), expected: rows }))
  }
  for (const [path, { size, sha256 }] of Object.entries(expected.documents)) {
    const found = documents[path]
    if (found?.size !== size || found.sha256 !== sha256)
      throw new StartError(m.operating_backup_damaged_document({ file, path }))
  }
  const [unknown] = [
    ...Object.keys(tables).filter((name) => !expected.tables[name]),
    ...Object.keys(documents).filter((path) => !expected.documents[path]),
  ]
  if (unknown) throw new StartError(m.operating_backup_damaged_entry({ file, entry: unknown }))
  return expected
}

async function* readTar(file: string): AsyncGenerator<{ name: string; chunks: AsyncIterable<Uint8Array> }, void> {
  const source = createReadStream(file)
  const entries = extract()
  source.on('error', (error) => entries.destroy(error))
  source.pipe(entries as unknown as NodeJS.WritableStream)
  try {
    for await (const entry of withReadErrors(file, entries)) {
      const chunks = withReadErrors(file, entry as unknown as AsyncIterable<Uint8Array>)
      yield { name: entry.header.name, chunks }
    }
  } finally {
    source.destroy()
  }
}

/** Turns errors from an incomplete or invalid tar file into a line for the operator. */
async function* withReadErrors<Part>(file: string, parts: AsyncIterable<Part>): AsyncGenerator<Part, void> {
  try {
    for await (const part of parts) yield part
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    throw new StartError(
      code === 'ENOENT'
        ? m.operating_backup_file_not_found({ file })
        : m.operating_backup_unreadable({ file, reason: message }),
    )
  }
}

function parseWith<Schema extends z.ZodMiniType>(file: string, schema: Schema, json: unknown): z.infer<Schema> {
  const result = schema.safeParse(json)
  if (result.success) return result.data
  throw new StartError(m.operating_backup_not_readable({ file }))
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
