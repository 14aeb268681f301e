import { LINE_ROOT } from '#domain/api/track-files.ts'
import { documentTypes, fileType, typeOfExtension } from '#domain/documents.ts'
import { LINES_TYPE } from '#domain/track-files.ts'
import { PICTURE_ROOT } from '#domain/trip-picture.ts'
import { openFileCache } from '#web/browser/cache-storage.ts'
import { withTabLock } from '#web/browser/tab-locks.ts'
import { dropAreasOf } from './map-areas.ts'
import { DOCUMENTS_CACHE } from './persisted-documents.ts'

/*
 * The files of offline copies, of documents and receipts.
 * Job: fetches files into the cache that the service worker serves from, and reports what is in it.
 * Invariants: a stored file is complete and has the type it was uploaded as; a file that is no longer wanted when its
 *   download ends is removed; tabs with the same trip fetch a file once.
 * Failure: the reason is returned, not thrown.
 */

export type FileMissingReason =
  /** The server did not answer, or failed: a retry may succeed. */
  | 'unanswered'
  /** The server does not have it, or this user may not see it. */
  | 'not_given'
  /** The browser's storage quota is exceeded. */
  | 'no_room'

/** Whether this browser can store files: not on plain http, and not in some private windows. */
export async function canPersistFiles(): Promise<boolean> {
  return (await openCache()) !== undefined
}

/** Returns the size of a document's file in bytes; undefined if it is not on this device. */
export async function findFileSize(fileUrl: string): Promise<number | undefined> {
  const stored = await (await openCache())?.match(fileUrl, { ignoreVary: true })
  if (!stored) return undefined
  const length = stored.headers.get('content-length')
  return length !== null && !stored.headers.has('content-encoding') ? Number(length) : (await stored.blob()).size
}

/**
 * Fetches a document's file unless it is on this device. Returns its size in bytes.
 * @param isWanted called after the download; the file is removed if it returns false
 */
export async function persistFile(
  fileUrl: string,
  { signal, isWanted }: { signal: AbortSignal; isWanted: () => boolean },
): Promise<number | FileMissingReason> {
  const persist = async () => (await findFileSize(fileUrl)) ?? fetchFile(fileUrl, signal, isWanted)
  try {
    return await withTabLock(`wayfare-keep ${fileUrl}`, persist, { signal })
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'QuotaExceededError' ? 'no_room' : 'unanswered'
  }
}

async function fetchFile(
  fileUrl: string,
  signal: AbortSignal,
  isWanted: () => boolean,
): Promise<number | FileMissingReason> {
  const cache = await openCache()
  // 'no-store' bypasses the service worker, and keeps the browser from storing a second copy.
  const answer = await fetch(fileUrl, { cache: 'no-store', signal })
  if (answer.status === 404) return 'not_given'
  // A captive portal, such as a hotel's, may answer with its own page.
  const isFile = isFileType(fileUrl, answer.headers.get('content-type'))
  if (answer.status !== 200 || !isFile) return 'unanswered'
  await cache?.put(fileUrl, answer)
  if (!isWanted()) await cache?.delete(fileUrl)
  return (await findFileSize(fileUrl)) ?? 'unanswered'
}

/** Whether a file may have this type. The addresses of receipts and lines have no extension. */
function isFileType(fileUrl: string, type: string | null): boolean {
  if (fileUrl.startsWith(`${LINE_ROOT}/`)) return type === LINES_TYPE
  const expected = typeOfExtension(fileType(fileUrl))
  return expected === undefined ? documentTypes.some((known) => known === type) : type === expected
}

/** Removes a trip's files and map; with `except`, only its documents and receipts, apart from those at these paths. */
export async function dropFilesOf(tripId: string, except?: readonly string[]): Promise<void> {
  if (!except) await dropAreasOf(tripId)
  const isWanted = (path: string) => except !== undefined && (except.includes(path) || path.startsWith(PICTURE_ROOT))
  const cache = await openCache()
  for (const { url } of (await cache?.keys()) ?? []) {
    const { pathname } = new URL(url)
    const [, files, , ofTrip] = pathname.split('/')
    if (files === 'files' && ofTrip === tripId && !isWanted(pathname)) await cache?.delete(url)
  }
}

const openCache = () => openFileCache(DOCUMENTS_CACHE)
