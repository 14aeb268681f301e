import { cleanName, cleanNote } from './file-texts.ts'
import {
  type FoundTrack,
  type FoundWaypoint,
  MAX_TRACK_POINTS,
  MAX_TRACKS,
  MAX_WAYPOINTS,
  type TrackFile,
  TrackFileError,
} from './track-file.ts'
import { MAX_ELEVATION, MAX_LON, MIN_ELEVATION, type Segment } from './track-line.ts'

/** An elevation of exactly 0 is believed if the elevations before and after it are as near, in metres. */
const NEAR_SEA = 50

/*
 * Collects what the readers of the formats find.
 * Job: leave out what cannot be right, and count it, so that the readers need not look.
 * Invariants: longitudes of a segment are continuous. Each segment has two points or more, each track a segment.
 * Failure: a file whose points are mostly wrong is refused, because half a track would mislead.
 */
export class TrackFileBuilder {
  private readonly tracks: FoundTrack[] = []
  private readonly waypoints: FoundWaypoint[] = []
  private skipped = 0
  private segments: Segment[] = []
  private segment: Segment = { lats: [], lons: [], elevations: [] }
  private points = 0
  private right = 0
  private swapped = 0
  private outOfRange = 0

  /** Adds a point to the segment. NaN is a missing coordinate or elevation. */
  addPoint(lat: number, lon: number, elevation: number): void {
    this.points++
    if (this.points > MAX_TRACK_POINTS) throw new TrackFileError('too_many_points')
    if (!this.isRight(lat, lon)) return
    let { lats, lons, elevations } = this.segment
    const before = lons.at(-1)
    // Goes on from the point before, the short way around the earth.
    let continued = before === undefined ? lonOnEarth(lon) : lon - 360 * Math.round((lon - before) / 360)
    if (Math.abs(continued) > MAX_LON) {
      this.endSegment()
      ;({ lats, lons, elevations } = this.segment)
      continued = lonOnEarth(lon)
    }
    lats.push(lat)
    lons.push(continued)
    elevations.push(elevation >= MIN_ELEVATION && elevation <= MAX_ELEVATION ? elevation : Number.NaN)
  }

  /** Ends the segment, if it has points. `hasElevations` is false if its elevations are not above the sea. */
  endSegment(hasElevations = true): void {
    const { segment } = this
    if (segment.lats.length === 0) return
    this.segment = { lats: [], lons: [], elevations: [] }
    if (segment.lats.length === 1) {
      this.skipped++
      return
    }
    if (hasElevations) forgetFalseZeros(segment.elevations)
    else segment.elevations.fill(Number.NaN)
    this.segments.push(segment)
  }

  /** Ends the track, if it has segments. */
  endTrack(name: string): void {
    this.endSegment()
    const { segments } = this
    if (segments.length === 0) return
    this.segments = []
    if (this.tracks.length < MAX_TRACKS) this.tracks.push({ name: cleanName(name), segments })
    else this.skipped++
  }

  /** Adds a waypoint with the file's own texts. */
  addWaypoint({ name, note, lat, lon, symbol }: FoundWaypoint): void {
    if (!this.isRight(lat, lon)) return
    if (this.waypoints.length >= MAX_WAYPOINTS) {
      this.skipped++
      return
    }
    this.waypoints.push({
      name: cleanName(name),
      note: cleanNote(note),
      lat,
      lon: lonOnEarth(lon),
      symbol: cleanName(symbol),
    })
  }

  /** Counts something that is left out, such as an area. */
  skip(): void {
    this.skipped++
  }

  /** @throws TrackFileError if there is nothing, or if most points were wrong */
  finish(): TrackFile {
    this.endTrack('')
    if (this.swapped > this.right) throw new TrackFileError('swapped')
    if (this.outOfRange > this.right) throw new TrackFileError('out_of_range')
    const { tracks, waypoints, skipped } = this
    if (tracks.length + waypoints.length === 0) throw new TrackFileError('empty')
    return { tracks, waypoints, skipped }
  }

  private isRight(lat: number, lon: number): boolean {
    // Receivers without a fix write 0,0, which is in the open sea.
    const isMissing = Number.isNaN(lat) || Number.isNaN(lon) || (lat === 0 && lon === 0)
    const isOutside = Math.abs(lat) > 90 || Math.abs(lon) > 360
    if (!isMissing && !isOutside) this.right++
    else this.skipped++
    if (!isMissing && isOutside) {
      if (Math.abs(lat) <= 180 && Math.abs(lon) <= 90) this.swapped++
      else this.outOfRange++
    }
    return !isMissing && !isOutside
  }
}

/** From -180 to 180: some programs go on to 360. */
const lonOnEarth = (lon: number) => (lon > 180 ? lon - 360 : lon < -180 ? lon + 360 : lon)

/** Programs write 0 where they know no elevation: everywhere, or at some points of a track in the mountains. */
function forgetFalseZeros(elevations: number[]): void {
  const isFar = (elevation: number) => Math.abs(elevation) > NEAR_SEA
  let before = Number.NaN
  let zeros: number[] = []
  for (let index = 0; index <= elevations.length; index++) {
    const elevation = elevations[index] ?? Number.NaN
    if (elevation === 0) zeros.push(index)
    if (elevation === 0 || (Number.isNaN(elevation) && index < elevations.length)) continue
    const isUnknown = Number.isNaN(before) && Number.isNaN(elevation)
    if (isUnknown || isFar(before) || isFar(elevation)) for (const zero of zeros) elevations[zero] = Number.NaN
    zeros = []
    before = elevation
  }
}
