import type { Context } from 'hono'
import { type Logger, stdSerializers } from 'pino'
import type { ErrorBody } from '#domain/api/error.ts'
import { errorMessage } from '#domain/error-messages.ts'
import { type ErrorCode, errors } from '#domain/error-statuses.ts'
import { AppError } from '#domain/errors.ts'
import { databaseFailure } from '../db/database-failure.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { AppEnv } from './context.ts'
import { respondWithFailurePage } from './failure-page.ts'
import { isOutage, type OutageLog } from './outage-log.ts'

interface FailureDeps {
  log: Logger
  metrics?: Metrics | undefined
  outages: OutageLog
}

/** Something that the operator has not set up. Nothing is wrong then. */
const switchedOff: ReadonlySet<ErrorCode> = new Set<ErrorCode>(['ai_not_configured', 'geocoder_off'])

/**
 * Answers a failure with its code's status and a body that says what happened. Unexpected failures are logged with
 * their cause and answered as internal_error, without details; database failures get their own code. What is
 * switched off is not logged.
 */
export function respondWithFailure(
  error: Error,
  c: Context<AppEnv>,
  { log, metrics, outages }: FailureDeps,
): Response | Promise<Response> {
  const failure = toAppError(error)
  const status = errors[failure.code]
  metrics?.countFailure(failure.code)
  const details = { requestId: c.get('requestId'), err: describeCause(failure.cause ?? failure) }
  if (isOutage(failure.code)) outages.recordFailure(failure.code, details)
  else if (status >= 500 && !switchedOff.has(failure.code))
    log.error({ code: failure.code, ...details }, 'request failed')
  if (failure.retryAfterSeconds !== undefined) c.header('Retry-After', String(failure.retryAfterSeconds))
  return isReadByPerson(c)
    ? respondWithFailurePage(c, messageOf(failure), status)
    : c.json(failureBody(failure), status)
}

function toAppError(error: Error): AppError {
  const failure = error instanceof AppError ? error : new AppError('internal_error', undefined, { cause: error })
  return (errors[failure.code] === 500 && databaseFailure(failure.cause)) || failure
}

/** Only file addresses are opened directly in a browser, without the app around them. */
function isReadByPerson(c: Context<AppEnv>): boolean {
  return c.req.path.startsWith('/files/') && (c.req.header('accept') ?? '').includes('text/html')
}

function messageOf({ code, message }: AppError): string {
  return message || errorMessage(code)
}

export function failureBody(failure: AppError): ErrorBody {
  const { code, at, reason } = failure
  return { error: { code, message: messageOf(failure), ...(at && { at }), ...(reason && { reason }) } }
}

/** Omits PostgreSQL's `detail`, which lists every column of a rejected row, the password hash among them. */
function describeCause(cause: unknown) {
  if (!(cause instanceof Error)) return cause
  const { type, message, stack, code } = stdSerializers.err(cause)
  return { type, message, stack, code }
}
