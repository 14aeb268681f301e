import type { Invitation } from '#domain/api/people.ts'
import { AppError, transientErrors } from '#domain/errors.ts'
import { queryCache, useQuery } from '../http/query-cache.ts'
import { wordsOf } from '../http/words-of.ts'
import { invite, linkOf, people } from './people.ts'

const DAY_MS = 24 * 60 * 60_000
/** A link in a reminder is valid for at least so long: people answer late. */
export const REMINDER_DAYS_MIN = 3

/**
 * The open invitation whose link goes into a reminder: one that can be shown, has room for everybody named and is valid for some
 * days. Of several it is the one that expires last.
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
/** Tells one opening of a reminder from the next, each of which asks the server. */
export const newOpening = () => ++opened

/** An invitation's token for a reminder to so many people: of one that is open, or of a new one. */
export function useReminderLink(tripId: string, { count, opening }: { count: number; opening: number }) {
  const { data, error, isFetching, retry } = useQuery({
    key: ['reminder link', tripId, opening],
    queryFn: () => findOrMakeLink(tripId, count),
    shouldRefetch: (answer) => answer.error !== undefined,
    // Asked once: what is being read or copied doesn't change.
    staleTimeMs: Number.POSITIVE_INFINITY,
  })
  const failure = data === undefined ? wordsOf(error, 'We couldn’t create the link. Please try again.') : undefined
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

/** Undefined for an invitation that somebody has just ended, or filled. */
async function tokenOf(tripId: string, id: string): Promise<string | undefined> {
  try {
    return (await queryCache.fetchQuery(linkOf(tripId, id))).token
  } catch (failure) {
    if (failure instanceof AppError && !(failure.code in transientErrors)) return undefined
    throw failure
  }
}
