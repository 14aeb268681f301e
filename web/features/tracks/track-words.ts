import type { Track } from '#domain/plan/tracks.ts'
import type { Measures } from '#domain/tracks/measure.ts'
import * as m from '#messages'
import { distanceText } from '#web/trip-core/places/distance-text.ts'
import type { ReadRefusal } from './read-in-worker.ts'

export function trackName({ name }: Pick<Track, 'name'>): string {
  return name.trim() || m.tracks_unnamed()
}

/** '1,240 m': exact, because a climb of 95 metres is not one of 100. */
export function heightText(metres: number): string {
  return `${metres.toLocaleString('en-US')} m`
}

/** '12.4 km · 540 m up · 520 m down'. */
export function factsOf({ length, elevation }: Measures): string {
  const climbs = elevation
    ? [
        m.tracks_up({ distance: heightText(elevation.ascent) }),
        m.tracks_down({ distance: heightText(elevation.descent) }),
      ]
    : []
  return [distanceText(length), ...climbs].join(' · ')
}

export function measuresOf({ length, has_elevations, ascent, descent, lowest, highest }: Track): Measures {
  return { length, elevation: has_elevations ? { ascent, descent, lowest, highest } : null }
}

const refusals: Record<ReadRefusal, (about: { file: string }) => string> = {
  too_large: m.tracks_refused_too_large,
  too_many_points: m.tracks_refused_too_many_points,
  not_a_track_file: m.tracks_refused_not_a_track_file,
  broken: m.tracks_refused_broken,
  empty: m.tracks_refused_empty,
  swapped: m.tracks_refused_swapped,
  out_of_range: m.tracks_refused_out_of_range,
  unreadable: m.tracks_refused_unreadable,
}

/** Why a file was refused, and what to do. */
export const refusalText = (refused: ReadRefusal, file: string): string => refusals[refused]({ file })
