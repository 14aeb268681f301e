import { useEffect, useEffectEvent, useRef } from 'react'
import { canEditPlan } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** While somebody types coordinates, nothing is asked. */
const SETTLED_MS = 500
/** Others are asked for when the page opens the next time. */
const MOST_AT_ONCE = 5

/**
 * Completes places of which nobody knows the country, and the time zone of the destination: at once on the device of
 * the person who adds them, or later on that of the next one who may edit and has a network.
 */
export function useLocatedPlaces(trip: Trip): void {
  const isOnline = useIsOnline()
  const places = useSection(trip.id, 'places')
  const details = useSection(trip.id, 'details')
  const asked = useRef(new Set<string>())
  const { place_id, time_zone } = details?.value ?? {}
  const unknown = (places?.value ?? []).filter(
    ({ id, position, country }) => position !== '' && (country === '' || (id === place_id && time_zone === '')),
  )
  const keys = unknown.map(({ id, position }) => `${id} ${position} ${id === place_id}`)
  const locate = useEffectEvent(() => {
    const edit = places?.edit
    const editDetails = details?.edit
    if (!isOnline || !canEditPlan(trip) || !edit || !editDetails) return
    for (const [index, place] of unknown.slice(0, MOST_AT_ONCE).entries()) {
      const key = keys[index] ?? ''
      if (asked.current.has(key)) continue
      asked.current.add(key)
      // Not with the code of an opening trip, which rarely needs it.
      void import('./locate-place.ts').then(
        ({ locatePlace }) => locatePlace(place, { edit, editDetails }),
        () => {},
      )
    }
  })
  const all = keys.join()
  useEffect(() => {
    if (all === '' || !isOnline) return
    const timer = setTimeout(() => locate(), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [all, isOnline])
}
