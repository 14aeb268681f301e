import * as z from 'zod/mini'
import { cleanDescription } from '../document-description.ts'
import { travelDocument } from '../documents.ts'
import { cleanFileName } from '../file-name.ts'

/** What an upload answers: the stored row. */
export const documentAnswer = z.object({ document: travelDocument })

/**
 * Where a document is uploaded (`PUT`, the file itself being the body) and deleted (`DELETE`). The browser makes the id, so
 * that an upload repeated after a lost answer makes one document.
 */
export function documentPath(tripId: string, documentId: string): string {
  return `/api/trips/${tripId}/documents/${documentId}`
}

/** Where a file of this name is uploaded, with what somebody wrote of it. */
export function uploadPath(tripId: string, documentId: string, fileName: string, description = ''): string {
  const path = `${documentPath(tripId, documentId)}?file_name=${encodeURIComponent(cleanFileName(fileName))}`
  const own = cleanDescription(description)
  return own ? `${path}&description=${encodeURIComponent(own)}` : path
}

/** Where a document is viewed: its file_url, in a shared view with the link's token. */
export function viewPath(fileUrl: string, token?: string): string {
  return token === undefined ? fileUrl : `${fileUrl}?token=${encodeURIComponent(token)}`
}
