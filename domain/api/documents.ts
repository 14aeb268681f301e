import * as z from 'zod/mini'
import { cleanDescription } from '../document-description.ts'
import { travelDocument } from '../documents.ts'
import { cleanFileName } from '../file-name.ts'

export const documentResponse = z.object({ document: travelDocument })

/**
 * Where a document is uploaded (`PUT`, with the file as the body) and deleted (`DELETE`). The browser makes the id, so
 * a retried upload makes one document.
 */
export function documentPath(tripId: string, documentId: string): string {
  return `/api/trips/${tripId}/documents/${documentId}`
}

/** Says that a booking was read from the file: then it may also be a mail, a pass or a calendar file. */
const OF_BOOKING = 'of=booking'

/** Where a file with this name is uploaded, with the user's description. */
export function uploadPath(
  tripId: string,
  documentId: string,
  fileName: string,
  { description = '', isOfBooking = false } = {},
): string {
  const path = `${documentPath(tripId, documentId)}?file_name=${encodeURIComponent(cleanFileName(fileName))}`
  const own = cleanDescription(description)
  return [path, own && `description=${encodeURIComponent(own)}`, isOfBooking && OF_BOOKING].filter(Boolean).join('&')
}

/** Where a document is viewed: its file_url and, in a shared view, the link's token. */
export function viewPath(fileUrl: string, token?: string): string {
  return token === undefined ? fileUrl : `${fileUrl}?token=${encodeURIComponent(token)}`
}
