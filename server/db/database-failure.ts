import type { ErrorCode } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'

/*
 * Why a database did not do what it was asked for, where that is no fault of the question: it has no room, may not write, has too
 * much to do or does not answer. Nothing was stored then, or nobody knows; whoever asked asks again.
 */

const byCode: [RegExp, ErrorCode][] = [
  [/^(SQLITE_FULL|53100)$/, 'database_full'],
  // A file or disk that is read-only, or fails; io_error, and a transaction that may only read.
  [/^(SQLITE_(READONLY|IOERR|CANTOPEN)\w*|25006|58030)$/, 'database_not_writable'],
  // Locked by another program; no memory, no connection left; two transactions that each wait for the other.
  [/^(SQLITE_(BUSY|LOCKED)\w*|53\w{3}|40P01)$/, 'database_busy'],
  // Connections that break, a server that stops, starts or takes nobody.
  [/^(08\w{3}|57P0[1-5]|55000)$/, 'database_unreachable'],
  [/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/, 'database_unreachable'],
]

/** What pg says of connections without giving it a code. */
const BROKEN =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (was closed|has encountered a connection error))/

/** A cause is looked for no deeper than this. */
const MAX_DEPTH = 5

/** The failure that people and the operator are told; undefined for every other error. */
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
  // What has a code of the closed list is known already.
  if (error instanceof AppError) return undefined
  const { code, message } = error as Error & { code?: unknown }
  const [, known] = byCode.find(([pattern]) => typeof code === 'string' && pattern.test(code)) ?? []
  return known ?? (BROKEN.test(message) ? 'database_unreachable' : undefined)
}
