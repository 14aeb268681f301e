import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { ownOrigin } from './client.ts'
import type { AppEnv } from './context.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Mail programs send no Origin. These routes read no cookie: what they do follows from the token in the address. */
const ONE_CLICK = /^\/unsubscribe\/[^/]+$/

/** Refuses writes whose Origin is not this server. Browsers send it with every write. */
export function checkOrigin({ settings }: { settings: Settings }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const isSafe = SAFE_METHODS.has(c.req.method) || (c.req.method === 'POST' && ONE_CLICK.test(c.req.path))
    if (!isSafe && c.req.header('origin') !== ownOrigin(c, settings)) throw new AppError('origin_refused')
    return next()
  }
}
