import * as z from 'zod/mini'
import { id } from '../id.ts'
import { noticeChoices, quietHours } from '../notices/choices.ts'
import { notice } from '../notices/notice.ts'
import { textLength } from '../text.ts'

/*
 * What a user is told, and how.
 * `GET  /api/notices`                        `noticesResponse`: of all trips, or of one (`?trip=`), newest first
 * `POST /api/notices/read`                   `readNotices`: they have been read on some device
 * `GET  /api/trips/:tripId/notice-choices`   `choicesResponse`: how the user is told about a trip
 * `PUT  /api/trips/:tripId/notice-choices`   `choicesChange`
 * `PUT  /api/trips/:tripId/reminders`        `remindersChange`: whether people who haven't answered are reminded
 * `GET  /api/notice-settings`                `noticeSettingsResponse`: what holds for all trips of the user
 * `PUT  /api/notice-settings`                `noticeSettingsChange`
 * `GET  /api/push`                           `pushResponse`: the key for subscribing, and the user's devices
 * `PUT  /api/push`                           `pushSubscription`: this browser gets pushes; at each start of the app
 * `POST /api/push/removal`                   `pushRemoval`: this browser gets none
 * `POST /api/unsubscribe`                    `unsubscribing`: no more mails about a trip; works signed out
 * `POST /unsubscribe/:token`                 the same in one click, for mail programs (RFC 8058)
 */

export const NOTICES_PATH = '/api/notices'
export const noticesPath = (tripId: string) => `${NOTICES_PATH}?trip=${tripId}`
export const READ_NOTICES_PATH = '/api/notices/read'
export const noticeChoicesPath = (tripId: string) => `/api/trips/${tripId}/notice-choices`
export const remindersPath = (tripId: string) => `/api/trips/${tripId}/reminders`
export const NOTICE_SETTINGS_PATH = '/api/notice-settings'
export const PUSH_PATH = '/api/push'
export const PUSH_REMOVAL_PATH = '/api/push/removal'
export const UNSUBSCRIBE_PATH = '/api/unsubscribe'

/** A user has no more of one trip; the oldest go first. */
export const MAX_NOTICES = 100

export const noticesResponse = z.object({
  notices: z.array(notice),
  /** How many are unread in each trip, also of those that are not listed. */
  unread: z.record(z.string(), z.int()),
})
export type NoticesResponse = z.infer<typeof noticesResponse>

export const readNotices = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(500)),
  /** Time of the newest listed notice. A notice that was updated since stays unread. */
  until: z.optional(z.iso.datetime()),
})
export type ReadNotices = z.infer<typeof readNotices>

export const choicesResponse = z.object({
  choices: noticeChoices,
  /** Whether they get neither push nor mail about this trip. */
  is_off: z.boolean(),
  /** Since when people who haven't answered are reminded; null for never. */
  reminds_since: z.nullable(z.iso.datetime()),
})
export type ChoicesResponse = z.infer<typeof choicesResponse>
export const choicesChange = z.strictObject({ choices: noticeChoices, is_off: z.boolean() })
export type ChoicesChange = z.infer<typeof choicesChange>

export const remindersChange = z.strictObject({ is_on: z.boolean() })
export type RemindersChange = z.infer<typeof remindersChange>

/**
 * Where mails go. `none`: guests have no address. `not_set_up`: this server sends no mail. `refused`: a mail server
 * refused the address for good.
 */
export const mailStates = ['works', 'none', 'not_set_up', 'refused'] as const
export const noticeSettingsResponse = z.object({ quiet: quietHours, mail: z.enum(mailStates) })
export type NoticeSettingsResponse = z.infer<typeof noticeSettingsResponse>
/** `tries_mail`: whether to send mails again to an address that was refused. */
export const noticeSettingsChange = z.strictObject({ quiet: quietHours, tries_mail: z.optional(z.boolean()) })
export type NoticeSettingsChange = z.infer<typeof noticeSettingsChange>

/** As a browser gives it (Push API): the address of its push service and its keys (RFC 8291), as base64url. */
const base64url = (length: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}$`), 'Not a key'))
export const pushSubscription = z.strictObject({
  endpoint: z.string().check(textLength(1, 2000)),
  /** 65 and 16 bytes. */
  keys: z.strictObject({ p256dh: base64url(87), auth: base64url(22) }),
  /** The key of this server with which the browser subscribed. */
  public_key: base64url(87),
  /** The browser's time zone, of the IANA database: for quiet hours, if neither its user nor the trip has one. */
  zone: z.optional(z.string().check(z.maxLength(60))),
})
export type PushSubscriptionRequest = z.infer<typeof pushSubscription>
export const pushRemoval = z.strictObject({ endpoint: z.string().check(textLength(1, 2000)) })

export const pushResponse = z.object({
  /** The application server key (RFC 8292), as base64url; null if this server cannot push. */
  public_key: z.nullable(z.string()),
  /** The user's devices that get pushes, newest first. */
  devices: z.array(
    z.object({
      id,
      /** 'Chrome on Android'; '' if unknown. */
      device: z.string(),
      /** Whether it is the one of this session. */
      is_this: z.boolean(),
      /** Since when its push service cannot be reached; null if it can. */
      failed_since: z.nullable(z.iso.datetime()),
    }),
  ),
})
export type PushResponse = z.infer<typeof pushResponse>

export const unsubscribing = z.strictObject({ token: z.string().check(textLength(1, 200)) })
export const unsubscribed = z.object({ trip_name: z.string() })
export type Unsubscribed = z.infer<typeof unsubscribed>

/** What a push says, as JSON: nothing that a lock screen should not show. */
export const pushContent = z.object({
  /** The name of the trip; '' for somebody who may not know it yet. */
  trip: z.string(),
  trip_id: id,
  /** How many notices of the trip are unread. */
  count: z.int(),
  /** Whether they are invited to the trip, and not in it. */
  is_invited: z.optional(z.boolean()),
})
export type PushContent = z.infer<typeof pushContent>
