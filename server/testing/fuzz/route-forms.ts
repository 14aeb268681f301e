import * as fc from 'fast-check'
import * as z from 'zod/mini'
import { chatRequest } from '#domain/ai/chat.ts'
import {
  passwordChange,
  passwordReset,
  profileChange,
  removal,
  removalResponse,
  sessionsResponse,
} from '#domain/api/account.ts'
import {
  deviceCode,
  deviceCodeMade,
  newCredentials,
  personalLinkMade,
  personalLinkResponse,
  personalSecret,
  personOfLink,
  signInWithGuest,
} from '#domain/api/account-recovery.ts'
import { aiConfig } from '#domain/api/ai.ts'
import { announcementViewsResponse, recordedAnnouncements, seenAnnouncements } from '#domain/api/announcements.ts'
import { betaResponse, sessionResponse, signingOut } from '#domain/api/auth.ts'
import { calendarMade, calendarResponse, newFeed } from '#domain/api/calendar.ts'
import { registration } from '#domain/api/credentials.ts'
import { documentResponse } from '#domain/api/documents.ts'
import { changesResponse, historyResponse } from '#domain/api/history.ts'
import { invitationMail, recovery } from '#domain/api/mail.ts'
import {
  choicesChange,
  choicesResponse,
  noticeSettingsChange,
  noticeSettingsResponse,
  noticesResponse,
  pushRemoval,
  pushResponse,
  pushSubscription,
  readNotices,
  remindersChange,
  unsubscribed,
  unsubscribing,
} from '#domain/api/notices.ts'
import { operationsRequest, operationsResponse } from '#domain/api/operations.ts'
import {
  newPasskey,
  passkey,
  passkeyAssertion,
  passkeyCreation,
  passkeyName,
  passkeyOptions,
  passkeysResponse,
} from '#domain/api/passkeys.ts'
import {
  invitationLink,
  invitationMade,
  invitationToken,
  invitedTo,
  joining,
  joinResponse,
  membersEdit,
  nameCheck,
  newInvitation,
  newRole,
  partySharing,
  peopleMerge,
  peopleResponse,
} from '#domain/api/people.ts'
import { placeConfig, placeSearchResponse, zoneResponse } from '#domain/api/places.ts'
import { receiptResponse } from '#domain/api/receipts.ts'
import { sharing, sharingRequest } from '#domain/api/sharing.ts'
import { seenRequest, sinceResponse } from '#domain/api/since.ts'
import { trackFileResponse } from '#domain/api/track-files.ts'
import { tripFilesResponse } from '#domain/api/trip-files.ts'
import { archiving, deletion, newOwner, tripChange, tripCopy } from '#domain/api/trip-life.ts'
import { tripPictureResponse } from '#domain/api/trip-picture.ts'
import { newTrip, privateResponse, tripCreatedResponse, tripListResponse, tripResponse } from '#domain/api/trips.ts'
import { weatherResponse } from '#domain/api/weather.ts'
import { reminders } from '#domain/calendar/reminders.ts'
import { anyOfSchema } from './any-of-schema.ts'

/** A route's input and output. A route without `answer` does not respond with JSON. */
export interface RouteForm {
  /** The schema of its body, or `file` for a raw file. */
  body?: z.ZodMiniType | 'file'
  query?: fc.Arbitrary<string>
  answer?: z.ZodMiniType
}

import { standIn } from './stand-ins.ts'

const version = fc.oneof(fc.nat(5), fc.constantFrom(999_999_999, 9_999_999_999, -1, 1.5)).map(String)
const since = fc.oneof(
  version.map((at) => `since=notes:${at},checklist:${at}`),
  fc.constantFrom(
    '',
    'since=',
    'since=private:0',
    'since=__proto__:1',
    'since=notes:1,notes:2',
    'since=%00',
    `since=${'notes:1,'.repeat(500)}`,
  ),
)
const span = fc.tuple(version, version).map(([from, to]) => `from=${from}&to=${to}`)
const token = fc.constantFrom(
  'token=known-share-token',
  '',
  'token=',
  'token=%00',
  'token=%ED%A0%80',
  'token=a&token=b',
  `token=${'x'.repeat(3000)}`,
)
const fileName = fc
  .constantFrom(
    'a.pdf',
    '',
    '%00.pdf',
    '..%2F..%2Fetc%2Fpasswd',
    '%E2%80%AEfdp.exe',
    '%ED%A0%80',
    '%',
    'a%0d%0ab.pdf',
    'x'.repeat(3000),
    '%22%3B.png',
    'a.PDF&file_name=b',
    'a.pdf&description=Seat%2012A',
    'a.pdf&description=%00%ED%A0%80%0d%0a',
    `a.pdf&description=${'x'.repeat(3000)}`,
  )
  .map((name) => `file_name=${name}`)
const tripIds = ['our trip', 'their trip'] as const
const ofTrip = fc.constantFrom('', 'trip=', 'trip=x', ...tripIds.map((name) => `trip=${standIn(name)}`))
const search = fc.constantFrom(
  'q=London',
  'q=yyz&near=45.8,-78.4',
  '',
  'q=',
  'q=%00',
  'q=%ED%A0%80',
  'q=%F0%9F%8F%95',
  'q=__proto__',
  'q=a&q=b',
  `q=${'x'.repeat(3000)}`,
  `q=${'a%20'.repeat(50)}`,
  'q=London&near=91,0',
  'q=London&near=NaN,Infinity',
  'q=London&near=1e400,0',
)
const position = fc.constantFrom(
  'at=45.8,-78.4',
  'at=90,180',
  'at=-90,-180',
  'at=0,0',
  '',
  'at=',
  'at=1,2,3',
  'at=%00,1',
)
const grant = (name: string) => fc.constant(`grant_type=${name}`)
const anything = z.unknown()
const ok = z.object({ status: z.string() })

/** All routes of the app, and addresses that match any path or none. */
export const routeForms: Record<string, RouteForm> = {
  'GET /healthz': { answer: ok },
  'GET /readyz': { answer: ok },
  'GET /api/beta': { answer: betaResponse },
  'GET /ai/v1': { answer: aiConfig },
  'POST /ai/v1/chat/completions': { body: chatRequest, answer: anything },

  'GET /auth/v1/user': { answer: sessionResponse },
  'PUT /auth/v1/user': { body: newCredentials, answer: sessionResponse },
  'PATCH /auth/v1/user': { body: profileChange, answer: sessionResponse },
  'POST /auth/v1/password': { body: passwordChange },
  'POST /auth/v1/recover': { body: recovery },
  'POST /auth/v1/reset': { body: passwordReset, answer: sessionResponse },
  'GET /auth/v1/removal': { answer: removalResponse },
  'POST /auth/v1/removal': { body: removal },
  'GET /auth/v1/export': {},
  'GET /auth/v1/export/ready': {},
  'GET /auth/v1/sessions': { answer: sessionsResponse },
  'DELETE /auth/v1/sessions': {},
  'DELETE /auth/v1/sessions/:key': {},
  'POST /auth/v1/signup': { body: registration, answer: sessionResponse },
  'POST /auth/v1/logout': { body: signingOut },
  'POST /auth/v1/token': {
    body: z.union([signInWithGuest, deviceCode, personalSecret, passkeyAssertion]),
    query: fc.oneof(
      ...['password', 'refresh_token', 'device_code', 'personal_link', 'passkey'].map(grant),
      fc.constantFrom('', 'grant_type=__proto__', 'grant_type=%00', 'grant_type=refresh_token&own_device'),
    ),
    answer: sessionResponse,
  },
  'POST /auth/v1/device-code': { answer: deviceCodeMade },
  'GET /auth/v1/personal-link': { answer: personalLinkResponse },
  'POST /auth/v1/personal-link': { answer: personalLinkMade },
  'DELETE /auth/v1/personal-link': {},
  'POST /auth/v1/personal-link/look': { body: personalSecret, answer: personOfLink },
  'GET /auth/v1/passkeys': { answer: passkeysResponse },
  'POST /auth/v1/passkeys/creation': { body: passkeyCreation, answer: passkeyOptions },
  'POST /auth/v1/passkeys': { body: newPasskey, answer: passkey },
  'PATCH /auth/v1/passkeys/:passkeyId': { body: passkeyName },
  'DELETE /auth/v1/passkeys/:passkeyId': {},
  'POST /auth/v1/passkeys/request': { answer: passkeyOptions },
  'POST /api/join/look': { body: invitationToken, answer: invitedTo },
  'POST /api/join': { body: joining, answer: joinResponse },

  'GET /api/places': { query: search, answer: placeSearchResponse },
  'GET /api/places/zone': { query: position, answer: zoneResponse },
  'GET /api/places/config': { answer: placeConfig },
  'GET /api/places/map': {},
  'GET /api/places/geocode': { query: search, answer: placeSearchResponse },

  'GET /api/trips': { answer: tripListResponse },
  'POST /api/trips': { body: newTrip, answer: tripCreatedResponse },
  'GET /api/trips/:tripId': { answer: tripResponse },
  'PATCH /api/trips/:tripId': { body: tripChange },
  'POST /api/trips/:tripId/copies': { body: tripCopy, answer: tripCreatedResponse },
  'PUT /api/trips/:tripId/archived': { body: archiving },
  'PUT /api/trips/:tripId/deleted': { body: deletion },
  'PUT /api/trips/:tripId/owner': { body: newOwner },
  'DELETE /api/trips/:tripId': {},
  'GET /api/shared/:tripId': { query: token, answer: tripResponse },
  'GET /api/shared/:tripId/weather': { query: token, answer: weatherResponse },
  'GET /api/trips/:tripId/weather': { answer: weatherResponse },
  'GET /api/trips/:tripId/private': { answer: privateResponse },
  'GET /api/trips/:tripId/events': {},
  'POST /api/trips/:tripId/operations': { body: operationsRequest, answer: operationsResponse },
  'GET /api/trips/:tripId/history': { answer: historyResponse },
  'GET /api/trips/:tripId/history/:section/changes': { query: span, answer: changesResponse },
  'GET /api/trips/:tripId/history/:section/:version': { answer: z.object({ version: z.int(), value: z.unknown() }) },
  'GET /api/trips/:tripId/changes': { query: since, answer: sinceResponse },
  'PUT /api/trips/:tripId/seen': { body: seenRequest },
  'GET /api/trips/:tripId/announcements/seen': { answer: announcementViewsResponse },
  'POST /api/trips/:tripId/announcements/seen': { body: seenAnnouncements, answer: recordedAnnouncements },
  'PUT /api/trips/:tripId/sharing': { body: sharingRequest, answer: sharing },
  'POST /api/trips/:tripId/sharing/token': { answer: sharing },

  'GET /api/notices': { query: ofTrip, answer: noticesResponse },
  'POST /api/notices/read': { body: readNotices },
  'GET /api/trips/:tripId/notice-choices': { answer: choicesResponse },
  'PUT /api/trips/:tripId/notice-choices': { body: choicesChange },
  'PUT /api/trips/:tripId/reminders': { body: remindersChange },
  'GET /api/notice-settings': { answer: noticeSettingsResponse },
  'PUT /api/notice-settings': { body: noticeSettingsChange },
  'GET /api/push': { answer: pushResponse },
  'PUT /api/push': { body: pushSubscription },
  'POST /api/push/removal': { body: pushRemoval },
  'POST /api/unsubscribe': { body: unsubscribing, answer: unsubscribed },
  'POST /unsubscribe/:token': {},
  'GET /unsubscribe/:token': {},

  'GET /api/trips/:tripId/calendar': { answer: calendarResponse },
  'POST /api/trips/:tripId/calendar': { body: newFeed, answer: calendarMade },
  'PATCH /api/trips/:tripId/calendar': { body: reminders },
  'DELETE /api/trips/:tripId/calendar': {},
  'GET /api/calendar': { answer: calendarResponse },
  'POST /api/calendar': { body: newFeed, answer: calendarMade },
  'PATCH /api/calendar': { body: reminders },
  'DELETE /api/calendar': {},
  'GET /calendar/:feed': {},

  'GET /api/trips/:tripId/people': { answer: peopleResponse },
  'PUT /api/trips/:tripId/people': { body: membersEdit },
  'PUT /api/trips/:tripId/people/:personId': { body: newRole },
  'PUT /api/trips/:tripId/people/:personId/name': { body: nameCheck },
  'PUT /api/trips/:tripId/people/:personId/party': { body: partySharing },
  'POST /api/trips/:tripId/people/merges': { body: peopleMerge },
  'DELETE /api/trips/:tripId/people/:personId': {},
  'POST /api/trips/:tripId/people/:personId/personal-link': { answer: personalLinkMade },
  'POST /api/trips/:tripId/invitations': { body: newInvitation, answer: invitationMade },
  'GET /api/trips/:tripId/invitations/:invitationId/link': { answer: invitationLink },
  'DELETE /api/trips/:tripId/invitations/:invitationId': {},
  'POST /api/trips/:tripId/invitations/:invitationId/mails': { body: invitationMail },

  'PUT /api/trips/:tripId/documents/:documentId': { body: 'file', query: fileName, answer: documentResponse },
  'DELETE /api/trips/:tripId/documents/:documentId': {},
  'GET /files/travel-documents/:tripId/:file': { query: token },
  'PUT /api/trips/:tripId/receipts/:receiptId': { body: 'file', query: fileName, answer: receiptResponse },
  'DELETE /api/trips/:tripId/receipts/:receiptId': {},
  'GET /api/trips/:tripId/files': { answer: tripFilesResponse },
  'GET /files/receipts/:tripId/:receiptId': { query: token },
  'PUT /api/trips/:tripId/tracks/:fileId': { body: 'file', query: fileName, answer: trackFileResponse },
  'DELETE /api/trips/:tripId/tracks/:fileId': {},
  'GET /files/tracks/:tripId/:fileId': { query: token },
  'PUT /api/trips/:tripId/lines/:fileId': { body: 'file', query: fileName, answer: trackFileResponse },
  'DELETE /api/trips/:tripId/lines/:fileId': {},
  'GET /files/lines/:tripId/:fileId': { query: token },
  'PUT /api/trips/:tripId/picture': { body: 'file', answer: tripPictureResponse },
  'DELETE /api/trips/:tripId/picture': {},
  'GET /files/trip-pictures/:tripId/:file': { query: token },

  ...Object.fromEntries(
    [
      'favicon.svg',
      'apple-touch-icon.png',
      'icon-192.png',
      'icon-512.png',
      'icon-maskable.svg',
      'link-preview.png',
      'app.webmanifest',
      'service-worker.js',
    ].map((file) => [`GET /${file}`, {}]),
  ),
  'GET /assets/*': {},
  'GET /*': {},
  'GET /trip/*': { query: token },
  'GET /shared/*': { query: token },
  'GET /join/*': {},
  'GET /api/*': {},
  'GET /files/*': {},
}

/** Any body that the route accepts. Strings are sent as they are. */
export function anyBodyOf({ body }: RouteForm): fc.Arbitrary<unknown> {
  if (body === undefined) return fc.constant(undefined)
  return body === 'file' ? fc.constantFrom('%PDF-1.7\n%%EOF', '', '<script>', '%PDF') : anyOfSchema(body)
}
