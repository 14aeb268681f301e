import { access, constants, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { StartError } from '../start-error.ts'
import type { FileStore } from './file-store.ts'
import { isMissing, storageFailure } from './storage-failure.ts'

/** The folder in the data folder that holds the documents, with a folder for each trip. */
export const DOCUMENT_FOLDER = 'travel-documents'

const MAX_TRIES = 20

/** Keeps the files in a folder. A file appears under its path as a whole or not at all. */
export function openDiskStore(dataDir: string): FileStore {
  const folder = resolve(dataDir, DOCUMENT_FOLDER)
  return {
    async check() {
      try {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.W_OK)
        await syncFolder(dirname(folder))
      } catch (cause) {
        throw new StartError(`DATA_DIR: the folder ${folder} cannot be written: ${(cause as Error).message}`)
      }
    },

    async keep(path, { location }) {
      const target = join(folder, path)
      try {
        await moveInto(folder, location, target)
        await syncFolder(dirname(target))
      } catch (cause) {
        throw storageFailure(cause)
      }
    },

    async open(path, { start, end }) {
      try {
        const handle = await open(join(folder, path))
        return Readable.toWeb(handle.createReadStream({ start, end })) as unknown as ReadableStream<Uint8Array>
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw storageFailure(cause)
      }
    },

    async remove(path) {
      const target = join(folder, path)
      await rm(target, { force: true })
      // Once it is forgotten it may not come back with a power cut: nobody would know of it.
      await syncFolder(dirname(target)).catch(ignoreMissing)
      await rmdir(dirname(target)).catch(ignoreNotEmpty)
    },
  }
}

/** Moves a file into its trip's folder. Whoever deletes the last document of the trip meanwhile takes that folder away. */
async function moveInto(folder: string, location: string, target: string): Promise<void> {
  for (let left = MAX_TRIES; ; left--) {
    try {
      await makeFolder(folder, dirname(target))
      return await rename(location, target)
    } catch (cause) {
      if (!isTakenAway(cause) || left === 0) throw cause
    }
  }
}

const isTakenAway = (cause: unknown) => isMissing(cause) || (cause as NodeJS.ErrnoException).code === 'EEXIST'

/** Makes a trip's folder where it is missing. It is on the disk before a file is, also where another upload has just made it. */
async function makeFolder(folder: string, tripFolder: string): Promise<void> {
  const made = await mkdir(tripFolder, { recursive: true })
  await syncFolder(folder)
  if (made !== undefined && made !== tripFolder) await syncFolder(dirname(folder))
}

/** Names of files are on the disk only when their folder is. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function ignoreMissing(cause: unknown): void {
  if (!isMissing(cause)) throw cause
}

/** A trip's folder stays while there is a file in it; somebody else may have removed it. */
function ignoreNotEmpty(cause: unknown): void {
  const { code } = cause as NodeJS.ErrnoException
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw cause
}
