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
import { SECRET_KEY_MIN, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'

/*
 * The key that secrets which can be shown again are derived from (decision 32).
 * Job: the same key at every start: SECRET_KEY, else the one in the data folder, which is made once.
 * Invariants: the file is complete from the moment it has its name; processes that start at once use the same key; only the server's
 *   own user can read it.
 * Failure: a file that holds no key, or cannot be read, ends the start. Where none can be written, the key lasts as long as the process.
 */

export const KEY_FILE = 'secret-key'

/** @throws StartError */
export function openSecretKey(
  { secretKey, dataDir }: Pick<Settings, 'secretKey' | 'dataDir'>,
  log: Pick<Logger, 'warn'>,
): KeyObject {
  return createSecretKey(secretKey ?? readKey(dataDir) ?? makeKey(dataDir, log), 'utf8')
}

function readKey(folder: string): string | undefined {
  const path = join(folder, KEY_FILE)
  let key: string
  try {
    key = readFileSync(path, 'utf8').trim()
    closeToOthers(path)
  } catch (cause) {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw new StartError(`DATA_DIR: the key file ${path} cannot be read: ${(cause as Error).message}`)
  }
  if (key.length >= SECRET_KEY_MIN) return key
  throw new StartError(
    `DATA_DIR: the key file ${path} holds no key of ${SECRET_KEY_MIN} characters or more. Restore it, or delete it to get a new one.`,
  )
}

function makeKey(folder: string, log: Pick<Logger, 'warn'>): string {
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
  // The one of another process, where that was first.
  return readKey(folder) ?? key
}

/** Gives the file its name when all of it is on the disk; leaves one that is there already as it is. */
function writeOnce(folder: string, key: string): void {
  const part = join(folder, `${KEY_FILE}.${randomUUID()}.part`)
  try {
    writeFileSync(part, `${key}\n`, { mode: 0o600, flag: 'wx', flush: true })
    linkSync(part, join(folder, KEY_FILE))
    const opened = openSync(folder, 'r')
    fsyncSync(opened)
    closeSync(opened)
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause
  } finally {
    remove(part)
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made, or the disk refuses that too.
  }
}

/** A file that an operator has put here may be open to others. What belongs to another user stays as that user has it. */
function closeToOthers(path: string): void {
  if ((statSync(path).mode & 0o777) === 0o600) return
  try {
    chmodSync(path, 0o600)
  } catch (cause) {
    if (codeOf(cause) !== 'EPERM' && codeOf(cause) !== 'EROFS') throw cause
  }
}

const codeOf = (failure: unknown) => (failure as { code?: string }).code
