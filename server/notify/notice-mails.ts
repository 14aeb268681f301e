import { createHash } from 'node:crypto'
import { canBeTold } from '#domain/access.ts'
import { wants } from '#domain/notices/choices.ts'
import { type About, type NoticeKind, toNoticeName } from '#domain/notices/notice.ts'
import { withMail } from '#domain/notices/send-limits.ts'
import type { AccountHolder } from '#domain/person.ts'
import { findUser } from '../accounts/profiles.ts'
import type { Db } from '../db/engine.ts'
import { findTrip } from '../trips/trips.ts'
import { doubtMails, loadOwnChoices, loadSettings, stopRefusedMails, trustMails } from './choices.ts'
import { findToldTrip } from './members.ts'

/*
 * Mails that list what is new in a trip.
 * Job: one mail of a user and trip waits at a time. What it lists is decided when it is sent: what is unread then, and
 *   may be mailed.
 * Invariants: nobody gets a mail about a trip that they have left or that is deleted. What was mailed is marked after
 *   the mail was sent: a crash in between sends it twice, but loses nothing.
 */

interface Scope {
  userId: string
  tripId: string
}

/** Adds a mail to the outbox, unless one of this user and trip waits there. */
export async function addNoticeMail(
  db: Db,
  { userId, tripId, recipient }: Scope & { recipient: string },
  now: Date,
): Promise<void> {
  const at = now.toISOString()
  await db
    .insertInto('mails')
    .values({
      id: idOfMail({ userId, tripId }),
      kind: 'notices',
      recipient,
      sent_by: null,
      invitation_id: null,
      token: null,
      user_id: userId,
      trip_id: tripId,
      created_at: at,
      tries: 0,
      next_try_at: at,
    })
    .onConflict((mail) => mail.column('id').doNothing())
    .execute()
}

/** The same for each mail of a user and trip, so that two processes add one. A UUID of version 8 (RFC 9562). */
function idOfMail({ userId, tripId }: Scope): string {
  const hex = createHash('sha256').update(`notices:${userId}:${tripId}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

interface MailedNotice {
  id: string
  kind: NoticeKind
  about: About
  is_urgent: boolean
}

export interface NoticeMail {
  user: AccountHolder
  trip: { id: string; name: string }
  /** Newest first. */
  notices: MailedNotice[]
}

/** What a mail lists now; undefined if there is nothing to send. What is not to be mailed is not tried again. */
export async function loadNoticeMail(db: Db, scope: Scope, now: Date): Promise<NoticeMail | undefined> {
  const { userId, tripId } = scope
  const user = await findUser(db, userId)
  const due = await dueNotices(db, scope, now)
    .select(['id', 'kind', 'about', 'is_urgent'])
    .where('read_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute()
  const trip = user && due.length > 0 ? await findToldTrip(db, tripId, user) : undefined
  const { choices, is_off } = await loadOwnChoices(db, scope)
  const isReachable = !is_off && (await loadSettings(db, userId)).mail_refused_at === null
  const notices = isReachable ? due.filter(({ kind }) => wants(choices, kind, 'mail')) : []
  if (user && user.email !== null && trip && notices.length > 0)
    return { user: { ...user, email: user.email }, trip, notices }
  await db
    .updateTable('notices')
    .set({ mail_at: null })
    .where('user_id', '=', userId)
    .where('trip_id', '=', tripId)
    .where('mail_at', '<=', now.toISOString())
    .execute()
  return undefined
}

const dueNotices = (db: Db, { userId, tripId }: Scope, now: Date) =>
  db
    .selectFrom('notices')
    .where('user_id', '=', userId)
    .where('trip_id', '=', tripId)
    .where('mail_at', '<=', now.toISOString())

/** Marks what a mail has listed, and records that it was sent. @param writtenAt when its notices were loaded */
export async function recordMailed(
  db: Db,
  { user, trip, notices }: NoticeMail,
  writtenAt: Date,
  now: Date,
): Promise<void> {
  const scope = { userId: user.id, tripId: trip.id }
  await db.transaction().execute(async (trx) => {
    const marked = await markMailed(trx, notices, writtenAt)
    await trustMails(trx, user.id)
    // Without any, they have left the trip, or another process has sent it too. What is urgent does not count.
    if (marked === 0n || notices.every(({ is_urgent }) => is_urgent)) return
    const row = await trx
      .selectFrom('notice_choices')
      .select('mailed')
      .where('user_id', '=', scope.userId)
      .where('trip_id', '=', scope.tripId)
      .executeTakeFirst()
    const mailed = JSON.stringify(withMail(row?.mailed ?? [], now))
    await trx
      .insertInto('notice_choices')
      .values({ user_id: scope.userId, trip_id: scope.tripId, choices: '{}', is_off: false, mailed })
      .onConflict((choices) => choices.columns(['user_id', 'trip_id']).doUpdateSet({ mailed }))
      .execute()
  })
}

/** What is new about the same since the mail was written has a later time, and stays. */
export async function markMailed(db: Db, notices: readonly MailedNotice[], writtenAt: Date): Promise<bigint> {
  const { numUpdatedRows } = await db
    .updateTable('notices')
    .set({ mail_at: null })
    .where(
      'id',
      'in',
      notices.map(({ id }) => id),
    )
    .where('mail_at', '<=', writtenAt.toISOString())
    .executeTakeFirstOrThrow()
  return numUpdatedRows
}

/** Records that a mail server has refused a user's address for good: no more mails wait for them. */
export async function recordRefused(db: Db, userId: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await stopRefusedMails(trx, userId, now)
    await trx.deleteFrom('mails').where('user_id', '=', userId).where('kind', '=', 'notices').execute()
    await trx.updateTable('notices').set({ mail_at: null }).where('user_id', '=', userId).execute()
  })
}

/** Records that an address was refused without a reason. A second refusal a day later counts as permanent. */
export async function recordDoubted(db: Db, { user, notices }: NoticeMail, now: Date): Promise<void> {
  const { mail_doubted_at } = await loadSettings(db, user.id)
  if (mail_doubted_at !== null && Date.parse(mail_doubted_at) <= now.getTime() - DOUBT_MS)
    return recordRefused(db, user.id, now)
  await db.transaction().execute(async (trx) => {
    if (mail_doubted_at === null) await doubtMails(trx, user.id, now)
    await trx
      .updateTable('notices')
      .set({ mail_at: new Date(now.getTime() + DOUBT_MS).toISOString() })
      .where(
        'id',
        'in',
        notices.map(({ id }) => id),
      )
      .where('mail_at', 'is not', null)
      .execute()
  })
}

/** When an address that may be wrong is tried again. */
const DOUBT_MS = 24 * 60 * 60_000

/**
 * Tells the account with an address that it was invited to a trip, once for each invitation. Happens while the
 * invitation mail is sent, so that no response takes longer if there is such an account.
 */
export async function tellInvited(
  db: Db,
  { email, tripId, invitationId, by }: { email: string; tripId: string; invitationId: string; by: string },
  now: Date,
): Promise<void> {
  const found = await db.selectFrom('users').select('id').where('email', '=', email.toLowerCase()).executeTakeFirst()
  const user = found && (await findUser(db, found.id))
  if (!user || !canBeTold(user, { role: 'member' })) return
  const trip = await findTrip(db, tripId, user)
  if (!trip || trip.role !== null) return
  const { choices, is_off } = await loadOwnChoices(db, { userId: user.id, tripId })
  const isPushed = !is_off && wants(choices, 'invited', 'push')
  await db
    .insertInto('notices')
    .values({
      id: idOfMail({ userId: user.id, tripId: invitationId }),
      trip_id: tripId,
      user_id: user.id,
      kind: 'invited',
      subject: invitationId,
      about: JSON.stringify({ what: 'trip', name: toNoticeName(by) } satisfies About),
      is_urgent: false,
      created_at: now.toISOString(),
      // The invitation mail itself is the mail.
      mail_at: null,
      push_at: isPushed ? now.toISOString() : null,
    })
    .onConflict((notice) => notice.columns(['user_id', 'trip_id', 'kind', 'subject']).doNothing())
    .execute()
}
