import { documentPath } from '#domain/api/documents.ts'
import { lineDeletionPath, trackDeletionPath } from '#domain/api/track-files.ts'
import { receiptDeletionPath, type TripFile, tripFilesPath, tripFilesResponse } from '#domain/api/trip-files.ts'
import { tripPictureUploadPath } from '#domain/api/trip-picture.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { request } from '../http/http.ts'
import type { Query } from '../http/query-cache.ts'
import { useAsyncAction } from '../react/use-async-action.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { showTripChange } from './trip-life.ts'

const files = (tripId: string): Query<TripFile[]> => ({
  key: ['files', tripId],
  queryFn: async () => (await request(tripFilesPath(tripId), { schema: tripFilesResponse })).files,
  shouldRefetch: ({ error }) => error !== undefined,
})

/** All files of a trip; undefined until they are loaded. */
export function useTripFiles(tripId: string) {
  const { data, error, isFetching, retry } = useQuery(files(tripId))
  return { files: data, error: errorText(error, m.files_failed()), isBusy: isFetching, retry }
}

/** Deletes a file of a trip for everybody. A retry changes nothing. */
export function useDeletingFile(tripId: string, onDone: () => void) {
  const wish = useAsyncAction(async (file: TripFile) => {
    await request(deletionPaths[file.kind](tripId, file.id), { method: 'DELETE' })
    if (file.kind === 'picture') await showTripChange(tripId, { picture: null })
    await queryCache.fetchFresh(files(tripId)).catch(() => {})
  }, onDone)
  return { ...wish, error: errorText(wish.error, m.files_delete_failed()) }
}

const deletionPaths: Record<TripFile['kind'], (tripId: string, id: string) => string> = {
  document: documentPath,
  receipt: receiptDeletionPath,
  track: trackDeletionPath,
  line: lineDeletionPath,
  picture: tripPictureUploadPath,
}
