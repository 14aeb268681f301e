import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ErrorCode } from '#domain/error-statuses.ts'
import type { AppEnv } from './context.ts'
import { isUpload } from './request-body.ts'

const LOG_EVERY_MS = 60_000

const outageCodes = new Set<ErrorCode>([
  'database_full',
  'database_not_writable',
  'database_busy',
  'database_unreachable',
  'storage_full',
  'storage_not_writable',
  'storage_unreachable',
])

/** Whether a code is an outage of the disk or the database, which affects every request. */
export const isOutage = (code: ErrorCode) => outageCodes.has(code)

/**
 * Logs outages: failures of the disk or the database that keep the server from storing anything. Writes one line when
 * an outage begins, one per minute with the number of failed requests, and one when it ends.
 */
export class OutageLog {
  readonly #log: Logger
  /** By code: how many requests have failed, and when that was last logged (`performance.now()`). */
  readonly #current = new Map<ErrorCode, { requests: number; loggedAt: number }>()

  constructor(log: Logger) {
    this.#log = log
  }

  recordFailure(code: ErrorCode, details: object): void {
    const now = performance.now()
    const outage = this.#current.get(code) ?? { requests: 0, loggedAt: -Infinity }
    outage.requests += 1
    this.#current.set(code, outage)
    if (now - outage.loggedAt < LOG_EVERY_MS) return
    outage.loggedAt = now
    this.#log.error({ code, requests: outage.requests, ...details }, 'requests fail until this is fixed')
  }

  /** A successful write ends the outages. Only an upload can end those of the document store. */
  recordSuccess(): MiddlewareHandler<AppEnv> {
    return async (c, next) => {
      await next()
      if (this.#current.size === 0 || c.req.method === 'GET' || c.res.status >= 300) return
      for (const [code, { requests }] of this.#current) {
        if (code.startsWith('storage_') && !isUpload(c.req)) continue
        this.#current.delete(code)
        this.#log.warn({ code, requests }, 'writes succeed again')
      }
    }
  }
}
