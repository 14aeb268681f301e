import * as z from 'zod/mini'

/** The name of a picture's file. Another picture has another name, so the file at an address never changes. */
export const tripPicture = z.string()

/** The photo is scaled down to these pixels: twice the size at which the widest screen shows it. */
export const PICTURE_WIDTH = 1280
export const PICTURE_HEIGHT = 640

/** What the browser aims at, so that a list of trips stays light. */
export const PICTURE_TARGET_BYTES = 250 * 1024

/** What the server accepts. Detailed photos stay above the target even at a low quality. */
export const PICTURE_MAX_BYTES = 1024 * 1024

export const PICTURE_ROOT = '/files/trip-pictures'

/** Where everybody who can read the trip sees its picture. */
export function tripPicturePath(tripId: string, picture: string): string {
  return `${PICTURE_ROOT}/${tripId}/${picture}`
}
