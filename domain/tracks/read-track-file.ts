import { readGeoJson } from './read-geojson.ts'
import { readGpx } from './read-gpx.ts'
import { readKml } from './read-kml.ts'
import { readXml } from './read-xml.ts'
import { decoded, decoderOf } from './text-of-bytes.ts'
import { MAX_TRACK_FILE_BYTES, type TrackFile, TrackFileError } from './track-file.ts'
import { TrackFileBuilder } from './track-file-builder.ts'
import { isZip, unzipTrackFile } from './unzip.ts'

export {
  type FoundTrack,
  type FoundWaypoint,
  MAX_TRACK_FILE_BYTES,
  MAX_TRACK_POINTS,
  type TrackFile,
  TrackFileError,
  type TrackRefusal,
} from './track-file.ts'

/** Before its content, a file may have a byte order mark and white space. */
const BYTES_TO_RECOGNIZE = 1024

/**
 * Reads the tracks and waypoints of a GPX, KML, KMZ or GeoJSON file, whatever its name. Times are not read.
 * Synchronous, so it belongs in a worker.
 * @param onProgress gets a share from 0 to 1, at most 100 times
 * @throws TrackFileError
 */
export function readTrackFile(bytes: Uint8Array, onProgress: (share: number) => void = () => {}): TrackFile {
  if (bytes.length > MAX_TRACK_FILE_BYTES) throw new TrackFileError('too_large')
  const content = isZip(bytes) ? unzipTrackFile(bytes) : bytes
  const start = decoderOf(content).decode(content.subarray(0, BYTES_TO_RECOGNIZE)).trimStart()
  if (start === '') throw new TrackFileError('empty')
  const builder = new TrackFileBuilder()
  const texts = decoded(content, onProgress)
  if (start.startsWith('<')) readXml(texts, { gpx: () => readGpx(builder), kml: () => readKml(builder) })
  else if (start.startsWith('{')) readGeoJson([...texts].join(''), builder)
  else throw new TrackFileError('not_a_track_file')
  return builder.finish()
}
