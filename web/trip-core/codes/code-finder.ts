import type { CodeFormat, ReadFailure } from '#domain/bookings/read-booking.ts'

export interface FoundCode {
  format: CodeFormat
  /** As `ReadCode` has it. */
  text: string
}

/** `protected`: it needs a password. `unloaded`: the part of the app that reads it did not load. */
export type FindFailure = ReadFailure | 'protected' | 'unloaded'

export type FindResult = { codes: readonly FoundCode[] } | { failure: FindFailure }

export interface Search {
  id: number
  picture: Blob | ImageBitmap
  turns: readonly number[]
}

export interface SearchResult {
  id: number
  result: FindResult
}

export interface CodeFinder {
  /**
   * Finds all codes in a picture. A bitmap is closed afterwards.
   * @param turns by how many degrees to turn it, until something is found: a PDF417 is read only if it is nearly level
   */
  find: (picture: Blob | ImageBitmap, turns?: readonly number[]) => Promise<FindResult>
  /** Ends the worker, which frees its memory. A running search then fails as `unloaded`. */
  end: () => void
}

/** Starts a worker that finds codes, so that the page stays responsive. */
export function startCodeFinder(): CodeFinder {
  const worker = new Worker(new URL('./code-worker.ts', import.meta.url), { type: 'module' })
  const waiting = new Map<number, (result: FindResult) => void>()
  let ids = 0
  let isGone = false
  const end = () => {
    isGone = true
    worker.terminate()
    for (const done of waiting.values()) done({ failure: 'unloaded' })
    waiting.clear()
  }
  worker.onmessage = ({ data: { id, result } }: MessageEvent<SearchResult>) => {
    waiting.get(id)?.(result)
    waiting.delete(id)
  }
  // It did not load, or ran out of memory.
  worker.onerror = (event) => {
    event.preventDefault()
    end()
  }
  return {
    find: (picture, turns = [0]) =>
      new Promise((resolve) => {
        if (isGone) return resolve({ failure: 'unloaded' })
        const id = ids++
        waiting.set(id, resolve)
        worker.postMessage({ id, picture, turns } satisfies Search, picture instanceof Blob ? [] : [picture])
      }),
    end,
  }
}
