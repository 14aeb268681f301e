import { useMemo, useState } from 'react'
import type { Track } from '#domain/plan/tracks.ts'
import * as m from '#messages'
import { useTrackLines } from '#web/data/trips/use-track-lines.ts'
import { TripMap } from '#web/features/map/trip-map.tsx'
import { PlacesPanel } from '#web/features/places/places-panel.tsx'
import { SaveGpx } from '#web/features/tracks/save-gpx.tsx'
import { trackName } from '#web/features/tracks/track-words.ts'
import { TracksPanel } from '#web/features/tracks/tracks-panel.tsx'
import { useTracks } from '#web/features/tracks/use-tracks.ts'
import { SectionState } from '#web/trip-core/section-state.tsx'
import type { TabProps } from '#web/trip-core/tab.ts'

const noTracks: readonly Track[] = []

/** The places and tracks of a trip, and the map that shows both. */
export function PlacesAndTracks({ trip, failures }: TabProps) {
  const view = useTracks(trip)
  const tracks = view?.tracks ?? noTracks
  const lineOf = useTrackLines(trip.id, tracks)
  const [openId, setOpenId] = useState<string>()
  const [added, setAdded] = useState<string>()
  // The map draws them again when they are others.
  const lines = useMemo(
    () =>
      tracks.flatMap((track) => {
        const segments = lineOf(track)
        return typeof segments === 'object' ? [{ id: track.id, name: trackName(track), day: track.day, segments }] : []
      }),
    [tracks, lineOf],
  )
  return (
    <PlacesPanel
      trip={trip}
      failures={failures}
      map={TripMap}
      tracks={{
        lines,
        added,
        onOpen: setOpenId,
        hasDays: tracks.some(({ day }) => day > 0),
        list: (shownDay) => (
          <>
            {view ? (
              <TracksPanel {...{ trip, view, shownDay, lineOf, openId }} onOpen={setOpenId} onAdded={setAdded} />
            ) : (
              <SectionState loading={m.tracks_loading()} failure={failures?.tracks} />
            )}
            <SaveGpx {...{ trip, tracks, lineOf }} />
          </>
        ),
      }}
    />
  )
}
