import type { Measures } from '#domain/tracks/measure.ts'
import type { FoundWaypoint, TrackRefusal } from '#domain/tracks/track-file.ts'

/** What was read from a file. */
export interface ReadTracks {
  tracks: { name: string /** Its line, as a text. */; line: string; measures: Measures }[]
  waypoints: FoundWaypoint[]
  /** How many points and parts were left out. */
  skipped: number
}

/** `unreadable`: the device could not give the file, or its worker did not start. */
export type ReadRefusal = TrackRefusal | 'unreadable'

export type FromWorker = { share: number } | { read: ReadTracks } | { refused: ReadRefusal }

export type ReadResult = { read: ReadTracks } | { refused: ReadRefusal }

/**
 * Reads a file of tracks, in a worker.
 * @param onShare called with how much is done, from 0 to 1
 * @param signal ends the worker; then the promise stays open
 */
export function readInWorker(file: File, onShare: (share: number) => void, signal: AbortSignal): Promise<ReadResult> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module' })
    const end = (result: ReadResult) => {
      worker.terminate()
      resolve(result)
    }
    worker.onmessage = ({ data }: MessageEvent<FromWorker>) => ('share' in data ? onShare(data.share) : end(data))
    // It did not load, or ran out of memory.
    worker.onerror = () => end({ refused: 'unreadable' })
    signal.addEventListener('abort', () => worker.terminate())
    worker.postMessage(file)
  })
}
