import { type Position, parsePositionText } from '#domain/places/position.ts'
import type { Place } from '#domain/plan/places.ts'
import type { Track } from '#domain/plan/tracks.ts'
import type { Segment } from '#domain/tracks/track-line.ts'
import { writeGpx } from '#domain/tracks/write-gpx.ts'
import { dayLabel, type TripDates } from '#domain/trip-days.ts'
import { placeName } from '#web/trip-core/places/place-kinds.ts'
import { trackName } from './track-words.ts'

interface GpxParts {
  name: string
  places: readonly Place[]
  tracks: readonly (Track & { segments: readonly Segment[] })[]
  dates: TripDates
}

/**
 * A trip as a GPX file: its places, a route through those of each day that has several, and its tracks. Without
 * whose places they are.
 */
export function tripToGpx({ name, places, tracks, dates }: GpxParts): string {
  const located = places.flatMap((place) => {
    const position = parsePositionText(place.position)
    return position ? [{ place, position }] : []
  })
  const days = [...new Set(located.map(({ place }) => place.day))].filter((day) => day > 0).toSorted((a, b) => a - b)
  return writeGpx({
    name,
    places: located.map(({ place, position }) => ({
      ...pointOf(place, position),
      note: place.note,
      kind: place.kind,
      day: place.day > 0 ? dayLabel(dates, place.day) : '',
    })),
    routes: days.flatMap((day) => {
      const points = located.filter(({ place }) => place.day === day)
      if (points.length < 2) return []
      return [{ name: dayLabel(dates, day), points: points.map(({ place, position }) => pointOf(place, position)) }]
    }),
    tracks: tracks.map((track) => ({
      name: trackName(track),
      note: [track.day > 0 ? dayLabel(dates, track.day) : '', track.note].filter(Boolean).join('\n'),
      segments: track.segments,
    })),
  })
}

const pointOf = (place: Place, { lat, lon }: Position) => ({ name: placeName(place), lat, lon })
