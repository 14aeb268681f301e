import { Hono } from 'hono'
import { canOpenTrip } from '#domain/access.ts'
import type { AppEnv } from '../http/context.ts'
import type { AppDeps } from './app-deps.ts'
import { requireTripFor } from './trip-of-request.ts'

const headers = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store',
  // Stops nginx and compatible proxies from buffering events.
  'X-Accel-Buffering': 'no',
}

export function eventRoutes(deps: AppDeps): Hono<AppEnv> {
  const { events } = deps
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/events', async (c) => {
    const { session, trip } = await requireTripFor(c, deps, canOpenTrip)
    if (c.req.method === 'HEAD') return c.body(null, 200, headers)
    return c.body(events.open(session, trip.id), 200, headers)
  })

  return routes
}
