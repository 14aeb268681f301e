import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory, on Linux. */
const MEMORY = '/dev/shm'

/** Bytes: many times what a run needs. Containers have only 64 MB there by default. */
const ROOM = 2 * 2 ** 30

/** Milliseconds: longer than any run. */
const DAY_MS = 24 * 3_600_000

/**
 * Creates a temporary folder, in memory if there is room, so that nothing waits for a disk. It is deleted when this
 * process exits. A later call deletes the folders of killed processes.
 * @param {string} name the start of the folder's name
 * @returns {string} its path
 */
export function makeQuickFolder(name) {
  if (!hasRoom()) return makeFolder(name)
  sweep()
  return makeFolder(name, MEMORY)
}

/**
 * Creates a temporary folder on disk, which is deleted when this process exits.
 * @param {string} name
 * @returns {string}
 */
export function makeFolder(name, place = tmpdir()) {
  const folder = mkdtempSync(join(place, `${name}-${process.pid}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** Deletes folders of dead processes, but only old ones: a process in another container may look dead from here. */
function sweep() {
  for (const folder of readdirSync(MEMORY)) {
    const pid = Number(/^wayfare-[a-z0-9]+-(\d+)-/.exec(folder)?.[1])
    try {
      if (pid && !isAlive(pid) && isOld(join(MEMORY, folder)))
        rmSync(join(MEMORY, folder), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // It belongs to another account, or another run is deleting it.
    }
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/** @param {string} folder */
function isOld(folder) {
  const { mtimeMs = Date.now() } = statSync(folder, { throwIfNoEntry: false }) ?? {}
  return mtimeMs < Date.now() - DAY_MS
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
