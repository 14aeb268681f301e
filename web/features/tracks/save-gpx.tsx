import { Download } from 'lucide-react'
import { useState } from 'react'
import type { Track } from '#domain/plan/tracks.ts'
import type { Segment } from '#domain/tracks/track-line.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { TrackLine } from '#web/data/trips/use-track-lines.ts'
import { tripDates } from '#web/trip-core/derived/people.ts'
import { ownSection } from '#web/trip-core/derived/plan-view.ts'
import { useDerived } from '#web/trip-core/derived/use-derived.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorBox } from '#web/ui/error-box.tsx'
import { importWithRetry } from '#web/ui/loading/import-with-retry.ts'
import { fileName, saveFile } from '#web/ui/save-file.ts'

interface SaveGpxProps {
  trip: Trip
  tracks: readonly Track[]
  lineOf: (track: Track) => TrackLine
}

/** Saves the places, days and tracks of the trip as a file for other apps; nothing while there is nothing to save. */
export function SaveGpx({ trip, tracks, lineOf }: SaveGpxProps) {
  const places = useDerived(trip, ownSection('places'))
  const dates = useDerived(trip, tripDates)
  const [problem, setProblem] = useState<'loading' | 'missing'>()
  if (tracks.length === 0 && !places?.some(({ position }) => position !== '')) return null
  async function save() {
    const loaded = tracks.map((track) => ({ ...track, segments: lineOf(track) }))
    const isLoaded = (track: (typeof loaded)[number]): track is Track & { segments: readonly Segment[] } =>
      typeof track.segments === 'object'
    // A file that looks whole and is not would be found out on the trail.
    setProblem((['missing', 'loading'] as const).find((one) => loaded.some(({ segments }) => segments === one)))
    if (!loaded.every(isLoaded)) return
    const { tripToGpx } = await importWithRetry(() => import('./trip-gpx.ts'))
    const gpx = tripToGpx({ name: trip.name, places: places ?? [], tracks: loaded, dates })
    saveFile(gpx, { type: 'application/gpx+xml', name: fileName(trip.name, '', 'gpx') })
  }
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="quiet" onClick={() => void save()}>
          <Download aria-hidden="true" className="size-5" />
          {m.tracks_save_gpx()}
        </Button>
        <p className="min-w-0 grow basis-56 text-sm text-muted">{m.tracks_save_gpx_hint()}</p>
      </div>
      {problem && <ErrorBox message={problem === 'loading' ? m.tracks_save_gpx_wait() : m.tracks_save_gpx_partly()} />}
    </div>
  )
}
