import * as m from '#messages'
import type { ErrorCode } from './error-statuses.ts'

/** Messages for failures that the browser detects itself. All others come with the response, so no page loads them. */
export const browserMessages = () =>
  ({
    document_empty: m.api_errors_document_empty(),
    document_too_large: m.api_errors_document_too_large(),
    document_type_refused: m.api_errors_document_type_refused(),
    app_too_old: m.api_errors_app_too_old(),
    internal_error: m.api_errors_internal_error(),
    data_not_loaded: m.api_errors_data_not_loaded(),
    unreachable: m.api_errors_unreachable(),
    document_not_uploaded: m.api_errors_document_not_uploaded(),
    document_not_deleted: m.api_errors_document_not_deleted(),
    receipt_not_uploaded: m.api_errors_receipt_not_uploaded(),
    receipt_not_deleted: m.api_errors_receipt_not_deleted(),
    track_not_uploaded: m.api_errors_track_not_uploaded(),
    track_not_deleted: m.api_errors_track_not_deleted(),
  }) satisfies Partial<Record<ErrorCode, string>>

const findOwn = (code: ErrorCode): string | undefined => (browserMessages() as Partial<Record<ErrorCode, string>>)[code]

type FailureDetails = {
  cause?: unknown
  retryAfterSeconds?: number | undefined
  at?: string | undefined
  reason?: string | undefined
}

/** An error with a code of the closed list. `message` defaults to the browser's own message for the code, or ''. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  /** Seconds until a retry makes sense, if known. */
  readonly retryAfterSeconds: number | undefined
  /** The path of an invalid value that somebody typed, such as `data.username`. */
  readonly at: string | undefined
  /** What exactly is wrong with the request, for developers. */
  readonly reason: string | undefined

  constructor(code: ErrorCode, message: string = findOwn(code) ?? '', options?: FailureDetails) {
    super(message, options)
    this.code = code
    this.retryAfterSeconds = options?.retryAfterSeconds
    this.at = options?.at
    this.reason = options?.reason
  }
}
