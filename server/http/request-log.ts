import type { MiddlewareHandler } from 'hono'
import type { AppDeps, AppEnv } from './context.ts'
import { answerHeaders } from './security-headers.ts'
import { setHeader } from './set-header.ts'

/** The address of a page on which somebody joins holds what lets them in. */
const SECRET_IN_PATH = /^(\/join\/).+/

/**
 * Gives each request an id, which its answer and its log line carry. A line holds the path without its query, never a
 * header or a body: nothing in it opens anything.
 */
export function logRequests({ log, settings }: AppDeps): MiddlewareHandler<AppEnv> {
  const headers = answerHeaders(settings)
  return async (c, next) => {
    const started = performance.now()
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    setHeader(c, 'X-Request-Id', requestId)
    for (const [name, value] of headers) setHeader(c, name, value)
    await next()
    const ms = Math.round((performance.now() - started) * 100) / 100
    log.info(
      {
        requestId,
        method: c.req.method,
        path: c.req.path.replace(SECRET_IN_PATH, '$1…'),
        status: c.res.status,
        ms,
        userId: c.get('userId'),
      },
      'request',
    )
  }
}
