import { access, constants, mkdir, open, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import * as m from '#messages'
import { StartError } from '../settings/start-error.ts'
import type { FileStore } from './file-store.ts'
import { isMissing, storageFailure } from './storage-failure.ts'
import { toWebStream } from './web-stream.ts'

export const DOCUMENT_FOLDER = 'travel-documents'

const MAX_TRIES = 20

/** Stores files in a folder. Each file appears under its path complete or not at all. */
export function openDiskStore(dataDir: string): FileStore {
  const folder = resolve(dataDir, DOCUMENT_FOLDER)
  return {
    async check() {
      try {
        await mkdir(folder, { recursive: true })
        await access(folder, constants.W_OK)
        await syncFolder(dirname(folder))
      } catch (cause) {
        throw new StartError(m.operating_data_dir_not_writable({ folder, reason: (cause as Error).message }))
      }
    },

    async put(path, { location }) {
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
        return toWebStream(handle.createReadStream({ start, end }))
      } catch (cause) {
        if (isMissing(cause)) return undefined
        throw storageFailure(cause)
      }
    },

    async remove(path) {
      const target = join(folder, path)
      await rm(target, { force: true })
      // The removal must survive a power cut: by then nothing else records the file.
      await syncFolder(dirname(target)).catch(ignoreMissing)
      await rmdir(dirname(target)).catch(ignoreNotEmpty)
    },
  }
}

/** Moves a file into its trip's folder. Retries: deleting the last document meanwhile removes that folder. */
async function moveInto(folder: string, location: string, target: string): Promise<void> {
  for (let triesLeft = MAX_TRIES; ; triesLeft--) {
    try {
      await makeFolder(folder, dirname(target))
      return await rename(location, target)
    } catch (cause) {
      if (!isFolderGone(cause) || triesLeft === 0) throw cause
    }
  }
}

const isFolderGone = (cause: unknown) => isMissing(cause) || (cause as NodeJS.ErrnoException).code === 'EEXIST'

/** Creates a trip's folder if needed, and syncs its entry to disk before a file is put into it. */
async function makeFolder(folder: string, tripFolder: string): Promise<void> {
  const created = await mkdir(tripFolder, { recursive: true })
  await syncFolder(folder)
  if (created !== undefined && created !== tripFolder) await syncFolder(dirname(folder))
}

/** A new or removed file name is on disk only after its folder is synced. */
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

/** A trip's folder stays while it has files; another request may have removed it already. */
function ignoreNotEmpty(cause: unknown): void {
  const { code } = cause as NodeJS.ErrnoException
  if (code !== 'ENOTEMPTY' && code !== 'EEXIST' && code !== 'ENOENT') throw cause
}
