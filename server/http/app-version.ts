import type { MiddlewareHandler } from 'hono'
import { APP_HEADER, OLDEST_API_VERSION, OLDEST_APP_HEADER } from '#domain/api/api-version.ts'
import { AppError } from '#domain/errors.ts'
import type { AppEnv } from './context.ts'
import { setHeader } from './set-header.ts'

/**
 * Tells every app which is the oldest that is understood, and refuses an older one before anything of its request is read.
 * Who names no version is served; so is a newer app, whose newer forms are refused where they are met.
 */
export const checkAppVersion: MiddlewareHandler<AppEnv> = async (c, next) => {
  setHeader(c, OLDEST_APP_HEADER, String(OLDEST_API_VERSION))
  const version = c.req.header(APP_HEADER)
  if (version !== undefined && Number(version) < OLDEST_API_VERSION) throw new AppError('app_too_old')
  return next()
}
