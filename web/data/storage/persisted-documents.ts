import { deleteFileCache, openFileCache } from '#web/browser/cache-storage.ts'

/*
 * Removes the files of documents and receipts from this device. The service worker stores viewed files,
 * persisted-files.ts those of offline copies, in the same cache. The service worker serves both offline. Plain-http
 * addresses have no Cache API.
 */

export const DOCUMENTS_CACHE = 'wayfare-documents'

export async function dropDocument(fileUrl: string): Promise<void> {
  await (await openFileCache(DOCUMENTS_CACHE))?.delete(fileUrl)
}

export async function dropAllDocuments(): Promise<void> {
  await deleteFileCache(DOCUMENTS_CACHE)
}
