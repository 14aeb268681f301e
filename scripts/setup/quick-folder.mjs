import { accessSync, constants, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** Linux keeps in memory what lies here. */
const MEMORY = '/dev/shm'

/** Bytes: many times what a run needs. A container has 64 MB there, unless it is told otherwise. */
const ROOM = 2 * 2 ** 30

/** Longer than any run. */
const DAY_MS = 24 * 3_600_000

/**
 * Makes a folder for what a run throws away, in memory where there is room: there nothing waits for a disk. It is gone with this process;
 * what one has left there that was killed goes with the next.
 * @param {string} name what its own name begins with
 * @returns {string} its path
 */
export function makeQuickFolder(name) {
  if (!hasRoom()) return makeFolder(name)
  sweep()
  return makeFolder(name, MEMORY)
}

/**
 * Likewise where the system keeps such, unless another place is named.
 * @param {string} name
 * @returns {string}
 */
export function makeFolder(name, place = tmpdir()) {
  const folder = mkdtempSync(join(place, `${name}-${process.pid}-`))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}

/** What has a process that cannot be seen from here, in another container, may be in use: so it is an old one too. */
function sweep() {
  for (const folder of readdirSync(MEMORY)) {
    const pid = Number(/^wayfare-[a-z0-9]+-(\d+)-/.exec(folder)?.[1])
    try {
      if (pid && !isAlive(pid) && isOld(join(MEMORY, folder)))
        rmSync(join(MEMORY, folder), { recursive: true, force: true, maxRetries: 3 })
    } catch {
      // Somebody else's, or another run is at it.
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
