import { Hono } from 'hono'
import { canOpenTrip } from '#domain/access.ts'
import { AppError } from '#domain/errors.ts'
import { isSectionName } from '#domain/plan/index.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'
import { listHistory } from '../plan/history.ts'
import { requireTripFor } from './trip-of-request.ts'

/** Who did what to a plan, and every section as it ever was. For those who may open the trip. */
export function historyRoutes(deps: AppDeps): Hono<AppEnv> {
  const { db, plan } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/history', async (c) => {
    const { trip } = await requireTripFor(c, deps, canOpenTrip)
    c.header('Cache-Control', 'private, no-cache')
    return c.json({ entries: await listHistory(db, trip.id) })
  })

  routes.get('/:tripId/history/:section/:version', async (c) => {
    const { trip } = await requireTripFor(c, deps, canOpenTrip)
    const section = c.req.param('section')
    if (!isSectionName(section)) throw new AppError('section_not_found')
    const version = parseVersion(c.req.param('version'))
    const value = await plan.findEarlier(trip, section, version)
    if (value === undefined) throw new AppError('not_found')
    c.header('Cache-Control', 'private, no-cache')
    return c.json({ version, value })
  })

  return routes
}

function parseVersion(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new AppError('invalid_request', 'version: Should be a whole number')
  return Number(text)
}
