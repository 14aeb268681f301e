import { Unzip, UnzipInflate } from 'fflate'
import { joinParts, UNZIP_PART } from '../unzip-parts.ts'
import { MAX_TRACK_FILE_BYTES, TrackFileError } from './track-file.ts'

/** Whatever the headers of the ZIP file say. */
const MAX_UNPACKED_BYTES = 2 * MAX_TRACK_FILE_BYTES

export const isZip = (bytes: Uint8Array) =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04

/**
 * The first KML or GPX file of a ZIP file, as Google Earth takes the first of a KMZ. Nothing else is unpacked.
 * @throws TrackFileError not_a_track_file if there is none; too_large; broken
 */
export function unzipTrackFile(bytes: Uint8Array): Uint8Array {
  const unpacked: Uint8Array[] = []
  let size = 0
  let state: 'missing' | 'open' | 'complete' | 'failed' = 'missing'
  const unzip = new Unzip((file) => {
    if (state !== 'missing' || !/\.(kml|gpx)$/i.test(file.name)) return
    state = 'open'
    file.ondata = (error, part, isLast) => {
      if (error) state = 'failed'
      if (state !== 'open') return
      size += part.length
      unpacked.push(part)
      if (isLast) state = 'complete'
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  const stateAfter = (part: Uint8Array, isLast: boolean) => {
    try {
      unzip.push(part, isLast)
    } catch {
      // The archive itself is damaged.
      return 'failed'
    }
    return state
  }
  for (let start = 0; start < bytes.length; start += UNZIP_PART) {
    const after = stateAfter(bytes.subarray(start, start + UNZIP_PART), start + UNZIP_PART >= bytes.length)
    if (size > MAX_UNPACKED_BYTES) throw new TrackFileError('too_large')
    if (after === 'failed') throw new TrackFileError('broken')
    if (after === 'complete') return joinParts(unpacked, size)
  }
  throw new TrackFileError(state === 'missing' ? 'not_a_track_file' : 'broken')
}
