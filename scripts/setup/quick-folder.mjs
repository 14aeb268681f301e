import { accessSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps in memory what lies here. */
const MEMORY = '/dev/shm'

/** Bytes: many times what a run needs. A container has 64 MB there, unless it is told otherwise. */
const ROOM = 2 * 2 ** 30

/**
 * Makes a folder for what a run throws away, in memory where there is room: there nothing waits for a disk. It is gone with this process.
 * @param {string} name what its own name begins with
 * @returns {string} its path
 */
export function makeQuickFolder(name) {
  return makeFolder(name, hasRoom() ? MEMORY : tmpdir())
}

/**
 * Likewise where the system keeps such, unless another place is named.
 * @param {string} name
 * @returns {string}
 */
export function makeFolder(name, place = tmpdir()) {
  const folder = mkdtempSync(join(place, `${name}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

function hasRoom() {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize > ROOM && freemem() > ROOM
  } catch {
    return false
  }
}
