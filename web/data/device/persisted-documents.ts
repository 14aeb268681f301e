/*
 * The documents' files on this device. The service worker keeps those that were viewed (web/service-worker/), kept-files.ts
 * those of a trip that is kept whole; the service worker answers with both without a network. Here they only go. Plain-http
 * addresses have no caches, and so no kept documents.
 */

export const DOCUMENTS_CACHE = 'wayfare-documents'

/** Removes the file of a document that was deleted. */
export async function dropDocument(fileUrl: string): Promise<void> {
  await (await globalThis.caches?.open(DOCUMENTS_CACHE))?.delete(fileUrl)
}

export async function dropAllDocuments(): Promise<void> {
  await globalThis.caches?.delete(DOCUMENTS_CACHE)
}
