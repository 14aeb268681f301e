import * as z from 'zod/mini'
import { cleanFileName } from '../file-name.ts'
import { id } from '../id.ts'
import { MAX_TRACK_FILE_NAME } from '../plan/tracks.ts'

/** `PUT` of a track's file, or of the file with its lines. */
export const trackFileResponse = z.object({ file: z.object({ id, file_name: z.string() }) })

export const TRACK_ROOT = '/files/tracks'
export const LINE_ROOT = '/files/lines'

/** The name of the file that a track was read from. */
export function trackFileName(fileName: string): string {
  return cleanFileName(fileName, MAX_TRACK_FILE_NAME)
}

/** Where the file that tracks were read from is uploaded (`PUT`, with the file as the body) and deleted. */
export function trackUploadPath(tripId: string, fileId: string, fileName: string): string {
  return `${trackDeletionPath(tripId, fileId)}?file_name=${encodeURIComponent(trackFileName(fileName))}`
}

/** The same for the file with their lines. @param fileName of the file that they were read from */
export function lineUploadPath(tripId: string, fileId: string, fileName: string): string {
  return `${lineDeletionPath(tripId, fileId)}?file_name=${encodeURIComponent(trackFileName(fileName))}`
}

export const trackDeletionPath = (tripId: string, fileId: string): string => `/api/trips/${tripId}/tracks/${fileId}`
export const lineDeletionPath = (tripId: string, fileId: string): string => `/api/trips/${tripId}/lines/${fileId}`

/** Where people who plan the trip get the file that tracks were read from. */
export function trackFilePath(tripId: string, fileId: string): string {
  return `${TRACK_ROOT}/${tripId}/${fileId}`
}

/** Where everybody who reads the trip gets the lines of its tracks; in a shared view with the link's token. */
export function lineFilePath(tripId: string, fileId: string, token?: string): string {
  const path = `${LINE_ROOT}/${tripId}/${fileId}`
  return token === undefined ? path : `${path}?token=${encodeURIComponent(token)}`
}
