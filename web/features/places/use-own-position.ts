import { useEffect, useRef, useState } from 'react'
import type { Position } from '#domain/places/position.ts'

const WITHIN_MS = 20_000

/** Where the device is, if its user asks for it. It is sent nowhere until they add a place there. */
export function useOwnPosition(onFound: (position: Position) => void) {
  const [state, setState] = useState<'idle' | 'finding' | 'failed'>('idle')
  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return {
    isOffered: isSecureContext && 'geolocation' in navigator,
    isFinding: state === 'finding',
    hasFailed: state === 'failed',
    find: () => {
      if (state === 'finding') return
      setState('finding')
      navigator.geolocation.getCurrentPosition(
        ({ coords: { latitude, longitude } }) => {
          // Meanwhile somebody may have chosen another place.
          if (!isShown.current) return
          setState('idle')
          onFound({ lat: latitude, lon: longitude })
        },
        () => isShown.current && setState('failed'),
        { enableHighAccuracy: true, timeout: WITHIN_MS },
      )
    },
  }
}
