import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import type { PlanOperation } from '#domain/api/operations.ts'
import type { Engine } from '#server/db/engine.ts'
import { SQLITE_FILE } from '#server/db/sqlite.ts'
import { DOCUMENT_FOLDER } from '#server/documents/disk-store.ts'
import type { TestApp } from './test-app.ts'

/*
 * Fixtures of stored forms: see upgrades/README.md.
 */

export const UPGRADES = fileURLToPath(new URL('upgrades', import.meta.url))

/** The days whose stored forms there are fixtures of. */
export const upgradeStates = readdirSync(UPGRADES).filter((name) => /^\d{4}-\d\d-\d\d$/.test(name))

export const upgradeFiles = {
  sqlite: 'database.sqlite.br',
  postgres: 'database.sql.br',
  documents: 'documents',
  backup: 'backup.tar.br',
  device: 'device.json.br',
  expected: 'expected.json.br',
} as const

/** An answer that the fixture's own version gave to a GET request. */
export interface StoredResponse {
  as: string
  path: string
  status: number
  /** The parsed JSON; for a file, the hash of its content. */
  body: unknown
}

/** Operations that the server had answered before, and which of them it refused or superseded. */
export interface StoredRetry {
  as: string
  tripId: string
  operations: PlanOperation[]
  refused: string[]
  superseded: string[]
}

export interface ExpectedState {
  /** When the answers were given. */
  at: string
  /** Users by name, and whether they have an account (all with the same password). */
  users: Record<string, { id: string; email: string | null }>
  password: string
  trips: Record<string, string>
  /** The secrets of an invitation and a share link of the trip 'road', and of a guest's personal link. */
  links: Record<'invitation' | 'personal' | 'share', string>
  answers: StoredResponse[]
  retries: StoredRetry[]
}

export function readUpgradeFile(state: string, file: keyof typeof upgradeFiles): Buffer {
  return brotliDecompressSync(readFileSync(join(UPGRADES, state, upgradeFiles[file])))
}

export function readExpected(state: string): ExpectedState {
  return JSON.parse(readUpgradeFile(state, 'expected').toString()) as ExpectedState
}

/** Fills a place without tables with the database and documents of a fixture. */
export async function placeUpgradeDatabase(
  engine: Engine,
  state: string,
  { databaseUrl, dataDir }: { databaseUrl?: string; dataDir: string },
): Promise<void> {
  const documents = join(dataDir, DOCUMENT_FOLDER)
  await mkdir(documents, { recursive: true })
  await cp(join(UPGRADES, state, upgradeFiles.documents), documents, { recursive: true })
  const database = readUpgradeFile(state, engine)
  if (engine === 'sqlite') return writeFile(join(dataDir, SQLITE_FILE), database)
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query(database.toString())
  } finally {
    await client.end()
  }
}

/** Requests `path` as a user of the fixture. */
export async function answerOf(
  app: TestApp,
  { users }: Pick<ExpectedState, 'users'>,
  { as, path }: Pick<StoredResponse, 'as' | 'path'>,
): Promise<StoredResponse> {
  const user = users[as]
  if (!user) throw new Error(`The fixture has no user ${as}`)
  const { status, body, bytes } = await (await app.openSession(user)).get(path)
  return { as, path, status, body: body ?? { sha256: createHash('sha256').update(bytes).digest('hex') } }
}
