import type { Context } from 'hono'
import { canUseShareLinks } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import type { User } from '#domain/person.ts'
import type { Trip } from '#domain/trip.ts'
import type { Session } from '../accounts/sessions.ts'
import type { AppEnv } from '../http/context.ts'
import { parseIdParam } from '../http/request-body.ts'
import { requireTrip } from '../trips/trips.ts'
import type { AppDeps } from './app-deps.ts'
import { findSession, requireSession } from './session.ts'

export interface TripRequest {
  session: Session
  person: User
  trip: Trip
}

/**
 * The trip in the address, if `may` of domain/access.ts allows it. Otherwise the answer is the same as for a trip that
 * does not exist.
 * @throws AppError not_signed_in, invalid_id, trip_not_found
 */
export async function requireTripFor(
  c: Context<AppEnv>,
  deps: AppDeps,
  may: (trip: Trip, person: User) => boolean,
): Promise<TripRequest> {
  const session = await requireSession(c, deps)
  const trip = await requireTrip(deps.db, parseIdParam(c, 'tripId'), session.user)
  if (!may(trip, session.user)) throw new AppError('trip_not_found')
  return { session, person: session.user, trip }
}

/**
 * The requester of something shared: a person, or null for somebody who is not signed in. Undefined if share links are
 * not open to them: the operator decides whether they work without an account.
 */
export async function findReader(c: Context<AppEnv>, deps: AppDeps): Promise<{ person: User | null } | undefined> {
  const person = (await findSession(c, deps))?.user ?? null
  return canUseShareLinks(person, { withoutSignIn: deps.settings.shareWithoutSignIn }) ? { person } : undefined
}
