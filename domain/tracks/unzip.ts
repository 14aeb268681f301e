import { Unzip, UnzipInflate } from 'fflate'
import { MAX_TRACK_FILE_BYTES, TrackFileError } from './track-file.ts'

/** Whatever the headers of the ZIP file say. */
const MAX_UNPACKED_BYTES = 2 * MAX_TRACK_FILE_BYTES
/** A few bytes can unpack to a thousand times as many, so the limit is checked after each few. */
const PART = 4096

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
  for (let start = 0; start < bytes.length; start += PART) {
    const after = stateAfter(bytes.subarray(start, start + PART), start + PART >= bytes.length)
    if (size > MAX_UNPACKED_BYTES) throw new TrackFileError('too_large')
    if (after === 'failed') throw new TrackFileError('broken')
    if (after === 'complete') return joined(unpacked, size)
  }
  throw new TrackFileError(state === 'missing' ? 'not_a_track_file' : 'broken')
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
