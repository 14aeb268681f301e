import { useEffect, useState } from 'react'
import type { FoundPlace } from '#domain/api/places.ts'
import type { Position } from '#domain/places/position.ts'
import { searchPlaces } from '#web/data/places/places.ts'

/** Nothing is asked for each key. */
const SETTLED_MS = 200
const MIN_LENGTH = 2

export interface PlaceSearch {
  /** Undefined until something was asked for. */
  found: readonly FoundPlace[] | undefined
  isSearching: boolean
  hasFailed: boolean
}

/** Towns and airports of the bundled list, as somebody types. Without a network those on the device. */
export function usePlaceSearch(query: string, near: Position | undefined): PlaceSearch {
  const text = query.trim()
  const [answer, setAnswer] = useState<{ text: string; found: readonly FoundPlace[] | undefined }>()
  useEffect(() => {
    if (text.length < MIN_LENGTH) return
    let isCurrent = true
    const timer = setTimeout(() => {
      searchPlaces(text, near).then(
        (found) => isCurrent && setAnswer({ text, found: found.places }),
        () => isCurrent && setAnswer({ text, found: undefined }),
      )
    }, SETTLED_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, near])
  if (text.length < MIN_LENGTH) return { found: undefined, isSearching: false, hasFailed: false }
  return {
    found: answer?.found,
    isSearching: answer?.text !== text,
    hasFailed: answer?.text === text && answer.found === undefined,
  }
}
