import { measure } from '#domain/tracks/measure.ts'
import { readTrackFile } from '#domain/tracks/read-track-file.ts'
import { simplify } from '#domain/tracks/simplify.ts'
import { MAX_TRACK_FILE_BYTES, TrackFileError, type TrackRefusal } from '#domain/tracks/track-file.ts'
import { MAX_LINE_CHARACTERS, writeLine } from '#domain/tracks/track-line.ts'
import type { FromWorker, ReadTracks } from './read-in-worker.ts'

/** How much of the work is done when the file has been read; the rest is to simplify its tracks. */
const READ_SHARE = 0.8

self.addEventListener('message', ({ data }: MessageEvent<File>) => {
  read(data).then(
    (read) => post({ read }),
    (failure) => post({ refused: failure instanceof TrackFileError ? failure.why : refusalOf(failure) }),
  )
})

async function read(file: File): Promise<ReadTracks> {
  // A phone may not have the memory to look into it.
  if (file.size > MAX_TRACK_FILE_BYTES) throw new TrackFileError('too_large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { tracks, waypoints, skipped } = readTrackFile(bytes, (share) => post({ share: share * READ_SHARE }))
  const found = tracks.map(({ name, segments }, index) => {
    // The wandering of a GPS makes the points as they came a quarter longer than the way.
    const simple = segments.map(simplify)
    post({ share: READ_SHARE + ((index + 1) / tracks.length) * (1 - READ_SHARE) })
    return { name, line: writeLine(simple), measures: measure(simple) }
  })
  // With the ends of lines.
  const characters = found.reduce((sum, { line }) => sum + line.length + 1, 0)
  if (characters > MAX_LINE_CHARACTERS) throw new TrackFileError('too_many_points')
  return { waypoints, skipped, tracks: found }
}

/** A file that the device cannot give, such as one in a cloud, without a network. */
const refusalOf = (failure: unknown): TrackRefusal | 'unreadable' =>
  failure instanceof RangeError ? 'too_many_points' : 'unreadable'

const post = (message: FromWorker) => self.postMessage(message)
