import type { Invitation } from '#domain/api/people.ts'
import * as m from '#messages'
import { errorText } from '../http/error-text.ts'
import { isRefused } from '../http/failures.ts'
import { useQuery } from '../react/use-query.ts'
import { queryCache } from '../root/query-cache.ts'
import { invite, linkOf } from './people.ts'
import { people } from './planners.ts'

const DAY_MS = 24 * 60 * 60_000
/** Minimum validity of a link in a reminder, because people answer late. */
const REMINDER_DAYS_MIN = 3

/**
 * Finds an open invitation for a reminder. Its link can be shown, it has enough uses left and is valid for at least
 * REMINDER_DAYS_MIN. If there are several, returns the one that expires last.
 */
export function findForReminder(
  invitations: readonly Invitation[],
  count: number,
  now: number,
): Invitation | undefined {
  const daysLeft = ({ expires_at }: Invitation) => (Date.parse(expires_at) - now) / DAY_MS
  return invitations
    .filter(({ state, has_link }) => state === 'open' && has_link)
    .filter(({ max_uses, uses }) => max_uses === null || max_uses - uses >= count)
    .filter((invitation) => daysLeft(invitation) >= REMINDER_DAYS_MIN)
    .toSorted((one, other) => daysLeft(other) - daysLeft(one))[0]
}

let opened = 0
/** Numbers the openings of a reminder, so that each one asks the server. */
export const newOpening = () => ++opened

/** Returns the token of an invitation for `count` people: an open one, or a new one. */
export function useReminderLink(tripId: string, { count, opening }: { count: number; opening: number }) {
  const { data, error, isFetching, retry } = useQuery({
    key: ['reminder link', tripId, opening],
    queryFn: () => findOrMakeLink(tripId, count),
    shouldRefetch: (answer) => answer.error !== undefined,
    // The link must not change while the person reads or copies it.
    staleTimeMs: Number.POSITIVE_INFINITY,
  })
  const failure = data === undefined ? errorText(error, m.common_link_not_created()) : undefined
  return { token: data, error: failure, isBusy: isFetching, retry }
}

async function findOrMakeLink(tripId: string, count: number): Promise<string> {
  const { invitations } = await queryCache.fetchFresh(people(tripId))
  const found = findForReminder(invitations, count, Date.now())
  const token = found && (await tokenOf(tripId, found.id))
  if (token !== undefined) return token
  const made = await invite(tripId, {})
  await queryCache.fetchFresh(people(tripId)).catch(() => {})
  return made.token
}

/** Returns undefined if the invitation was just withdrawn or used up. */
async function tokenOf(tripId: string, id: string): Promise<string | undefined> {
  try {
    return (await queryCache.fetchQuery(linkOf(tripId, id))).token
  } catch (failure) {
    if (isRefused(failure)) return undefined
    throw failure
  }
}
