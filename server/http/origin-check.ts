import type { MiddlewareHandler } from 'hono'
import { AppError } from '#domain/errors.ts'
import { ownOrigin } from './client.ts'
import type { AppDeps, AppEnv } from './context.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Lets a write through only when it says that it comes from a page of this server. Browsers say so with every write. */
export function checkOrigin({ settings }: AppDeps): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (!READS.has(c.req.method) && c.req.header('origin') !== ownOrigin(c, settings))
      throw new AppError('origin_refused')
    return next()
  }
}
