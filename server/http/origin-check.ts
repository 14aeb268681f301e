import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import type { Settings } from '../settings/settings.ts'
import { ownOrigin } from './client.ts'
import type { AppEnv } from './context.ts'

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses writes whose Origin is not this server. Browsers send it with every write. */
export function checkOrigin({ settings }: { settings: Settings }): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!SAFE_METHODS.has(c.req.method) && c.req.header('origin') !== ownOrigin(c, settings))
      throw new AppError('origin_refused')
    return next()
  }
}
