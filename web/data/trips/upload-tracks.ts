import { lineUploadPath, trackFileResponse, trackUploadPath } from '#domain/api/track-files.ts'
import { LINES_TYPE } from '#domain/track-files.ts'
import { type UploadOptions, uploadFile } from '../http/upload.ts'

/** A file from which tracks were read. With the same ids a retry stores nothing twice. */
export interface TrackFiles {
  source: { id: string; file: File }
  /** The lines of all its tracks, as texts. */
  lines: { id: string; texts: readonly string[] }
}

/** Uploads both files behind tracks. @throws AppError, or the signal's reason */
export async function uploadTracks(
  tripId: string,
  { source, lines }: TrackFiles,
  { onProgress, signal }: UploadOptions,
): Promise<void> {
  const drawn = new File([lines.texts.join('\n')], source.file.name, { type: LINES_TYPE })
  const total = source.file.size + drawn.size
  const share = source.file.size / total
  await uploadFile(trackUploadPath(tripId, source.id, source.file.name), source.file, trackFileResponse, {
    signal,
    onProgress: (sent) => onProgress(sent * share),
  })
  await uploadFile(lineUploadPath(tripId, lines.id, source.file.name), drawn, trackFileResponse, {
    signal,
    onProgress: (sent) => onProgress(share + sent * (1 - share)),
  })
}
