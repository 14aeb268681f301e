import { fileType, typeOfExtension } from '#domain/documents.ts'
import { DOCUMENTS_CACHE } from './persisted-documents.ts'

/*
 * The files of the documents of trips that are kept whole.
 * Job: fetches them into the cache from which the service worker answers, and tells what is in it.
 * Invariants: a file is there as a whole and as what it was uploaded as, or not at all; one that is no longer wanted when it
 *   has come is not kept; tabs that have the same trip open fetch a file once.
 * Failure: why a file is not kept is answered, not thrown.
 */

/** Why a file is not on this device. */
export type WhyMissing =
  /** The server did not answer, or had a mishap: another time it may. */
  | 'unanswered'
  /** The server does not have it, or does not give it to this person. */
  | 'not_given'
  /** There is no room for it here. */
  | 'no_room'

/** Whether this browser keeps files at this address: not without https, and not in some private windows. */
export async function canPersistFiles(): Promise<boolean> {
  return (await openCache()) !== undefined
}

/** How many bytes a document's file takes on this device; undefined where it is not here. */
export async function findFileSize(fileUrl: string): Promise<number | undefined> {
  const kept = await (await openCache())?.match(fileUrl, { ignoreVary: true })
  if (!kept) return undefined
  const length = kept.headers.get('content-length')
  return length !== null && !kept.headers.has('content-encoding') ? Number(length) : (await kept.blob()).size
}

/** Fetches a document's file, unless it is here. `isWanted` is asked once more when it has come. Answers its size in bytes. */
export async function persistFile(
  fileUrl: string,
  { signal, isWanted }: { signal: AbortSignal; isWanted: () => boolean },
): Promise<number | WhyMissing> {
  const keep = async () => (await findFileSize(fileUrl)) ?? fetchFile(fileUrl, signal, isWanted)
  try {
    return await (navigator.locks?.request(`wayfare-keep ${fileUrl}`, { signal }, keep) ?? keep())
  } catch (failure) {
    return failure instanceof DOMException && failure.name === 'QuotaExceededError' ? 'no_room' : 'unanswered'
  }
}

async function fetchFile(fileUrl: string, signal: AbortSignal, isWanted: () => boolean): Promise<number | WhyMissing> {
  const cache = await openCache()
  // The service worker leaves such a request alone, and the browser keeps no second copy of its own.
  const answer = await fetch(fileUrl, { cache: 'no-store', signal })
  if (answer.status === 404) return 'not_given'
  // What stands between here and the server may answer with a page of its own, such as a hotel's.
  const isFile = answer.headers.get('content-type') === typeOfExtension(fileType(fileUrl))
  if (answer.status !== 200 || !isFile) return 'unanswered'
  await cache?.put(fileUrl, answer)
  if (!isWanted()) await cache?.delete(fileUrl)
  return (await findFileSize(fileUrl)) ?? 'unanswered'
}

/** Removes the files of a trip's documents, but for those at these addresses. */
export async function dropFilesOf(tripId: string, kept: readonly string[] = []): Promise<void> {
  const cache = await openCache()
  for (const { url } of (await cache?.keys()) ?? []) {
    const { pathname } = new URL(url)
    if (pathname.startsWith(`/files/travel-documents/${tripId}/`) && !kept.includes(pathname)) await cache?.delete(url)
  }
}

async function openCache(): Promise<Cache | undefined> {
  return globalThis.caches?.open(DOCUMENTS_CACHE).catch(() => undefined)
}
