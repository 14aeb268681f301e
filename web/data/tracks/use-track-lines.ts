import { useEffect, useRef, useState } from 'react'
import { LINES_TYPE } from '#domain/track-files.ts'
import { readLine, type Segment } from '#domain/tracks/track-line.ts'
import { useIsOnline } from '../react/use-is-online.ts'

/** The lines of a file, in their order; undefined if it could not be loaded. */
export type LoadedLines = readonly (readonly Segment[])[] | undefined

/**
 * The lines in these files, by path, as far as they are loaded. One that could not be loaded is loaded again when the
 * network returns.
 */
export function useTrackLines(paths: readonly string[]): ReadonlyMap<string, LoadedLines> {
  const isOnline = useIsOnline()
  const [loaded, setLoaded] = useState<ReadonlyMap<string, LoadedLines>>(new Map())
  const latest = useRef(loaded)
  const wanted = [...new Set(paths)].toSorted().join('\n')
  // biome-ignore lint/correctness/useExhaustiveDependencies: with a network, what is missing is loaded again
  useEffect(() => {
    const stop = new AbortController()
    for (const path of wanted.split('\n')) {
      if (path === '' || latest.current.get(path)) continue
      fetchLines(path, stop.signal)
        .catch(() => undefined)
        .then((lines) => {
          if (stop.signal.aborted) return
          latest.current = new Map(latest.current).set(path, lines)
          setLoaded(latest.current)
        })
    }
    return () => stop.abort()
  }, [wanted, isOnline])
  return loaded
}

/** @throws Error if there is no answer, or none with lines */
async function fetchLines(path: string, signal: AbortSignal): Promise<LoadedLines> {
  const answer = await fetch(path, { signal })
  if (!answer.ok || answer.headers.get('content-type') !== LINES_TYPE) throw new Error(`lines: ${answer.status}`)
  return (await answer.text()).split('\n').map(readLine)
}
