import * as z from 'zod/mini'
import { tripPicture } from '../trip-picture.ts'

/** The answer to `PUT /api/trips/:tripId/picture`, whose body is a JPEG. */
export const tripPictureResponse = z.object({ picture: tripPicture })

/** Where a trip's picture is set (`PUT`) and removed (`DELETE`). */
export function tripPictureUploadPath(tripId: string): string {
  return `/api/trips/${tripId}/picture`
}
