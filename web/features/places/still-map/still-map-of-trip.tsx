import { useMemo } from 'react'
import type { Tracks } from '#domain/plan/tracks.ts'
import { useTrackLines } from '#web/data/trips/use-track-lines.ts'
import { StillMap, type StillMapProps } from './still-map.tsx'

interface StillMapOfTripProps extends Omit<StillMapProps, 'lines'> {
  tripId: string
  tracks: Tracks
}

/** A still map that loads the lines of the trip's tracks itself. */
export function StillMapOfTrip({ tripId, tracks, ...props }: StillMapOfTripProps) {
  const lineOf = useTrackLines(tripId, tracks)
  const lines = useMemo(
    () =>
      tracks.flatMap((track) => {
        const segments = lineOf(track)
        return typeof segments === 'object' ? [{ id: track.id, segments }] : []
      }),
    [tracks, lineOf],
  )
  return <StillMap {...props} lines={lines} />
}
