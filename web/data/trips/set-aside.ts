import { useQuery } from '../react/use-query.ts'
import { logs } from '../root/plan.ts'
import { session } from '../root/session.ts'
import { listSetAside, type SetAsideTrip } from '../sync/set-aside.ts'

export type { SetAsideTrip }

/** The key of the query for them. */
export const SET_ASIDE = ['set aside']

export async function loadSetAside(): Promise<SetAsideTrip[]> {
  const person = session.getCurrentUser()?.id
  return person ? listSetAside(logs, person) : []
}

/** Unsent operations on this device for trips that the person is no longer in. */
export function useSetAside(): readonly SetAsideTrip[] {
  return useQuery({ key: SET_ASIDE, queryFn: loadSetAside }).data ?? []
}
