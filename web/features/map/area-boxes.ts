import { type Bounds, boundsOf, widen } from '#domain/places/bounds.ts'
import { outlineOf } from '#domain/tracks/outline.ts'
import type { Segment } from '#domain/tracks/track-line.ts'
import type { MapLine, MapPin } from '#web/trip-core/places/map-pin.ts'

/** What the map shows of a trip. */
export interface Shown {
  pins: readonly Pick<MapPin, 'position'>[]
  lines: readonly Pick<MapLine, 'segments'>[]
}

/** Around each place and along each track, in kilometres. */
const NEAR_KM = 5
/** Around all places: this part of the box's height or, around one place, so many kilometres. */
const MARGIN = 0.1
const MARGIN_KM = 3
const KM_PER_DEGREE = 111
/** Of how many boxes one along a part of a track consists. */
const TRACK_BOXES = 12

/** A box around all places and tracks. */
export function boxAround({ pins, lines }: Shown): Bounds[] {
  const ofLines = lines.flatMap(({ segments }) => outlineOf(segments))
  const all = boundsOf([...pins.map(({ position }) => position), ...ofLines])
  if (!all) return []
  return [widen(all, Math.max(MARGIN_KM, (all.north - all.south) * KM_PER_DEGREE * MARGIN))]
}

/** Boxes around each place, and along each track. */
export function boxesNear({ pins, lines }: Shown): Bounds[] {
  const places = pins.map(({ position }) => [position])
  const tracks = lines.flatMap(({ segments }) => segments.flatMap(partsOf)).map((part) => outlineOf([part]))
  return [...places, ...tracks].flatMap((positions) => boundsOf(positions) ?? []).map((box) => widen(box, NEAR_KM))
}

/** The part of a track in pieces, each of which begins where the one before ends. */
function partsOf(segment: Segment): Segment[] {
  const { lats, lons } = segment
  const step = Math.max(1, Math.ceil(lats.length / TRACK_BOXES))
  const starts = Array.from({ length: Math.ceil(lats.length / step) }, (_, index) => index * step)
  return starts.map((start) => ({
    ...segment,
    lats: lats.slice(start, start + step + 1),
    lons: lons.slice(start, start + step + 1),
  }))
}
