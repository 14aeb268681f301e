import { useEffect } from 'react'

/** Gives the whole page the theme of a trip type while the component is mounted. */
export function useTripTheme(type: 'car_trip' | 'air_travel' | undefined): void {
  useEffect(() => {
    if (!type) return
    document.documentElement.dataset['trip'] = type
    return () => {
      delete document.documentElement.dataset['trip']
    }
  }, [type])
}
