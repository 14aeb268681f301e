import { Hono } from 'hono'
import { canShareTrip } from '#domain/access.ts'
import { sharingRequest } from '#domain/api/sharing.ts'
import { AppError } from '#domain/errors.ts'
import type { AppEnv } from '../http/context.ts'
import { parseBody } from '../http/request-body.ts'
import { replaceShareToken, requireReadableTrip, updateSharing } from '../trips/sharing.ts'
import type { AppDeps } from './app-deps.ts'
import { findReader, requireTripFor } from './trip-of-request.ts'
import { tripResponses } from './trip-response.ts'

export function sharingRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, events } = deps
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/sharing', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canShareTrip)
    const change = await parseBody(c, sharingRequest)
    const sharing = await updateSharing(db, trip.id, change)
    // An empty request only reads the sharing settings.
    if (Object.keys(change).length > 0) events.publishTrip(trip.id, person)
    return c.json(sharing)
  })

  routes.post('/:tripId/sharing/token', async (c) => {
    const { trip, person } = await requireTripFor(c, deps, canShareTrip)
    const sharing = await replaceShareToken(db, trip.id)
    events.publishTrip(trip.id, person)
    return c.json(sharing)
  })

  return routes
}

/** The read-only view of a trip, for those who have its link, and for everybody if it is public. */
export function sharedTripRoutes(deps: AppDeps): Hono<AppEnv> {
  const send = tripResponses(deps)
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId', async (c) => {
    const reader = await findReader(c, deps)
    if (!reader) throw new AppError('not_signed_in')
    const [tripId, token] = [c.req.param('tripId'), c.req.query('token')]
    const { trip, ...link } = await requireReadableTrip(deps.db, reader.person, tripId, token)
    return send(c, trip, 'readers', link)
  })

  return routes
}
