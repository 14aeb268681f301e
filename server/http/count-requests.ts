import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import { secondsSince } from '../db/database-times.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { AppEnv } from './context.ts'

/** Counts requests by route pattern, never by path: paths contain ids and secrets. */
export function countRequests(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    metrics.countRequest(c.req.method, routePath(c), c.res.status, secondsSince(started))
  }
}
