import { Hono } from 'hono'
import { canShareTrip } from '#domain/access.ts'
import { sharingRequest } from '#domain/api/sharing.ts'
import { AppError } from '#domain/errors.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { replaceShareToken, requireReadableTrip, updateSharing } from '../trips/sharing.ts'
import { tripAnswers } from './trip-answer.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'

/** Who edits a trip decides who reads it, and by which link. */
export function sharingRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, events } = deps
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/sharing', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canShareTrip)
    const wish = await parseBody(c, sharingRequest)
    const sharing = await updateSharing(db, trip.id, wish)
    // Without a wish it was only asked how the trip is shared.
    if (wish.is_public !== undefined) events.publish(trip.id, { part: 'trip', version: null, by: person })
    return c.json(sharing)
  })

  routes.post('/:tripId/sharing/token', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canShareTrip)
    const sharing = await replaceShareToken(db, trip.id)
    events.publish(trip.id, { part: 'trip', version: null, by: person })
    return c.json(sharing)
  })

  return routes
}

/** A trip for those who only read it: with its link, or because it is public. */
export function sharedTripRoutes(deps: AppDeps): Hono<AppEnv> {
  const send = tripAnswers(deps)
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId', async (c) => {
    const reader = await findReader(c, deps)
    if (!reader) throw new AppError('not_signed_in')
    const [tripId, token] = [c.req.param('tripId'), c.req.query('token')]
    const { trip, deadLink } = await requireReadableTrip(deps.db, reader.person, tripId, token)
    return send(c, trip, 'readers', deadLink)
  })

  return routes
}
