import type { TripFile } from '#domain/api/trip-files.ts'
import type { Trip } from '#domain/trip.ts'
import { tripPicturePath } from '#domain/trip-picture.ts'
import type { Db } from '../db/engine.ts'
import { selectDocuments } from './document-list.ts'
import type { ListedFileStore } from './listed-file-store.ts'
import type { TripPictureStore } from './trip-picture-store.ts'

interface Stores {
  db: Db
  listedFiles: ListedFileStore
  pictures: TripPictureStore
}

/** All files of a trip: receipts that no expense lists first, then the newest. */
export async function listTripFiles({ db, listedFiles, pictures }: Stores, trip: Trip): Promise<TripFile[]> {
  const documents = (await selectDocuments(db, trip.id).execute()).map(
    ({ id, file_name, size, uploaded_at, file_url }): TripFile => ({
      kind: 'document',
      ...{ id, file_name, size, uploaded_at, uploaded_by: null, is_used: true },
      address: file_url,
    }),
  )
  const files = [...documents, ...(await listedFiles.list(trip)), ...(await listPicture(pictures, trip))]
  return files.toSorted(
    (one, other) => Number(one.is_used) - Number(other.is_used) || other.uploaded_at.localeCompare(one.uploaded_at),
  )
}

async function listPicture(pictures: TripPictureStore, { id, picture }: Trip): Promise<TripFile[]> {
  const file = picture === null ? undefined : await pictures.findFile(id, picture)
  if (!file || picture === null) return []
  const uploaded_at = new Date(Number.parseInt(picture, 10)).toISOString()
  const { name: file_name, size } = file
  return [
    {
      kind: 'picture',
      ...{ id: picture, file_name, size, uploaded_at, uploaded_by: null, is_used: true },
      address: tripPicturePath(id, picture),
    },
  ]
}
