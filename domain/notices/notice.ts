import * as z from 'zod/mini'
import { id } from '../id.ts'

/*
 * What somebody is told about a trip.
 * Invariants: a notice says what was true when it was made. It names entries of the plan and has no private records,
 *   so it can be shown to everybody who may open the trip.
 */

/**
 * `invited`: to a trip. `asked`: a question to them is open. `reminder`: it still is. `promise`: something that they
 * rely on or have promised has changed. `todo`: due. `changes`: on the days of a trip under way. `departure`: tomorrow.
 * `payment`: to confirm. `announcement`: of an organizer.
 */
export const noticeKinds = [
  'invited',
  'asked',
  'reminder',
  'promise',
  'todo',
  'changes',
  'departure',
  'payment',
  'announcement',
] as const
export type NoticeKind = (typeof noticeKinds)[number]

/** What a notice is about, within its kind. */
export const noticeThings = [
  'trip',
  'poll',
  'coming',
  'fee',
  'seat_lost',
  'seat_given',
  'car_changed',
  'riders_lost',
  'bed_lost',
  'duty_given',
  'duty_gone',
  'bring_gone',
  'todo_due',
  'days',
  'tomorrow',
  'to_confirm',
  'not_received',
  'announcement',
] as const
export type NoticeThing = (typeof noticeThings)[number]

const MAX_NAME = 120
const MAX_NAMES = 5
const text = z.string().check(z.maxLength(MAX_NAME))

/** What the words of a notice are made of. */
export const about = z.strictObject({
  what: z.enum(noticeThings),
  /** Of the thing, such as the question of a poll, or of the person whom it is about, such as a driver. */
  name: z.optional(text),
  /** Of those whom it concerns, if that is not only the person who is told: their child, or a guest of their party. */
  names: z.optional(z.array(text).check(z.maxLength(MAX_NAMES))),
  count: z.optional(z.int().check(z.nonnegative())),
  /** A date of the trip: 2027-08-12. */
  date: z.optional(z.string().check(z.maxLength(10))),
  /** An amount of money, or what has changed, in words. */
  detail: z.optional(text),
})
export type About = z.infer<typeof about>

/** Shortens names to what a notice may have. */
export const toNoticeName = (name: string): string =>
  name.length > MAX_NAME ? `${name.slice(0, MAX_NAME - 1).trimEnd()}…` : name
export const toNoticeNames = (names: readonly string[]): string[] => names.slice(0, MAX_NAMES).map(toNoticeName)

export const notice = z.object({
  id,
  trip_id: id,
  trip_name: z.string(),
  kind: z.enum(noticeKinds),
  about,
  created_at: z.iso.datetime(),
  is_read: z.boolean(),
  /** Of an invitation: where it is accepted. */
  join_path: z.optional(z.string()),
})
export type Notice = z.infer<typeof notice>
