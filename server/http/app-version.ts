import type { MiddlewareHandler } from 'hono'
import { APP_HEADER, OLDEST_API_VERSION, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { AppError } from '#domain/errors.ts'
import type { AppEnv } from './context.ts'
import { setHeader } from './set-header.ts'

/**
 * Sends the oldest supported version with every response, and refuses an older app before it reads the request. A
 * request without a version is served. So is a newer app: fields that this server does not know are refused where they
 * are parsed.
 */
export const checkAppVersion: MiddlewareHandler<AppEnv> = async (c, next) => {
  setHeader(c, OLDEST_APP_HEADER, String(OLDEST_API_VERSION))
  const version = c.req.header(APP_HEADER)
  if (version !== undefined && Number(version) < OLDEST_API_VERSION) throw new AppError('app_too_old')
  return next()
}
