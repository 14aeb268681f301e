import type { Segment } from './track-line.ts'

/** One byte more is refused. */
export const MAX_TRACK_FILE_BYTES = 20 * 1024 * 1024
export { MAX_TRACK_POINTS } from './track-line.ts'
/** What a file has beyond them is left out and counted as skipped. */
export const MAX_TRACKS = 200
export const MAX_WAYPOINTS = 1000

/**
 * Why a file is refused:
 * - too_large: more than 20 MB, or a KMZ that unpacks to more than 40 MB
 * - too_many_points: more than 500,000
 * - not_a_track_file: no GPX, KML, KMZ or GeoJSON
 * - broken: it ends too early or cannot be unpacked or parsed
 * - empty: no track of two points and no waypoint
 * - swapped: latitudes and longitudes are the wrong way round
 * - out_of_range: its coordinates are no degrees, as those of a national grid in metres
 */
export type TrackRefusal =
  | 'too_large'
  | 'too_many_points'
  | 'not_a_track_file'
  | 'broken'
  | 'empty'
  | 'swapped'
  | 'out_of_range'

export class TrackFileError extends Error {
  readonly why: TrackRefusal

  constructor(why: TrackRefusal) {
    super(`The track file is refused: ${why}`)
    this.name = 'TrackFileError'
    this.why = why
  }
}

export interface FoundTrack {
  /** On one line, at most 200 characters; '' if the file has none. */
  name: string
  /** At least one. Each has two points or more. */
  segments: Segment[]
}

export interface FoundWaypoint {
  /** On one line, at most 200 characters; '' if the file has none. */
  name: string
  /** Plain text of at most 2000 characters. */
  note: string
  lat: number
  /** From -180 to 180. */
  lon: number
  /** The file's own text for its symbol or type, such as 'Campground'; '' if none. */
  symbol: string
}

export interface TrackFile {
  tracks: FoundTrack[]
  waypoints: FoundWaypoint[]
  /** Points, areas, tracks and waypoints that were left out, so that the person can be told. */
  skipped: number
}
