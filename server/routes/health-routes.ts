import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import * as m from '#messages'
import type { AppEnv } from '../http/context.ts'
import type { AppDeps } from './app-deps.ts'

/** For monitoring: `/healthz` says that the process runs, `/readyz` that it can serve requests. */
export function healthRoutes({ db }: AppDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get('/healthz', (c) => c.json({ status: 'ok' }))
  routes.get('/readyz', async (c) => {
    await db
      .selectFrom('trips')
      .select('id')
      .limit(1)
      .execute()
      .catch((cause) => {
        throw new AppError('unreachable', m.api_errors_database_down(), { cause })
      })
    return c.json({ status: 'ready' })
  })
  return routes
}
