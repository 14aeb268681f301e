import { type Context, Hono } from 'hono'
import { canAddReceipt, canManageFiles, canSeeReceipt } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { id } from '#domain/id.ts'
import type { AppEnv } from '../http/context.ts'
import { parseIdParam } from '../http/request-body.ts'
import { requireTrip } from '../trips/trips.ts'
import type { AppDeps } from './app-deps.ts'
import { sendFile } from './send-file.ts'
import { findSession } from './session.ts'
import { requireTripFor } from './trip-of-request.ts'
import { parseUpload } from './upload-request.ts'

export function receiptRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.put('/:tripId/receipts/:receiptId', async (c) => {
    const { person, trip } = await requireTripFor(c, deps, (trip, person) => canAddReceipt(person, trip))
    const upload = parseUpload(c, { person, trip }, canAddReceipt)
    const id = parseIdParam(c, 'receiptId')
    const receipt = await deps.listedFiles.upload(trip, { kind: 'receipt', id, by: person.id, ...upload })
    return c.json({ receipt })
  })

  routes.delete('/:tripId/receipts/:receiptId', async (c) => {
    const { trip } = await requireTripFor(c, deps, canManageFiles)
    await deps.listedFiles.delete(trip.id, 'receipt', parseIdParam(c, 'receiptId'))
    return c.body(null, 204)
  })

  return routes
}

/** The files themselves, for people who plan the trip. Share links do not open them. */
export function receiptFileRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, listedFiles } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/:receiptId', async (c) => {
    const [tripId, receiptId] = [parseId(c.req.param('tripId')), parseId(c.req.param('receiptId'))]
    const file = (await maySee(c, tripId)) && (await listedFiles.findFile(tripId, 'receipt', receiptId))
    if (!file) throw new AppError('receipt_not_found')
    return sendFile(c, file, (range) => listedFiles.open('receipt', file, range))
  })

  async function maySee(c: Context<AppEnv>, tripId: string): Promise<boolean> {
    const session = await findSession(c, deps)
    if (!session) return false
    return requireTrip(db, tripId, session.user).then(canSeeReceipt, (failure) => {
      if (failure instanceof AppError && failure.code === 'trip_not_found') return false
      throw failure
    })
  }

  return routes
}

/** @throws AppError receipt_not_found */
function parseId(text: string): string {
  const { success, data } = id.safeParse(text)
  if (!success) throw new AppError('receipt_not_found')
  return data
}
