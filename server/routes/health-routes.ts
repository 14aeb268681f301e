import { Hono } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { AppDeps, AppEnv } from '../http/context.ts'

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
        throw new AppError('unreachable', 'The database does not answer.', { cause })
      })
    return c.json({ status: 'ready' })
  })
  return routes
}
