import { useEffect, useState } from 'react'
import type { PeopleResponse } from '#domain/api/people.ts'
import type { Trip } from '#domain/trip.ts'
import { useIsOnline } from '#web/data/react/use-is-online.ts'
import { usePeople } from '#web/data/trips/people.ts'

/** The list appears without the access of people if that takes longer. */
const PATIENCE_MS = 5000

/** Who has access, from the server. The list itself is part of the plan, so it is shown without it too. */
export interface Access extends Partial<PeopleResponse> {
  state: 'none' | 'loading' | 'unreachable' | 'known'
}

/** In trips whose people cannot be seen. */
export const noAccess: Access = { state: 'none' }

/** Who has access to a trip. */
export function useAccess(trip: Trip): Access {
  const { current, error } = usePeople(trip.id)
  const isOnline = useIsOnline()
  const [isLate, setIsLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (current) return { state: 'known', ...current }
  return { state: !isOnline || isLate || error !== undefined ? 'unreachable' : 'loading' }
}
