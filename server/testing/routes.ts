import type { Hono } from 'hono'
import type { AppEnv } from '#server/http/context.ts'

/** Every route of the app, such as `GET /api/trips/:tripId`, without wildcard middleware. */
export function listRoutes(app: Hono<AppEnv>): string[] {
  const routes = app.routes.filter(({ path }) => !path.endsWith('*')).map(({ method, path }) => `${method} ${path}`)
  return [...new Set(routes)].toSorted()
}
