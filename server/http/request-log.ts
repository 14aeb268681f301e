import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { Settings } from '../settings/settings.ts'
import type { AppEnv } from './context.ts'
import { responseHeaders } from './security-headers.ts'
import { setHeader } from './set-header.ts'

/** A token follows these, however the address is spelled: `/JOIN/…`, `//join/…`, `/join%2f…`. */
const BEFORE_TOKEN = /((?:join|calendar|unsubscribe)\W).+/is
/** Tokens have 32 characters. UUIDs have 36 and grant no access. */
const LONG_SEGMENT = /[^/]{24,}/g
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

function hideTokens(path: string): string {
  return path.replace(BEFORE_TOKEN, '$1…').replace(LONG_SEGMENT, (segment) => (UUID.test(segment) ? segment : '…'))
}

/**
 * Gives each request an id, for its response and its log line. A line contains the path without its query, and no
 * headers or body, so nothing in it grants access.
 */
export function logRequests({ log, settings }: { log: Logger; settings: Settings }): MiddlewareHandler<AppEnv> {
  const headers = responseHeaders(settings)
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
        path: hideTokens(c.req.path),
        status: c.res.status,
        ms,
        userId: c.get('userId'),
      },
      'request',
    )
  }
}
