import { useQuery } from '../react/use-query.ts'
import { logs } from '../root/plan.ts'
import { queryCache } from '../root/query-cache.ts'
import { session } from '../root/session.ts'
import type { RefusedOperation } from '../sync/pending-operations.ts'
import { dismissSetAside, listSetAside } from '../sync/set-aside.ts'

/** The key of the query for them. */
export const SET_ASIDE = ['set aside']

/** Unsent operations on this device for trips that the person is no longer on. */
export function useSetAside(): { entries: readonly RefusedOperation[]; dismiss: (ids: readonly string[]) => void } {
  const person = session.getCurrentUser()?.id
  const { data } = useQuery({ key: SET_ASIDE, queryFn: async () => (person ? listSetAside(logs, person) : []) })
  const dismiss = async (ids: readonly string[]) => {
    if (person) await dismissSetAside(logs, person, ids)
    queryCache.invalidate(SET_ASIDE)
  }
  return { entries: data ?? [], dismiss: (ids) => void dismiss(ids) }
}
