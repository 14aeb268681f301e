import { useEffect } from 'react'

/** Colours the whole page in the mood of a type of trip while it is shown. */
export function useMood(type: 'car_trip' | 'air_travel' | undefined): void {
  useEffect(() => {
    if (!type) return
    document.documentElement.dataset['trip'] = type
    return () => {
      delete document.documentElement.dataset['trip']
    }
  }, [type])
}
