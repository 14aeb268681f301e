import * as z from 'zod/mini'

/*
 * The files of a trip, for those who see to its space.
 * `GET /api/trips/:tripId/files`, answered by `tripFilesResponse`
 * Deleting: `DELETE` at `documentPath`, `receiptDeletionPath` or `tripPictureUploadPath`.
 */

export const tripFile = z.object({
  kind: z.enum(['document', 'receipt', 'track', 'line', 'picture']),
  /** Of the picture its name, of others their id. */
  id: z.string(),
  file_name: z.string(),
  /** In bytes. */
  size: z.number(),
  uploaded_at: z.iso.datetime(),
  /** The name of who uploaded it, if that is known. */
  uploaded_by: z.nullable(z.string()),
  /** False for a receipt that no expense lists, and for a file that no track needs. */
  is_used: z.boolean(),
  /** Where it is viewed. */
  address: z.string(),
})
export type TripFile = z.infer<typeof tripFile>

/** Receipts that no expense lists first, then the newest. */
export const tripFilesResponse = z.object({ files: z.array(tripFile) })
export type TripFilesResponse = z.infer<typeof tripFilesResponse>

export const tripFilesPath = (tripId: string): string => `/api/trips/${tripId}/files`
export const receiptDeletionPath = (tripId: string, receiptId: string): string =>
  `/api/trips/${tripId}/receipts/${receiptId}`
