import { useCallback, useEffect, useRef, useState } from 'react'
import type { Track } from '#domain/plan/tracks.ts'
import { readLine, type Segment } from '#domain/tracks/track-line.ts'
import { useIsOnline } from '../react/use-is-online.ts'
import { useLinePath } from './use-addresses.ts'

/** The line of a track, or why it is not there. */
export type TrackLine = readonly Segment[] | 'loading' | 'missing'

/** The lines of a file, in their order, without those that are not shown; undefined if it could not be loaded. */
type FileLines = readonly (readonly Segment[] | undefined)[] | undefined

/** Loads the lines of tracks. One that could not be loaded is loaded again when the network returns. */
export function useTrackLines(tripId: string, tracks: readonly Track[]): (track: Track) => TrackLine {
  const isOnline = useIsOnline()
  const pathOf = useLinePath(tripId)
  const [loaded, setLoaded] = useState<ReadonlyMap<string, FileLines>>(new Map())
  const latest = useRef(loaded)
  const wanted = [...new Set(tracks.map(({ lines }) => lines))].toSorted().join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a network, what is missing is loaded again
  useEffect(() => {
    const stop = new AbortController()
    for (const file of wanted.split(' ')) {
      if (file === '' || latest.current.get(file)) continue
      fetchLines(pathOf(file), stop.signal)
        .catch(() => undefined)
        .then((lines) => {
          if (stop.signal.aborted) return
          latest.current = new Map(latest.current).set(file, lines)
          setLoaded(latest.current)
        })
    }
    return () => stop.abort()
  }, [wanted, isOnline, tripId])
  return useCallback(
    ({ lines, line }: Track) => (loaded.has(lines) ? (loaded.get(lines)?.[line] ?? 'missing') : 'loading'),
    [loaded],
  )
}

/** @throws Error if there is no answer, or none with lines */
async function fetchLines(path: string, signal: AbortSignal): Promise<FileLines> {
  const answer = await fetch(path, { signal })
  if (!answer.ok) throw new Error(`lines: ${answer.status}`)
  return (await answer.text()).split('\n').map((text) => (text === '' ? undefined : readLine(text)))
}
