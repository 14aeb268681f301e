import { answers, useAnswer } from '../http/answers.ts'
import { session } from '../session/current-session.ts'
import { dismissSetAside, findSetAside, setAside } from '../sync/set-aside.ts'
import type { RefusedOperation } from '../sync/waiting.ts'
import { logs, plan } from './trip-data.ts'

const SET_ASIDE = ['set aside']

/** The person is not in a trip any more: it is forgotten on this device, but for what waits for it. */
export async function leaveTrip(tripId: string): Promise<void> {
  await plan.drop(tripId)
  const person = session.getCurrentUser()?.id
  if (!person) return
  await setAside(logs, person, tripId)
  answers.invalidate(SET_ASIDE)
}

/** What this device has not sent of trips that the person is not in any more, and what puts it away. */
export function useSetAside(): { entries: readonly RefusedOperation[]; dismiss: (ids: readonly string[]) => void } {
  const person = session.getCurrentUser()?.id
  const { data } = useAnswer({ key: SET_ASIDE, ask: async () => (person ? findSetAside(logs, person) : []) })
  const dismiss = async (ids: readonly string[]) => {
    if (person) await dismissSetAside(logs, person, ids)
    answers.invalidate(SET_ASIDE)
  }
  return { entries: data ?? [], dismiss: (ids) => void dismiss(ids) }
}
