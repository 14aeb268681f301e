import { tripPictureResponse, tripPictureUploadPath } from '#domain/api/trip-picture.ts'
import type { TravelDocument } from '#domain/documents.ts'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import { uploadFile } from '../http/upload.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { preparePicture } from '../receipts/prepare-picture.ts'
import { dropFormerPictures } from '../storage/former-pictures.ts'
import { showTripChange } from './trip-life.ts'

/** What to show instead of the current picture: a photo of this device, one of the trip's documents, or the drawing. */
export type PictureChoice = File | TravelDocument | 'drawing'

/** Changes a trip's picture for everybody. */
export function usePictureChange(tripId: string, onDone: () => void) {
  const wish = useAsyncAction(async (choice: PictureChoice) => {
    const picture = choice === 'drawing' ? await removePicture(tripId) : await sendPicture(tripId, choice)
    await showTripChange(tripId, { picture })
    // If this fails, it is done when the list loads.
    void dropFormerPictures([{ id: tripId, picture }]).catch(() => {})
  }, onDone)
  return { ...wish, error: errorText(wish.error, m.pictures_failed()) }
}

async function removePicture(tripId: string): Promise<null> {
  await request(tripPictureUploadPath(tripId), { method: 'DELETE' })
  return null
}

async function sendPicture(tripId: string, choice: File | TravelDocument): Promise<string> {
  const jpeg = await preparePicture(choice instanceof File ? choice : await fetchDocument(choice))
  return (await uploadFile(tripPictureUploadPath(tripId), jpeg, tripPictureResponse)).picture
}

async function fetchDocument({ file_url }: TravelDocument): Promise<Blob> {
  const answer = await fetch(file_url).catch((cause) => {
    throw new AppError('unreachable', undefined, { cause })
  })
  if (!answer.ok) throw new AppError('document_not_found', m.pictures_document_missing())
  return answer.blob()
}
