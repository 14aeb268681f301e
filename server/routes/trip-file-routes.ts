import { Hono } from 'hono'
import { canManageFiles } from '#domain/access.ts'
import type { TripFilesResponse } from '#domain/api/trip-files.ts'
import { listTripFiles } from '../documents/trip-files.ts'
import type { AppEnv } from '../http/context.ts'
import type { AppDeps } from './app-deps.ts'
import { requireTripFor } from './trip-of-request.ts'

/** The files of a trip, for those who see to its space. */
export function tripFileRoutes(deps: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()

  routes.get('/:tripId/files', async (c) => {
    const { trip } = await requireTripFor(c, deps, canManageFiles)
    c.header('Cache-Control', 'no-store')
    return c.json<TripFilesResponse>({ files: await listTripFiles(deps, trip) })
  })

  return routes
}
