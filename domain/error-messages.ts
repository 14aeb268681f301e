import { AI_NOT_CONFIGURED } from './api/ai.ts'
import type { ErrorCode } from './error-statuses.ts'
import { ownMessages } from './errors.ts'

/** For requests that the app never sends. The response's `reason` says what exactly is wrong. */
const NOT_UNDERSTOOD = 'The server did not understand this. Please update this page, then try again.'

/** The default message of every code. The server sends it in its response. */
export const errorMessages: Record<ErrorCode, string> = {
  ...ownMessages,
  invalid_json: NOT_UNDERSTOOD,
  invalid_request: NOT_UNDERSTOOD,
  upload_broken_off: 'The upload was interrupted. Please try again.',
  invalid_id: 'There’s nothing at this address. Part of it may be missing.',
  not_signed_in: 'Please sign in.',
  wrong_credentials: 'Invalid email or password',
  account_needed: 'You need an account for this.',
  origin_refused: 'This request came from another site and was refused.',
  not_found: 'There is nothing at this address.',
  trip_not_found: 'Trip not found',
  section_not_found: 'The plan has no such section.',
  document_not_found:
    'This document doesn’t exist, or it isn’t shared with you. If you’re signed out, sign in and open it again.',
  invitation_not_found:
    'This invitation link doesn’t work. Part of it may be missing. Open it again as it was sent to you.',
  person_not_found: 'This person is no longer in the trip.',
  invitation_revoked: 'This invitation has been withdrawn. Please ask for a new one.',
  invitation_expired: 'This invitation has expired. Please ask for a new one.',
  invitation_used_up: 'This invitation is full. Please ask for a new one.',
  name_taken: 'Someone else has just joined as this person. Who are you?',
  code_not_found: 'This code doesn’t exist. Compare it with the other device, or show a new one there.',
  code_used: 'This code has been used. Each code works once. Show a new one on the other device.',
  code_expired: 'This code has expired. Codes last 10 minutes. Show a new one on the other device.',
  link_not_found:
    'This link doesn’t work: it was replaced or removed, or part of it is missing. An organizer of the trip can make you a new one.',
  somebody_else_signed_in: 'Someone else is signed in here. Sign out first, then open the link again.',
  has_account: 'This person has an account. They sign in with their password.',
  guests_only: 'This is for guests. You have an account.',
  people_full: 'This trip has no room for more people. Ask the organizer to make room.',
  helped_session:
    'You came back with a link that an organizer made, so this device can’t change how you sign in. Use the device you joined on, or join again with the invitation.',
  guest_of_others:
    'This guest is also in a trip that you don’t manage, and the link would open it too. Ask someone who manages all of their trips.',
  demo_account_refused:
    'Everyone shares the demo account, so all visitors would see this. Please use your own account.',
  password_too_common: 'This password is too easy to guess. Please choose another one.',
  email_exists: 'Email already exists',
  trip_exists: 'This trip exists already.',
  trip_not_deleted: 'Delete this trip first. Then you can delete it permanently.',
  trips_full: 'You’ve reached the maximum number of trips. Ask your administrator to raise the limit.',
  documents_full: 'The trip owner has no space left for documents. Ask your administrator to raise the limit.',
  invitations_full: 'This trip has the maximum number of invitations. Please use one of those.',
  document_exists: 'This document exists already.',
  body_too_large: 'This is too large to send at once.',
  host_refused:
    'This address isn’t set up here. Ask your administrator to set PUBLIC_URL to the address that people open.',
  too_many_requests: 'Too many attempts. Please wait a moment and try again.',
  too_many_mails:
    'You’ve sent the maximum number of invitations by email for today. Copy the link and send it yourself.',
  trips_changed: 'Someone has joined one of your trips, or has given you theirs. Please check your trips again.',
  mail_not_set_up: 'Email isn’t set up here. Ask your administrator for help.',
  too_many_writes: 'You’re making changes too quickly. Wait a moment and try again.',
  login_failed: 'Login failed',
  profile_not_loaded: 'Failed to load user profile',
  registration_failed: 'Registration failed',
  profile_not_created: 'Failed to create user profile',
  trip_not_created: 'Failed to create trip. Please try again.',
  documents_not_loaded: 'Failed to load travel documents',
  storage_unreachable: 'The file store isn’t responding. Please try again later.',
  storage_not_writable: 'The server can’t store files right now. Please try again later.',
  storage_full: 'The server has no space left for files.',
  database_unreachable: 'The server’s database isn’t responding. Please try again in a moment.',
  database_busy: 'The server is busy. Please try again in a moment.',
  database_not_writable: 'The server can’t save changes right now. Please try again later.',
  database_full: 'The server has no space left, so this wasn’t saved. Please try again later.',
  ai_not_configured: AI_NOT_CONFIGURED,
  ai_failed: 'The AI provider didn’t answer. Please try again.',
  ai_busy: 'The AI provider is busy. Try again later.',
  ai_refused: 'The AI provider refused the key.',
  ai_timed_out: 'The AI provider took too long to answer.',
}
