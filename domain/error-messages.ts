import { AI_NOT_CONFIGURED } from './api/ai.ts'
import type { ErrorCode } from './error-statuses.ts'
import { ownMessages } from './errors.ts'

/** Of what no form of the app sends: what is exactly wrong stands in the answer's `reason`. */
const NOT_UNDERSTOOD = 'The server did not understand this. Please update this page, then try again.'

/** What a person reads of a failure when nothing more exact is known, of every code. The server says it in its answer. */
export const errorMessages: Record<ErrorCode, string> = {
  ...ownMessages,
  invalid_json: NOT_UNDERSTOOD,
  invalid_request: NOT_UNDERSTOOD,
  upload_broken_off: 'The upload was broken off. Please try again.',
  invalid_id: 'There is nothing at this address. Perhaps a part of it is missing.',
  not_signed_in: 'Please sign in.',
  wrong_credentials: 'Invalid email or password',
  account_needed: 'This is for people who have an account.',
  origin_refused: 'This request came from another site and was refused.',
  not_found: 'There is nothing at this address.',
  trip_not_found: 'Trip not found',
  section_not_found: 'The plan has no such section.',
  document_not_found: 'There is no such document, or it is not shared with you. If you are signed out, sign in and open it again.',
  invitation_not_found:
    'This invitation opens nothing. Perhaps a part of the link is missing: please open it once more as it was sent to you.',
  person_not_found: 'This person is not in the trip any more.',
  invitation_revoked: 'This invitation has been withdrawn. Please ask for a new one.',
  invitation_expired: 'This invitation has run out. Please ask for a new one.',
  invitation_used_up: 'As many people have joined by this invitation as it is for. Please ask for a new one.',
  name_taken: 'Somebody else has just said to be this person. Who are you?',
  code_not_found: 'There is no such code. Please compare it with the other device, or have a new one shown there.',
  code_used: 'This code has been used: each is good for one device. Please have a new one shown.',
  code_expired: 'This code is older than 10 minutes. Please have a new one shown.',
  link_not_found:
    'This link brings nobody back: it was replaced or removed, or a part of it is missing. An organizer of the trip can make you a new one.',
  somebody_else_signed_in: 'Somebody else is signed in here. Sign out first, then open the link again.',
  has_account: 'This person has an account, and comes back with their password.',
  guests_only: 'This is for guests. You have an account.',
  people_full: 'This trip has no room for more people. Ask the organizer to make room.',
  helped_session:
    'You came back with a link that an organizer made, so this device can’t change how you sign in. Use the device you joined on, or join again with the invitation.',
  guest_of_others:
    'This guest is also in a trip that you do not manage, and the link would open that too. Somebody who manages all of their trips can make it.',
  demo_account_refused:
    'The demo account is everybody’s: whatever is brought into it, all visitors see. Please use an account of your own.',
  password_too_common: 'This password is one of the first that somebody would guess. Please choose another one.',
  email_exists: 'Email already exists',
  trip_exists: 'This trip exists already.',
  trip_not_deleted: 'This trip is not deleted. Delete it first: then it can be removed for good.',
  trips_full: 'You have as many trips as one account may have here. Whoever runs Wayfare can allow more.',
  documents_full: 'The documents of whoever this trip belongs to have used up their room. Whoever runs Wayfare can allow more.',
  invitations_full: 'This trip has as many invitations as it may have. Please use one of those.',
  document_exists: 'This document exists already.',
  body_too_large: 'This is too much at once.',
  host_refused: 'This address is not known here. Whoever runs Wayfare sets PUBLIC_URL to the address that people open.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  too_many_mails: 'These are more invitations by mail than may be sent within a day. Please copy the link, and send it yourself.',
  trips_changed:
    'Others have come into one of your trips meanwhile, or have given you theirs. Please look at your trips once more.',
  mail_not_set_up: 'No mail is sent from here. Whoever runs Wayfare can set that up, and help in the meantime.',
  too_many_writes: 'These are more changes than the server takes within a minute. Please wait a moment.',
  login_failed: 'Login failed',
  profile_not_loaded: 'Failed to load user profile',
  registration_failed: 'Registration failed',
  profile_not_created: 'Failed to create user profile',
  trip_not_created: 'Failed to create trip. Please try again.',
  documents_not_loaded: 'Failed to load travel documents',
  storage_unreachable: 'The file store does not answer. Please try again later.',
  storage_not_writable: 'The server cannot store files at the moment. Please try again later.',
  storage_full: 'The server has no room left for files.',
  database_unreachable: 'The server’s database does not answer. Please try again in a moment.',
  database_busy: 'The server has too much to do. Please try again in a moment.',
  database_not_writable: 'The server cannot store anything at the moment. Please try again later.',
  database_full: 'The server has no room left, and has not stored this. Please try again later.',
  ai_not_configured: AI_NOT_CONFIGURED,
  ai_failed: 'The AI provider did not give an answer.',
  ai_busy: 'The AI provider has too much to do. Please try again later.',
  ai_refused: 'The AI provider refused the key.',
  ai_timed_out: 'The AI provider took too long to answer.',
}
