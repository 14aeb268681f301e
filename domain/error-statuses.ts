import { transientErrors } from './transient-errors.ts'

/**
 * The closed list of error codes, for server and browser, with their HTTP status. An error response has the body
 * `{ error: { code, message } }`. The default messages are in error-messages.ts.
 */
export const errors = {
  invalid_json: 400,
  invalid_request: 400,
  document_empty: 400,
  upload_broken_off: 400,
  invalid_id: 400,
  password_too_common: 400,
  not_signed_in: 401,
  wrong_credentials: 401,
  account_needed: 403,
  guests_only: 403,
  helped_session: 403,
  people_full: 409,
  has_account: 403,
  guest_of_others: 403,
  demo_account_refused: 403,
  origin_refused: 403,
  host_refused: 421,
  not_found: 404,
  trip_not_found: 404,
  section_not_found: 404,
  document_not_found: 404,
  receipt_not_found: 404,
  track_file_not_found: 404,
  picture_not_found: 404,
  invitation_not_found: 404,
  person_not_found: 404,
  code_not_found: 404,
  link_not_found: 404,
  invitation_revoked: 410,
  invitation_expired: 410,
  invitation_used_up: 410,
  name_taken: 409,
  people_both_joined: 409,
  private_details_differ: 409,
  private_details_shared: 409,
  mail_not_set_up: 409,
  trips_changed: 409,
  code_used: 410,
  code_expired: 410,
  email_exists: 409,
  somebody_else_signed_in: 409,
  trip_exists: 409,
  trips_full: 409,
  trip_not_deleted: 409,
  documents_full: 409,
  receipts_unlisted: 409,
  invitations_full: 409,
  document_exists: 409,
  body_too_large: 413,
  document_too_large: 413,
  track_file_too_large: 413,
  document_type_refused: 415,
  track_file_refused: 415,
  picture_refused: 415,
  app_too_old: 426,
  too_many_requests: 429,
  too_many_writes: 429,
  too_many_mails: 429,
  ...transientErrors,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errors

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}
