import { canEditPlan } from '#domain/access.ts'
import type { Place } from '#domain/plan/places.ts'
import type { Track, Tracks } from '#domain/plan/tracks.ts'
import type { Trip } from '#domain/trip.ts'
import { useSection } from '#web/data/trips/use-section.ts'

export interface TracksView {
  tracks: Tracks
  /** Undefined for people who may not edit. */
  edits: TrackEdits | undefined
}

export interface TrackEdits {
  /** Adds tracks, and the places of their file; returns how to undo it. */
  add: (tracks: readonly Track[], places: readonly Place[]) => () => void
  /** `isTyped`: the change comes letter by letter. */
  change: (trackId: string, change: Partial<Track>, isTyped?: boolean) => void
  remove: (trackId: string) => () => void
}

/** The tracks of a trip; undefined until they are loaded. */
export function useTracks(trip: Trip): TracksView | undefined {
  const section = useSection(trip.id, 'tracks')
  const places = useSection(trip.id, 'places')
  if (!section) return undefined
  const { edit } = section
  const editPlaces = places?.edit
  if (!canEditPlan(trip) || !edit || !editPlaces) return { tracks: section.value, edits: undefined }
  return {
    tracks: section.value,
    edits: {
      add: (tracks, found) => {
        const undo = edit((value) => [...value, ...tracks], 'at-once')
        const undoPlaces = found.length > 0 ? editPlaces((value) => [...value, ...found], 'at-once') : () => {}
        return () => {
          undoPlaces()
          undo()
        }
      },
      change: (trackId, change, isTyped = false) => {
        edit(
          (value) => value.map((one) => (one.id === trackId ? { ...one, ...change } : one)),
          isTyped ? 'after-pause' : 'at-once',
        )
      },
      remove: (trackId) => edit((value) => value.filter(({ id }) => id !== trackId), 'at-once'),
    },
  }
}
