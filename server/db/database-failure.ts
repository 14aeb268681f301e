import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'

/*
 * Failures of a database that are not the query's fault: it is full, read-only, busy or unreachable. Nothing was
 * stored, or nobody knows. The client retries.
 */

const byCode: [RegExp, ErrorCode][] = [
  [/^(SQLITE_FULL|53100)$/, 'database_full'],
  // A file or disk that is read-only or fails; an I/O error, and a transaction that may only read.
  [/^(SQLITE_(READONLY|IOERR|CANTOPEN)\w*|25006|58030)$/, 'database_not_writable'],
  // Locked by another program; no memory or connection left; a deadlock.
  [/^(SQLITE_(BUSY|LOCKED)\w*|53\w{3}|40P01)$/, 'database_busy'],
  // Broken connections; a server that stops, starts or accepts no connections.
  [/^(08\w{3}|57P0[1-5]|55000)$/, 'database_unreachable'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/, 'database_unreachable'],
]

/** Messages of pg for broken connections, which have no code. */
const BROKEN_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/

const MAX_DEPTH = 5

/** The failure to report to users and the operator; undefined for every other error. */
export function databaseFailure(error: unknown): AppError | undefined {
  let cause = error
  for (let depth = 0; depth < MAX_DEPTH && cause instanceof Error; depth++) {
    const code = codeOf(cause)
    if (code) return new AppError(code, undefined, { cause })
    cause = cause.cause
  }
  return undefined
}

function codeOf(error: Error): ErrorCode | undefined {
  // Has a code of the closed list already.
  if (error instanceof AppError) return undefined
  const { code, message } = error as Error & { code?: unknown }
  const [, known] = byCode.find(([pattern]) => typeof code === 'string' && pattern.test(code)) ?? []
  return known ?? (BROKEN_CONNECTION.test(message) ? 'database_unreachable' : undefined)
}
