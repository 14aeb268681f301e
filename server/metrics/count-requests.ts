import type { MiddlewareHandler } from 'hono'
import { routePath } from 'hono/route'
import type { AppEnv } from '../http/context.ts'
import { type Metrics, secondsSince } from './metrics.ts'

/** Counts requests by route pattern, never by path: paths contain ids and secrets. */
export function countRequests(metrics: Metrics): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const started = performance.now()
    await next()
    metrics.countRequest(c.req.method, routePath(c), c.res.status, secondsSince(started))
  }
}
