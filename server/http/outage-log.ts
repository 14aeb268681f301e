import type { MiddlewareHandler } from 'hono'
import type { Logger } from 'pino'
import type { ErrorCode } from '#domain/error-statuses.ts'
import type { AppEnv } from './context.ts'

/** A trouble that goes on is told again this often. */
const TOLD_EVERY_MS = 60_000

const codes = new Set<ErrorCode>([
  'database_full',
  'database_not_writable',
  'database_busy',
  'database_unreachable',
  'storage_full',
  'storage_not_writable',
  'storage_unreachable',
])

/** Whether it is a trouble of the disk or the database, which every request would meet. */
export const isTrouble = (code: ErrorCode) => codes.has(code)

/**
 * What keeps the server from storing what people do. The operator reads a line when it begins, a line a minute with how many
 * requests it has met, and one when it is over; not one for each request.
 */
export class OutageLog {
  readonly #log: Logger
  /** How many requests each has met, and when it was told last, in milliseconds of `performance.now()`. */
  readonly #current = new Map<ErrorCode, { requests: number; toldAt: number }>()

  constructor(log: Logger) {
    this.#log = log
  }

  /** A request has met one. `details` say more of it. */
  meet(code: ErrorCode, details: object): void {
    const now = performance.now()
    const known = this.#current.get(code) ?? { requests: 0, toldAt: -Infinity }
    known.requests += 1
    this.#current.set(code, known)
    if (now - known.toldAt < TOLD_EVERY_MS) return
    known.toldAt = now
    this.#log.error({ code, requests: known.requests, ...details }, 'requests fail until this is mended')
  }

  /** What somebody does to a trip has been stored: whatever it was is over, as far as such requests go. */
  recordSuccess(): MiddlewareHandler<AppEnv> {
    return async (c, next) => {
      await next()
      if (this.#current.size === 0 || c.req.method === 'GET' || c.res.status >= 300) return
      const isUpload = c.req.method === 'PUT' && c.req.path.includes('/documents/')
      for (const [code, { requests }] of this.#current) {
        if (code.startsWith('storage_') && !isUpload) continue
        this.#current.delete(code)
        this.#log.warn({ code, requests }, 'requests are stored again')
      }
    }
  }
}
