/**
 * Failures that are nobody's fault and may pass, with their HTTP status. What the server refuses: error-statuses.ts.
 */
export const transientErrors = {
  internal_error: 500,
  login_failed: 500,
  profile_not_loaded: 500,
  registration_failed: 500,
  profile_not_created: 500,
  trip_not_created: 500,
  data_not_loaded: 500,
  documents_not_loaded: 500,
  document_not_uploaded: 500,
  document_not_deleted: 500,
  receipt_not_uploaded: 500,
  storage_unreachable: 503,
  storage_not_writable: 503,
  storage_full: 507,
  database_unreachable: 503,
  database_busy: 503,
  database_not_writable: 503,
  database_full: 507,
  ai_not_configured: 503,
  ai_busy: 503,
  ai_refused: 502,
  ai_failed: 502,
  ai_timed_out: 504,
  unreachable: 503,
} as const satisfies Record<string, number>
