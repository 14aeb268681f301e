import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { canEditPlan } from '#domain/access.ts'
import type { Trip } from '#domain/trip.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { useSection } from '#web/data/trips/use-section.ts'

/** While somebody types coordinates, nothing is asked. */
const SETTLED_MS = 500
/** What has failed is asked for again. */
const RETRY_MS = 30_000
/** The next ones are asked for when these are known. */
const AT_ONCE = 5

/**
 * Completes places of which nobody knows the time zone and the country: at once on the device of the person who adds
 * them, or later on that of the next one who may edit and has a network. The destination comes first.
 */
export function useLocatedPlaces(trip: Trip): void {
  const isOnline = useIsOnline()
  const places = useSection(trip.id, 'places')
  const destinationId = useSection(trip.id, 'details')?.value.place_id
  const asked = useRef(new Set<string>())
  const [failed, setFailed] = useState(0)
  const keyOf = ({ id, position }: { id: string; position: string }) => `${id} ${position}`
  const unknown = (places?.value ?? [])
    .filter(({ position, zone }) => position !== '' && zone === '')
    .toSorted((one, other) => Number(other.id === destinationId) - Number(one.id === destinationId))
    .slice(0, AT_ONCE)
  const locate = useEffectEvent(() => {
    const edit = places?.edit
    if (!canEditPlan(trip) || !edit) return
    for (const place of unknown) {
      if (asked.current.has(keyOf(place))) continue
      asked.current.add(keyOf(place))
      // Not with the code of an opening trip, which rarely needs it.
      void import('./locate-place.ts')
        .then(({ locatePlace }) => locatePlace(place, edit))
        .then(
          () => setFailed(0),
          () => {
            asked.current.delete(keyOf(place))
            setFailed((count) => count + 1)
          },
        )
    }
  })
  const keys = unknown.map(keyOf).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: for another place, or with the network, nothing has failed
  useEffect(() => setFailed(0), [keys, isOnline])
  useEffect(() => {
    if (keys === '' || !isOnline) return
    const timer = setTimeout(() => locate(), failed === 0 ? SETTLED_MS : RETRY_MS)
    return () => clearTimeout(timer)
  }, [keys, isOnline, failed])
}
