import { createSecretKey, type KeyObject, randomBytes, randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import * as m from '#messages'
import { SECRET_KEY_MIN, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/*
 * The key from which secrets that can be shown again are derived (decision 32).
 * Job: the same key at every start: SECRET_KEY, or the one in the data folder, which is created once.
 * Invariants: the file is complete as soon as it has its name. Processes that start concurrently use the same key. Only
 *   the server's user can read it.
 * Failure: an invalid or unreadable file prevents the start. If none can be written, the key lasts as long as the
 *   process.
 */

export const KEY_FILE = 'secret-key'

export function openSecretKey(
  { secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>,
  log: Pick<Logger, 'warn'>,
): KeyObject {
  return createSecretKey(secretKey ?? readKey(dataDir) ?? createKey(dataDir, log), 'utf8')
}

function readKey(folder: string): string | undefined {
  const path = join(folder, KEY_FILE)
  let key: string
  try {
    key = readFileSync(path, 'utf8').trim()
    restrictToOwner(path)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw new StartError(m.operating_secret_key_file_unreadable({ path, reason: (cause as Error).message }))
  }
  if (key.length >= SECRET_KEY_MIN) return key
  throw new StartError(m.operating_secret_key_file_invalid({ path, min: SECRET_KEY_MIN }))
}

function createKey(folder: string, log: Pick<Logger, 'warn'>): string {
  const key = randomBytes(32).toString('base64url')
  try {
    mkdirSync(folder, { recursive: true })
    writeOnce(folder, key)
  } catch (cause) {
    const remedy =
      'invitation links made now cannot be shown after a restart; set SECRET_KEY, or make DATA_DIR writable'
    log.warn({ cause: (cause as Error).message }, `no key could be stored: ${remedy}`)
    return key
  }
  // Reads it back: another process may have been first.
  return readKey(folder) ?? key
}

/** Syncs the key to disk before it gets its name. Keeps an existing file. */
function writeOnce(folder: string, key: string): void {
  const partPath = join(folder, `${KEY_FILE}.${randomUUID()}.part`)
  try {
    writeFileSync(partPath, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(partPath, join(folder, KEY_FILE))
    const opened = openSync(folder, 'r')
    fsyncSync(opened)
    closeSync(opened)
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
  } finally {
    remove(partPath)
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // The file does not exist, or the disk refuses this too.
  }
}

/** An operator may have created the file with wider permissions. A file of another user is left alone. */
function restrictToOwner(path: string): void {
  if ((statSync(path).mode & 0o777) === 0o600) return
  try {
    chmodSync(path, 0o600)
  } catch (cause) {
    if (codeOf(cause) !== 'EPERM' && codeOf(cause) !== 'EROFS') throw cause
  }
}

const codeOf = (failure: unknown) => (failure as { code?: string }).code
