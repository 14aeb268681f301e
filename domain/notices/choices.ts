import * as z from 'zod/mini'
import { type NoticeKind, noticeKinds } from './notice.ts'

/* How somebody wants to be told about a trip. The list in the app has everything. */

export const channels = ['push', 'mail'] as const
export type Channel = (typeof channels)[number]

const byChannel = z.strictObject({ push: z.boolean(), mail: z.boolean() })
export const noticeChoices = z.strictObject(
  Object.fromEntries(noticeKinds.map((kind) => [kind, z.optional(byChannel)])) as Record<
    NoticeKind,
    z.ZodMiniOptional<typeof byChannel>
  >,
)
/** What somebody has chosen; a kind that they have not chosen anything for is as in `defaultChoices`. */
export type NoticeChoices = z.infer<typeof noticeChoices>

/** Mails are for what one would miss. */
const defaultChoices: Record<NoticeKind, Record<Channel, boolean>> = {
  invited: { push: true, mail: false },
  asked: { push: true, mail: true },
  reminder: { push: true, mail: true },
  promise: { push: true, mail: true },
  todo: { push: true, mail: true },
  changes: { push: true, mail: false },
  departure: { push: true, mail: true },
  payment: { push: true, mail: true },
  announcement: { push: true, mail: true },
}

/** Whether somebody wants to get a kind of notice through a channel. */
export const wants = (choices: NoticeChoices, kind: NoticeKind, channel: Channel): boolean =>
  (choices[kind] ?? defaultChoices[kind])[channel]

const timeOfDay = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Not a time of day'))
export const quietHours = z.strictObject({
  /** '' for none. */
  from: z.union([z.literal(''), timeOfDay]),
  until: z.union([z.literal(''), timeOfDay]),
  /** Of the IANA database; '' for each trip's own. */
  zone: z.string().check(z.maxLength(60)),
})
export type QuietHours = z.infer<typeof quietHours>

export const defaultQuietHours: QuietHours = { from: '22:00', until: '07:00', zone: '' }
