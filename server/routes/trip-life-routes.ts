import { type Context, Hono } from 'hono'
import { canCopyTrip, canOpenTrip, canRenameTrip, ownsTrip } from '#domain/access.ts'
import { archiving, deletion, newOwner, tripChange, tripCopy } from '#domain/api/trip-life.ts'
import { AppError } from '#domain/errors.ts'
import type { Trip } from '#domain/trip.ts'
import * as m from '#messages'
import type { Db } from '../db/engine.ts'
import type { AppEnv } from '../http/context.ts'
import { FairExecutor } from '../http/fair-executor.ts'
import { parseBody, parseIdParam } from '../http/request-body.ts'
import { requireNewOwner, transferOwnership } from '../people/transfer-ownership.ts'
import { copyTrip } from '../trips/copy-trip.ts'
import {
  deleteTrip,
  removeDeletedTrip,
  renameTrip,
  requireOwnTrip,
  restoreTrip,
  setArchived,
} from '../trips/trip-life.ts'
import type { AppDeps } from './app-deps.ts'
import { requireUser } from './session.ts'
import { requireTripFor } from './trip-of-request.ts'

/** A trip's life apart from its plan: renaming, copying, archiving, deleting, transferring (decision 29). */
export function tripLifeRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, events, documents, pictures, quotas, clock } = deps
  const copies = new FairExecutor()
  const routes = new Hono<AppEnv>()
  const requireTripAs = (c: Context<AppEnv>, may: (trip: Trip) => boolean) => requireTripFor(c, deps, may)

  routes.patch('/:tripId', async (c) => {
    const { trip, person } = await requireTripAs(c, canRenameTrip)
    await renameTrip(db, trip.id, (await parseBody(c, tripChange)).name)
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.post('/:tripId/copies', async (c) => {
    const requester = await requireUser(c, deps)
    const requireCopied = () => requireTripAs(c, (found) => canCopyTrip(requester, found))
    await requireCopied()
    const request = await parseBody(c, tripCopy)
    const copy = await copies.run(requester.id, async () => {
      // Rights may have changed while it waited.
      const { trip, person } = await requireCopied()
      const card = await copyTrip(deps, trip, request, person)
      return { ...card, picture: await pictures.copy(trip, card) }
    })
    return c.json({ trip: copy }, 201)
  })

  routes.put('/:tripId/archived', async (c) => {
    const { trip, person } = await requireTripAs(c, canOpenTrip)
    await setArchived(db, trip.id, person, (await parseBody(c, archiving)).is_archived)
    return c.body(null, 204)
  })

  routes.put('/:tripId/deleted', async (c) => {
    const person = await requireUser(c, deps)
    const trip = await requireOwnTrip(db, parseIdParam(c, 'tripId'), person)
    const { is_deleted } = await parseBody(c, deletion)
    if (is_deleted) await deleteTrip(db, trip, clock())
    else await restoreTrip(db, trip, person, clock(), quotas)
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.put('/:tripId/owner', async (c) => {
    const { trip, person } = await requireTripAs(c, ownsTrip)
    const { user_id } = await parseBody(c, newOwner)
    const to = await requireNewOwner(db, trip.id, user_id)
    const requireRoom = (trx: Db) => quotas.requireRoomForGivenTrips(trx, to, [], m.api_errors_new_owner_no_room())
    await transferOwnership(deps, trip, { from: person.id, to }, clock(), { requireRoom, mustPlan: true })
    events.publishTrip(trip.id, person)
    return c.body(null, 204)
  })

  routes.delete('/:tripId', async (c) => {
    const person = await requireUser(c, deps)
    const trip = await requireOwnTrip(db, parseIdParam(c, 'tripId'), person)
    // A trip is deleted for good only after it has been moved to the deleted ones.
    if (trip.deleted_at === null) throw new AppError('trip_not_deleted')
    await removeDeletedTrip(db, trip)
    await documents.sweep()
    return c.body(null, 204)
  })

  return routes
}
