/**
 * The closed list of what can go wrong, for server and browser alike: each code's HTTP status and the sentence that a
 * person reads when nothing more exact is known. An answer that fails has the body `{ error: { code, message } }`.
 */
export const errors = {
  invalid_json: { status: 400, message: 'The request is not valid JSON.' },
  invalid_request: { status: 400, message: 'The request does not have the expected form.' },
  document_empty: { status: 400, message: 'This file is empty.' },
  upload_broken_off: { status: 400, message: 'The upload was broken off. Please try again.' },
  invalid_id: { status: 400, message: 'This is not a valid id.' },
  not_signed_in: { status: 401, message: 'Please sign in.' },
  wrong_credentials: { status: 401, message: 'Invalid email or password' },
  account_needed: { status: 403, message: 'This is for people who have an account.' },
  origin_refused: { status: 403, message: 'This request came from another site and was refused.' },
  not_found: { status: 404, message: 'There is nothing at this address.' },
  trip_not_found: { status: 404, message: 'Trip not found' },
  section_not_found: { status: 404, message: 'The plan has no such section.' },
  document_not_found: {
    status: 404,
    message: 'There is no such document, or it is not shared with you. If you are signed out, sign in and open it again.',
  },
  invitation_not_found: {
    status: 404,
    message:
      'This invitation opens nothing. Perhaps a part of the link is missing: please open it once more as it was sent to you.',
  },
  person_not_found: { status: 404, message: 'This person is not in the trip any more.' },
  invitation_revoked: { status: 410, message: 'This invitation has been withdrawn. Please ask for a new one.' },
  invitation_expired: { status: 410, message: 'This invitation has run out. Please ask for a new one.' },
  invitation_used_up: {
    status: 410,
    message: 'As many people have joined by this invitation as it is for. Please ask for a new one.',
  },
  email_exists: { status: 409, message: 'Email already exists' },
  trip_exists: { status: 409, message: 'A trip with this id exists already.' },
  document_exists: { status: 409, message: 'A document with this id exists already.' },
  body_too_large: { status: 413, message: 'This is too much at once.' },
  document_too_large: { status: 413, message: 'File size must be less than 10MB' },
  document_type_refused: { status: 415, message: 'Only PDF, JPEG, and PNG files are allowed' },
  app_too_old: { status: 426, message: 'There is a newer version of Wayfare. Please update this page, then try again.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  internal_error: { status: 500, message: 'Something went wrong on the server. Please try again.' },
  login_failed: { status: 500, message: 'Login failed' },
  profile_not_loaded: { status: 500, message: 'Failed to load user profile' },
  registration_failed: { status: 500, message: 'Registration failed' },
  profile_not_created: { status: 500, message: 'Failed to create user profile' },
  trip_not_created: { status: 500, message: 'Failed to create trip. Please try again.' },
  data_not_loaded: { status: 500, message: 'Failed to load data' },
  documents_not_loaded: { status: 500, message: 'Failed to load travel documents' },
  document_not_uploaded: { status: 500, message: 'Failed to upload document' },
  document_not_deleted: { status: 500, message: 'Failed to delete document' },
  storage_unreachable: { status: 503, message: 'The file store does not answer. Please try again later.' },
  storage_full: { status: 507, message: 'The server has no room left for files.' },
  ai_not_configured: {
    status: 503,
    message: 'AI provider key is not configured. Add AI_API_KEY to the environment configuration.',
  },
  ai_busy: { status: 503, message: 'The AI provider has too much to do. Please try again later.' },
  ai_refused: { status: 502, message: 'The AI provider refused the key.' },
  ai_failed: { status: 502, message: 'The AI provider did not give an answer.' },
  ai_timed_out: { status: 504, message: 'The AI provider took too long to answer.' },
  unreachable: { status: 503, message: 'The server cannot be reached. Please check your connection.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errors

/** A failure with a code of the closed list. `message` defaults to the list's sentence. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode

  constructor(code: ErrorCode, message: string = errors[code].message, options?: { cause?: unknown }) {
    super(message, options)
    this.code = code
  }
}

/** Whether a text is a code of the closed list. */
export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}
