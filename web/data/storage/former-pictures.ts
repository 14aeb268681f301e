import type { Trip } from '#domain/trip.ts'
import { PICTURE_ROOT, tripPicturePath } from '#domain/trip-picture.ts'
import { openFileCache } from '#web/browser/cache-storage.ts'
import { DOCUMENTS_CACHE } from './persisted-documents.ts'

/** Removes the pictures that these trips no longer have from this device. */
export async function dropFormerPictures(trips: readonly Pick<Trip, 'id' | 'picture'>[]): Promise<void> {
  const cache = await openFileCache(DOCUMENTS_CACHE)
  for (const { url } of (await cache?.keys()) ?? []) {
    const { pathname } = new URL(url)
    const trip = trips.find(({ id }) => pathname.startsWith(`${PICTURE_ROOT}/${id}/`))
    if (trip && pathname !== tripPicturePath(trip.id, trip.picture ?? '')) await cache?.delete(url)
  }
}
