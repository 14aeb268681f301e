import type { Logger } from 'pino'
import type { Db } from '../db/engine.ts'
import type { Settings } from '../settings/settings.ts'
import type { Quotas } from '../trips/quotas.ts'
import { openDiskStore } from './disk-store.ts'
import type { FileStore } from './file-store.ts'
import { FileUploads } from './file-uploads.ts'
import { openS3Store } from './s3-store.ts'
import { UploadFolder } from './upload-folder.ts'

export function openFileStore({ s3, dataDir }: Pick<Settings, 's3' | 'dataDir'>): FileStore {
  return s3 ? openS3Store(s3) : openDiskStore(dataDir)
}

/** @param onStored called with the size in bytes of each stored file */
export function openUploads(
  db: Db,
  settings: Settings,
  quotas: Quotas,
  log: Logger,
  clock: () => Date,
  onStored?: (bytes: number) => void,
): FileUploads {
  const uploads = new UploadFolder(settings.dataDir)
  return new FileUploads({ db, files: openFileStore(settings), uploads, quotas, log, clock, onStored })
}
